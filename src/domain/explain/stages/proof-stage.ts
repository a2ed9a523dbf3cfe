import { follow } from '../follow.ts'
import type { SeenRef } from '../seen-object.ts'
import type { Scene, ExplainStage } from './scene.ts'

/** The workload cluster: what the objects of the proof wait for, down to the deepest cause. */
export const proofStage: ExplainStage = scene => {
  const { asked, inquiry } = scene
  if (!asked || ['Waiting', 'Held', 'Ready'].includes(asked.status.state)) return undefined
  for (const ref of objectsOf(scene)) {
    const claim = follow(ref, inquiry)
    if (claim) return claim
  }
  return undefined
}

/** The objects of the proof that are not as they should be, worst first. */
export function objectsOf({ facts, asked }: Scene): readonly SeenRef[] {
  const evidence = (asked && facts.steps.get(asked.name)?.proof?.evidence) ?? asked?.status.evidence ?? []
  return evidence
    .filter(
      ({ health, object }) =>
        health !== 'Current' && object.kind !== 'APIServer' && !/[=,!]|^$/.test(object.name),
    )
    .map(({ cluster: on, object: { apiVersion, kind, namespace, name } }) => ({
      on,
      apiVersion,
      kind,
      ...(namespace === undefined ? {} : { namespace }),
      name,
    }))
}
