import type { Fitout, FitoutStep } from '../../domain/api/schema/fitout-schema.ts'
import { type ClusterIdentity, nameVariables } from '../../domain/hand-over/cluster-identity.ts'
import { matchesSelector } from '../../domain/labels/selector.ts'
import { apiGroup } from '../../domain/object/api-group.ts'
import type { PresetName } from '../../domain/proof/presets/presets.ts'
import { resolveProof } from '../../domain/proof/resolve/resolve-proof.ts'
import type { ResolvedObject } from '../../domain/proof/resolve/resolved-proof.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'
import { assumedObjects } from './assumed-object.ts'
import type { Assumption, Assumptions } from './assumption.ts'
import {
  type UsedKind,
  definedKinds,
  definitionFor,
  definitionName,
  groupKind,
  isCustom,
} from './custom-definitions.ts'
import { type Deliveries, findBringer } from './find-bringer.ts'
import { bootNamespaces, orderAssumptions } from './order-assumptions.ts'
import { readyObjects } from './ready-objects.ts'
import type { StepDeliveries } from './step-deliveries.ts'

/** One object of a proof, and who asks for it. */
interface RequestedObject {
  readonly step: FitoutStep
  /** Undefined for what the Fitout names itself. */
  readonly preset: PresetName | undefined
  readonly object: ResolvedObject
}

/**
 * Decides what is taken for granted, for the clusters of a Fitout: charts are not rendered, Git is not fetched, and
 * operators do not run, so what a proof asks of them stands in no manifest. It is assumed only where something that is
 * delivered may bring it; what nothing brings stays missing, and the proof says so.
 */
export function makeAssumptions(
  fitout: Fitout,
  cluster: ClusterIdentity,
  byStep: StepDeliveries,
): Assumptions {
  const deliveries = { steps: fitout.spec.steps, byStep }
  const delivered = [...byStep.values()].flat()
  const all = provenObjects(fitout, cluster)
  const proven = all.filter(({ object }) => object.on === 'Workload')
  const uses = [...delivered.map(useOf), ...proven.map(({ object }) => object)].filter(isCustom)
  const asked = proven
    .filter(({ object }) => !isThere(object, delivered))
    .flatMap(one => broughtFor(one, uses, deliveries))
  const makes = orderAssumptions([...kindsFor(asked, uses, deliveries), ...asked], delivered)
  return {
    makes,
    readies: readyObjects(
      proven.map(({ object }) => object),
      [...delivered, ...makes.map(({ object }) => object)],
    ),
    management: all
      .filter(({ object }) => object.on === 'Management' && isCustom(object))
      .flatMap(({ object }) => assumedObjects(object, [])),
  }
}

function broughtFor(
  { step, preset, object }: RequestedObject,
  uses: readonly UsedKind[],
  deliveries: Deliveries,
): readonly Assumption[] {
  const bringer = findBringer({ step, preset, namespace: object.namespace }, deliveries)
  if (!bringer) return []
  return assumedObjects(object, uses).map(made => ({ step: step.name, object: made, bringer }))
}

/** The definitions of kinds that objects of a step have, delivered or assumed, and that no manifest defines. */
function kindsFor(
  asked: readonly Assumption[],
  uses: readonly UsedKind[],
  deliveries: Deliveries,
): readonly Assumption[] {
  const defined = definedKinds([...deliveries.byStep.values()].flat())
  return deliveries.steps.flatMap(step => {
    const delivered = deliveries.byStep.get(step.name) ?? []
    const own = [...delivered, ...asked.filter(one => one.step === step.name).map(({ object }) => object)]
    const open = own.map(useOf).filter(use => isCustom(use) && !isFlux(use) && !defined.has(groupKind(use)))
    return open.flatMap(use => {
      const bringer = findBringer({ step, preset: undefined, namespace: use.namespace }, deliveries)
      return bringer ? definitionsFor(use, uses).map(object => ({ step: step.name, object, bringer })) : []
    })
  })
}

function useOf({ apiVersion, kind, metadata }: KubeObject): UsedKind {
  return { apiVersion, kind, namespace: metadata.namespace }
}

// Flux cannot bring its own kinds.
function isFlux({ apiVersion }: UsedKind): boolean {
  return apiGroup(apiVersion).endsWith('.toolkit.fluxcd.io')
}

/** Whether a manifest, the cluster itself or Karpenter makes what a proof asks for. */
function isThere(wanted: ResolvedObject, delivered: readonly KubeObject[]): boolean {
  const { namespace, target } = wanted
  const kind = groupKind(wanted)
  const alike = delivered.filter(
    object =>
      groupKind(object) === kind && (namespace === undefined || object.metadata.namespace === namespace),
  )
  if (kind === '/Node') return true
  if (target.by === 'labels')
    return (
      alike.filter(({ metadata }) => matchesSelector(target.selector, metadata.labels)).length >= target.count
    )
  if (kind === '/Namespace' && bootNamespaces.has(target.name)) return true
  if (kind === '/Service' && namespace === 'default' && target.name === 'kubernetes') return true
  return alike.some(({ metadata }) => metadata.name === target.name)
}

// Karpenter makes NodeClaims, which no manifest names.
function definitionsFor(use: UsedKind, uses: readonly UsedKind[]): readonly KubeObject[] {
  const own = definitionFor(definitionName(use), uses)
  const isPool = groupKind(use) === 'karpenter.sh/NodePool'
  return isPool ? [own, definitionFor('nodeclaims.karpenter.sh', uses)] : [own]
}

/** The objects that the proofs of a Fitout ask for on one cluster. A proof that cannot be read asks for none: the controller tells. */
function provenObjects({ spec }: Fitout, cluster: ClusterIdentity): readonly RequestedObject[] {
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
