import { type Fields, numberIn, partOf, textIn } from '../../object/fields.ts'
import { lineOf, nameOf, sentenceOf } from '../claim.ts'
import type { ExplainFacts } from '../explain-facts.ts'
import type { CauseRule } from '../guide.ts'
import type { SeenObject } from '../seen-object.ts'
import type { Advice } from '../show/advice.ts'
import { act, changing, kubectlDescribe, patchObject } from '../show/commands.ts'
import { shellWord } from '../show/shell-word.ts'

/** A field that keeps an object from going on, and what undoes it. */
interface Stop {
  readonly field: string
  readonly value: string
  /** What does not happen because of it. */
  readonly so: string
  readonly undo: Advice
}

type Look = (object: SeenObject, facts: ExplainFacts) => Stop | undefined

// What stops all comes before what stops a part.
const looks: readonly Look[] = [suspended, paused, pausedByMark, onDelete, minReadySeconds]

/** Something that someone has stopped on purpose, by a field or a mark, and forgotten, or not finished. */
export const stoppedOnPurpose: CauseRule = ({ object }, { facts }) => {
  if (!object) return undefined
  for (const look of looks) {
    const stop = look(object, facts)
    if (!stop) continue
    const { field, value, so, undo } = stop
    return {
      reason: 'ObjectSuspended',
      sentence: sentenceOf(`${nameOf(object.ref)} has ${field} ${value}, so ${so}`),
      evidence: [lineOf(object, `${field} is ${value}`)],
      next: [undo, kubectlDescribe(object.ref, facts)],
    }
  }
  return undefined
}

function suspended(object: SeenObject, facts: ExplainFacts): Stop | undefined {
  const spec = partOf(object.fields, 'spec')
  const field = ['suspend', 'suspended'].find(name => spec[name] === true)
  if (field === undefined) return undefined
  return {
    field: `spec.${field}`,
    value: 'true',
    so: 'no pods run',
    undo: patchObject(`Resume ${nameOf(object.ref)}, also in Git if it is set there`, object.ref, {
      facts,
      patch: { spec: { [field]: false } },
    }),
  }
}

// A rollout that is paused matters only as long as it is not done.
function paused(object: SeenObject, facts: ExplainFacts): Stop | undefined {
  const { ref, fields } = object
  if (partOf(fields, 'spec')['paused'] !== true || isRolledOut(object)) return undefined
  const text = `Resume ${nameOf(ref)}, also in Git if it is set there`
  return {
    field: 'spec.paused',
    value: 'true',
    so:
      ref.kind === 'Deployment'
        ? 'its latest revision is not rolled out'
        : 'its controller does not reconcile it',
    undo:
      ref.kind === 'Deployment'
        ? changing(ref, act(text, ref, { facts, verb: `rollout resume deployment ${shellWord(ref.name)}` }))
        : patchObject(text, ref, { facts, patch: { spec: { paused: false } } }),
  }
}

function isRolledOut({ ref, fields }: SeenObject): boolean {
  const [spec, status] = [partOf(fields, 'spec'), partOf(fields, 'status')]
  return ref.kind === 'Deployment' && numberIn(status, 'updatedReplicas') >= numberIn(spec, 'replicas', 1)
}

const marks: Readonly<Record<string, (value: string) => boolean>> = {
  'cluster.x-k8s.io/paused': () => true,
  'crossplane.io/paused': value => value === 'true',
  'autoscaling.keda.sh/paused': value => value !== 'false',
  'autoscaling.keda.sh/paused-replicas': () => true,
}

function pausedByMark({ ref, fields }: SeenObject, facts: ExplainFacts): Stop | undefined {
  const annotations = partOf(partOf(fields, 'metadata'), 'annotations')
  const mark = Object.keys(marks).find(
    name => name in annotations && marks[name]?.(textIn(annotations, name)) === true,
  )
  if (mark === undefined) return undefined
  return {
    field: `annotation ${mark}`,
    value: textIn(annotations, mark) || 'set',
    so: 'its controller does not reconcile it',
    undo: patchObject(`Remove annotation ${mark} from ${nameOf(ref)}, also in Git if it is set there`, ref, {
      facts,
      patch: { metadata: { annotations: { [mark]: null } } },
    }),
  }
}

// Pods of the revision before stay until a user deletes them.
function onDelete({ ref, fields }: SeenObject, facts: ExplainFacts): Stop | undefined {
  const [spec, status] = [partOf(fields, 'spec'), partOf(fields, 'status')]
  const isOld = numberIn(status, 'updatedNumberScheduled') < numberIn(status, 'desiredNumberScheduled')
  if (ref.kind !== 'DaemonSet' || !isOld || textIn(strategyOf(spec), 'type') !== 'OnDelete') return undefined
  return {
    field: 'spec.updateStrategy.type',
    value: 'OnDelete',
    so: 'pods of its latest revision start only where old ones are deleted',
    undo: patchObject(
      `Set the update strategy of ${nameOf(ref)} to RollingUpdate, also in Git if it is set there`,
      ref,
      {
        facts,
        patch: { spec: { updateStrategy: { type: 'RollingUpdate' } } },
      },
    ),
  }
}

function strategyOf(spec: Fields): Fields {
  return partOf(spec, 'updateStrategy')
}

/** A shorter time passes while someone looks. */
const LONG_SECONDS = 120

// All pods are ready, and only time is to pass.
function minReadySeconds({ ref, fields }: SeenObject, facts: ExplainFacts): Stop | undefined {
  const [spec, status] = [partOf(fields, 'spec'), partOf(fields, 'status')]
  const seconds = numberIn(spec, 'minReadySeconds')
  const isDaemon = ref.kind === 'DaemonSet'
  const wanted = isDaemon ? numberIn(status, 'desiredNumberScheduled') : numberIn(spec, 'replicas', 1)
  const ready = numberIn(status, isDaemon ? 'numberReady' : 'readyReplicas')
  const available = numberIn(status, isDaemon ? 'numberAvailable' : 'availableReplicas')
  if (seconds < LONG_SECONDS || wanted === 0 || ready < wanted || available >= wanted) return undefined
  return {
    field: 'spec.minReadySeconds',
    value: String(seconds),
    so: 'ready pods count as available only after this time',
    undo: patchObject(`Lower minReadySeconds of ${nameOf(ref)}, also in Git if it is set there`, ref, {
      facts,
      patch: { spec: { minReadySeconds: 0 } },
    }),
  }
}
