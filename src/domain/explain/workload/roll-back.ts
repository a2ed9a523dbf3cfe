import { partOf, numberIn } from '../../object/fields.ts'
import type { CauseReason } from '../cause-reason.ts'
import { replicaSetsOf } from '../chain/pods.ts'
import { type Finding, nameOf } from '../claim.ts'
import type { Inquiry } from '../inquiry.ts'
import type { SeenRef } from '../seen-object.ts'
import type { Advice } from '../show/advice.ts'
import { act, changing, orElse } from '../show/commands.ts'
import { shellWord } from '../show/shell-word.ts'

// Causes that lie in what a revision asks for, so that the one before need not have them.
const ofRevision: ReadonlySet<CauseReason> = new Set<CauseReason>([
  'ImagePullFailed',
  'ContainerCrashing',
  'ContainerConfigMissing',
  'ProbeFailing',
  'ResourcesInsufficient',
  'Unschedulable',
  'AdmissionRefused',
  'VolumeNotMounted',
  'NotExplained',
])

/** How to go back to the revision of a Deployment that still runs, if the cause came with a newer one. */
export function rollBack({ reason, evidence }: Finding, inquiry: Inquiry): readonly Advice[] {
  const seen = evidence.find(({ object }) => object.kind === 'Deployment')
  if (!seen || !ofRevision.has(reason)) return []
  const ref: SeenRef = { on: seen.cluster, ...seen.object }
  const object = inquiry.find(ref)
  if (typeof object === 'string') return []
  const [, before] = replicaSetsOf(object, inquiry)
  if (!before || numberIn(partOf(before.fields, 'status'), 'readyReplicas') === 0) return []
  return [
    changing(
      ref,
      orElse(
        act(`roll ${nameOf(ref)} back to the revision that still runs, until this is fixed`, ref, {
          facts: inquiry.facts,
          verb: `rollout undo deployment ${shellWord(ref.name)}`,
        }),
      ),
    ),
  ]
}
