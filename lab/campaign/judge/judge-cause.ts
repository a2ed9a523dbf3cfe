import type { ObjectRef } from '../../kube/kube-object.ts'
import type { Base } from '../base.ts'
import type { Mutated } from '../mutations/mutation.ts'
import { pathText } from '../mutations/fields.ts'
import { type Answer, evidenceText } from './answer.ts'
import { onTheWay } from './relatives.ts'

/** How near an answer comes to what was mutated. */
export type Verdict = 'right' | 'near' | 'wrong'

/**
 * Judges an answer by what was mutated alone.
 *
 * Right: the sentence names the field, its value or the removed object; or it names the object, and the evidence the field.
 * Near: something on the way to it is named, or the mutated thing only in the evidence. Wrong: neither.
 */
export function judgeCause(base: Base, mutated: Mutated, answer: Answer): Verdict {
  const { sentence } = answer
  if (namesStranger(sentence, base.id)) return 'wrong'
  const evidence = evidenceText(answer)
  const isObject = mutated.field === undefined
  const saysObject = namesObject(sentence, mutated.object) || lacksRight(sentence, mutated.object)
  const isInside = saysObject && mutated.field?.length === 1 && sentence.includes(`${mutated.field[0]}.`)
  if (saysWord(sentence, mutated) || (isObject && saysObject) || isInside) return 'right'
  const way = onTheWay(base, mutated.object)
  const isOnWay = (text: string) => way.some(one => namesObject(text, one) || namesPodOf(text, one))
  if (saysWord(evidence, mutated) && (saysObject || isOnWay(sentence))) return 'right'
  // What only the program says is in its log alone: who names the container and shows the log has found it.
  if ((saysObject || isOnWay(sentence)) && isOnlyInLog(base, mutated) && sendsToLog(answer)) return 'right'
  const said = `${sentence}\n${evidence}`
  const isNear =
    saysObject || namesObject(evidence, mutated.object) || namesPodOf(said, mutated.object) || isOnWay(said)
  return isNear || saysWord(evidence, mutated) ? 'near' : 'wrong'
}

function isOnlyInLog({ parts }: Base, { object, field = [] }: Mutated): boolean {
  const isContainer =
    field.includes('containers') || field.includes('initContainers') || field.includes('volumes')
  const isRead =
    (object.kind === 'ConfigMap' || object.kind === 'Secret') &&
    parts.some(({ object: one }) => one.kind === object.kind)
  return isContainer || isRead
}

function sendsToLog({ sentence, next }: Answer): boolean {
  return /exit code \d+/.test(sentence) && next.some(({ command = '' }) => / logs /.test(command))
}

/** Whether a sentence is about an object of another step: every step of a campaign has a namespace of its own. */
export function namesStranger(sentence: string, id: string): boolean {
  return [...sentence.matchAll(/(?<![\w.])(m\d{3}|[kcw]\d{1,2})(?=[/:-]|\b)/g)].some(
    ([, other]) => other !== id,
  )
}

// How Kubernetes speaks of a field.
const spokenWords: Readonly<Record<string, string>> = {
  tolerations: 'untolerated taint',
  nodeSelector: 'node affinity/selector',
  affinity: 'node affinity/selector',
  livenessProbe: 'liveness probe',
  readinessProbe: 'readiness probe',
  startupProbe: 'startup probe',
}

// A right that is gone is told by who lacks it.
function lacksRight(sentence: string, { kind, metadata }: ObjectRef): boolean {
  return (
    /^(?:Cluster)?Role(?:Binding)?$/.test(kind) &&
    sentence.includes(`system:serviceaccount:${metadata.namespace ?? ''}`)
  )
}

// Keys that say nothing alone.
const common = new Set([
  'name',
  'kind',
  'key',
  'value',
  'spec',
  'metadata',
  'data',
  'labels',
  'type',
  'items',
  'template',
])

function saysWord(text: string, { field = [], words = [] }: Mutated): boolean {
  const last = field.at(-1) ?? ''
  // An API server names the field, or the one around it.
  const around = field.length > 4 ? [field.slice(-4, -1)] : []
  const paths = [field.slice(-3), field.slice(-2), ...around]
    .map(pathText)
    .filter(one => one.includes('.') || one.includes('['))
    .concat(field.length > 0 ? [`${pathText(field)}: `] : [])
  const keys = common.has(last) || /^\d+$/.test(last) || last.length < 4 ? [] : [last]
  const spoken = field.flatMap(key => spokenWords[key] ?? [])
  return [...words, ...paths, ...keys, ...spoken].some(word => includesWord(text, word))
}

function includesWord(text: string, word: string): boolean {
  if (word.length < 2) return false
  const isPlain = /^[\w.-]+$/.test(word)
  if (!isPlain) return text.toLowerCase().includes(word.toLowerCase())
  return new RegExp(String.raw`(?<![\w-])${escaped(word)}(?![\w-])`, 'i').test(text)
}

/** Whether a text names an object: its kind, and then its name, as Fitout, Kubernetes and Flux write it. */
function namesObject(text: string, { kind, metadata }: ObjectRef): boolean {
  const { name, namespace } = metadata
  // A definition is called by what it defines.
  const [, group = ''] = /^[^.]+\.(.*)$/.exec(name) ?? []
  if (kind === 'CustomResourceDefinition' && /definition (?:of|for) /i.test(text) && text.includes(group))
    return true
  const path = namespace === undefined ? '(?:[a-z0-9-]+/)?' : `(?:${escaped(namespace)}/)?`
  return new RegExp(
    String.raw`\b${kind}(?:s|es)?(?:\.[a-z0-9.-]+)?[ /"'\x60:]{1,3}${path}${escaped(name)}(?![\w-])`,
    'i',
  ).test(text)
}

// A pod and a ReplicaSet are called after what made them.
function namesPodOf(text: string, { kind, metadata }: ObjectRef): boolean {
  if (!/^(Deployment|DaemonSet|StatefulSet|Job|CronJob)$/.test(kind)) return false
  return new RegExp(
    String.raw`\b(?:pods?|replicaset|job|claim|persistentvolumeclaim)s?[ /"']{1,2}(?:${escaped(metadata.namespace ?? '')}/)?(?:data-)?${escaped(metadata.name)}-`,
    'i',
  ).test(text)
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`)
}
