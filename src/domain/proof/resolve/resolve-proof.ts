import type { FitoutStep } from '../../api/schema/fitout-schema.ts'
import type { ObjectPath } from '../../envsubst/object-path.ts'
import { DurationError } from '../../quantity/duration-error.ts'
import { parseDuration } from '../../quantity/parse-duration.ts'
import { presets } from '../presets/presets.ts'
import type { FilledName, NameVariables } from './fill-name.ts'
import { fillPreset } from './fill-preset.ts'
import type { ProofProblem, Report } from './proof-problem.ts'
import { readSettings } from './read-settings.ts'
import { type PlacedObject, resolveObject } from './resolve-object.ts'
import type { ResolvedProof } from './resolved-proof.ts'

/** The proof of a step, as it stands in a Fitout. */
export type ProofSpec = FitoutStep['proof']

/** Which cluster a proof is for, and where in the Fitout it stands. */
export interface ProofPlace {
  readonly variables: NameVariables
  readonly path: ObjectPath
}

/** A proof that can be judged, or all that is wrong with it. */
export type ProofResolution =
  | { readonly ok: true; readonly proof: ResolvedProof }
  | { readonly ok: false; readonly problems: readonly ProofProblem[] }

const NANOSECONDS_PER_MILLISECOND = 1_000_000n

// A fleet shares a Fitout, every look at every cluster asks, and most proofs are the same for all of them.
const shared = new WeakMap<ProofSpec, ProofResolution>()

/** Makes the proof of a step ready to be judged for one cluster: its preset, then its own objects. */
export function resolveProof(proof: ProofSpec, place: ProofPlace): ProofResolution {
  const known = shared.get(proof)
  if (known) return known
  const resolution = resolved(proof, place)
  if (resolution.ok && isForAll(proof)) shared.set(proof, resolution)
  return resolution
}

// Without a variable, and without the namespace of the Cluster, which is where the management cluster is read.
function isForAll(proof: ProofSpec): boolean {
  const isLocal = (proof.objects ?? []).every(({ cluster }) => cluster !== 'Management')
  return isLocal && !JSON.stringify(proof).includes('$')
}

function resolved(proof: ProofSpec, { variables, path }: ProofPlace): ProofResolution {
  const problems: ProofProblem[] = []
  const report: Report = (code, at, message) => {
    problems.push({ code, path: at, message })
  }
  const filling = { variables, report }
  const objects = placedObjects(proof, path, filling).map(placed => resolveObject(placed, filling))
  const stableForMs = readStableFor(proof.stableFor, [...path, 'stableFor'], report)
  if (problems.length > 0) return { ok: false, problems }
  const asksReadyz = proof.preset !== undefined && presets[proof.preset].asksReadyz
  return {
    ok: true,
    proof: { objects: objects.filter(object => object !== undefined), asksReadyz, stableForMs },
  }
}

function placedObjects(proof: ProofSpec, path: ObjectPath, filling: FilledName): readonly PlacedObject[] {
  const own = (proof.objects ?? []).map((object, index) => ({
    object,
    isEnough: false,
    path: [...path, 'objects', index],
  }))
  return [...presetObjects(proof, path, filling), ...own]
}

function presetObjects(proof: ProofSpec, path: ObjectPath, filling: FilledName): readonly PlacedObject[] {
  if (proof.preset === undefined) return []
  let isUsable = true
  const report: Report = (code, at, message) => {
    isUsable = false
    filling.report(code, at, message)
  }
  const preset = presets[proof.preset]
  const given = { value: proof.with, path: [...path, 'with'] }
  const settings = readSettings(preset, given, { ...filling, report })
  if (!isUsable) return []
  return fillPreset(preset, settings).map(filled => ({ ...filled, path: [...path, 'preset'] }))
}

function readStableFor(text: string, path: ObjectPath, report: Report): number {
  try {
    const duration = parseDuration(text)
    if (duration >= 0n) return Number(duration / NANOSECONDS_PER_MILLISECOND)
  } catch (error) {
    if (!(error instanceof DurationError)) throw error
  }
  report('BAD_DURATION', path, 'must be a duration such as 90s, 15m or 1h30m')
  return 0
}
