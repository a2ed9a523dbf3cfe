import { type Fields, numberIn, partOf, textIn } from '../../object/fields.ts'
import { type Claim, nameOf, sentenceOf } from '../claim.ts'
import { readId, type Inquiry } from '../inquiry.ts'
import type { SeenRef, SeenObject } from '../seen-object.ts'
import { commit, kubectlDescribe, makeAgain, patchObject } from '../show/commands.ts'
import { claimRoomFor } from './claim-limits.ts'
import type { Proven } from './claim-refusal.ts'
import type { ApiRefusal } from './read-refusal.ts'

/** A quota that leaves no room. What is shown makes room for all that is still to come, as far as that is known. */
export function quotaExceeded(
  { quota, asked }: Extract<ApiRefusal, { readonly is: 'quota' }>,
  { about: maker, refused: about = maker, line }: Proven,
  inquiry: Inquiry,
): Claim {
  const { facts } = inquiry
  const ref = { ...about, apiVersion: 'v1', kind: 'ResourceQuota', name: quota }
  const pods = podsToCome(about, inquiry)
  const hard = claimRoomFor(asked, resource => pods ?? (isCounted(resource) ? MORE_OBJECTS : 1))
  const rest = pods === undefined ? ', with room for further pods' : ''
  const raise = `Raise ResourceQuota "${quota}"${rest}, or lower the resource requests of ${nameOf(about)}`
  return {
    reason: 'QuotaExceeded',
    sentence: sentenceOf(
      `ResourceQuota ${about.namespace ?? ''}/${quota} has too little left for ${nameOf(about)}`,
    ),
    evidence: [line],
    next: [
      hard === undefined ? commit(raise) : patchObject(raise, ref, { facts, patch: { spec: { hard } } }),
      ...makeAgain(about, facts),
      kubectlDescribe(ref, facts),
    ],
  }
}

// Of a chart or a set, one object was refused, and others follow.
const MORE_OBJECTS = 10
const MAX_PODS = 1000

// Objects are counted, or amounts are added up.
function isCounted(resource: string): boolean {
  return resource.startsWith('count/') || !/[./]|^(?:cpu|memory|storage|ephemeral-storage)$/.test(resource)
}

const kinds = ['Deployment', 'StatefulSet', 'DaemonSet']

/**
 * How many pods are still to come in a namespace, and how many more there are while they are replaced.
 *
 * Undefined if something else than a pod of a controller was refused.
 */
function podsToCome(about: SeenRef, inquiry: Inquiry): number | undefined {
  const { on, namespace, kind, apiVersion } = about
  if (!kinds.includes(kind) || namespace === undefined) return single.has(kind) ? 1 : undefined
  const lists = kinds.map(one => inquiry.list({ on, apiVersion, kind: one, namespace }))
  const all = lists.flatMap(list => (list.kind === 'listed' ? list.objects : []))
  const count = all
    .map(one => lackingOf(one, readId(one.ref) === readId(about)))
    .reduce((sum, one) => sum + one, 0)
  return Math.min(Math.max(count, 1), MAX_PODS)
}

const single: ReadonlySet<string> = new Set(['ReplicaSet', 'Job', 'CronJob'])

// What lacks none needs no more room, but for what was refused while it is rolled out.
function lackingOf({ ref, fields }: SeenObject, isRefused: boolean): number {
  const [spec, status] = [partOf(fields, 'spec'), partOf(fields, 'status')]
  const isDaemon = ref.kind === 'DaemonSet'
  const wanted = isDaemon ? numberIn(status, 'desiredNumberScheduled') : numberIn(spec, 'replicas', 1)
  const there = numberIn(status, isDaemon ? 'currentNumberScheduled' : 'replicas')
  const surge = ref.kind === 'Deployment' ? surgeOf(spec, wanted) : 0
  return wanted > there || isRefused ? Math.max(0, Math.trunc(wanted + surge - there)) : 0
}

// A share is rounded up, as Kubernetes does.
function surgeOf(spec: Fields, replicas: number): number {
  const strategy = partOf(spec, 'strategy')
  if (textIn(strategy, 'type') === 'Recreate') return 0
  const { maxSurge = '25%' } = partOf(strategy, 'rollingUpdate')
  if (typeof maxSurge === 'number') return maxSurge
  const [, percent = '25'] = /^(\d{1,3})%$/.exec(String(maxSurge)) ?? []
  return Math.ceil((replicas * Number(percent)) / 100)
}
