import { partOf, textIn } from '../../object/fields.ts'
import { type Finding, nameOf } from '../claim.ts'
import type { Inquiry } from '../inquiry.ts'
import type { SeenRef } from '../seen-object.ts'
import type { Advice } from '../show/advice.ts'
import { act } from '../show/commands.ts'
import { shellWord } from '../show/shell-word.ts'

/**
 * What must follow a change of a StatefulSet: its controller replaces no pod that is not ready.
 *
 * Kubernetes waits for the pod that is there before it makes the next one, unless all are made at once; and a set that is
 * updated on delete waits for someone anyway.
 */
export function replacePod({ evidence, next }: Finding, inquiry: Inquiry): readonly Advice[] {
  const changed = next.find(
    ({ changes, patch, command }) => changes && (patch ?? command) !== undefined,
  )?.changes
  const seen = evidence.find(({ object }) => object.kind === 'Pod')
  if (changed?.kind !== 'StatefulSet' || !seen || !waitsForPods(changed, inquiry)) return []
  const pod: SeenRef = { on: seen.cluster, ...seen.object }
  const text = `Then delete ${nameOf(pod)}: ${nameOf(changed)} replaces no pod that is not ready`
  return [act(text, pod, { facts: inquiry.facts, verb: `delete pod ${shellWord(pod.name)}` })]
}

function waitsForPods(ref: SeenRef, inquiry: Inquiry): boolean {
  const set = inquiry.find(ref)
  if (typeof set === 'string') return false
  const spec = partOf(set.fields, 'spec')
  const isParallel = textIn(spec, 'podManagementPolicy') === 'Parallel'
  return !isParallel || textIn(partOf(spec, 'updateStrategy'), 'type') === 'OnDelete'
}
