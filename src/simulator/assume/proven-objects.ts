import type { Fitout, FitoutStep } from '../../domain/api/schema/fitout-schema.ts'
import { type ClusterIdentity, nameVariables } from '../../domain/hand-over/cluster-identity.ts'
import type { PresetName } from '../../domain/proof/presets/presets.ts'
import { resolveProof } from '../../domain/proof/resolve/resolve-proof.ts'
import type { ResolvedObject } from '../../domain/proof/resolve/resolved-proof.ts'

/** One object of a proof, and who asks for it. */
export interface RequestedObject {
  readonly step: FitoutStep
  /** Undefined for what the Fitout names itself. */
  readonly preset: PresetName | undefined
  readonly object: ResolvedObject
}

/** The objects that the proofs of a Fitout ask for on one cluster. A proof that cannot be read asks for none: the controller tells. */
export function provenObjects({ spec }: Fitout, cluster: ClusterIdentity): readonly RequestedObject[] {
  return spec.steps.flatMap(step => {
    const { preset, with: settings, objects = [], stableFor } = step.proof
    const byPreset = { stableFor, ...(preset ? { preset } : {}), ...(settings ? { with: settings } : {}) }
    return [
      ...objectsOf(byPreset, cluster).map(object => ({ step, preset, object })),
      ...objectsOf({ stableFor, objects }, cluster).map(object => ({ step, preset: undefined, object })),
    ]
  })
}

function objectsOf(proof: FitoutStep['proof'], cluster: ClusterIdentity): readonly ResolvedObject[] {
  const resolution = resolveProof(proof, { variables: nameVariables(cluster), path: [] })
  return resolution.ok ? resolution.proof.objects : []
}
