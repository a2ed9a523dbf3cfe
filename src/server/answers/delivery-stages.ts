import type { Fact } from '../../domain/explain/explain-facts.ts'
import { resolveName } from '../../domain/hand-over/cluster-identity.ts'
import type { ResourceSetVerdict } from '../../domain/resource-set/judge-resource-set.ts'
import { isDelivered } from '../../domain/resource-set/judge-resource-set.ts'
import { counted } from '../../domain/text/counted.ts'
import { listFirst } from '../../domain/text/list-first.ts'
import type { DeliveryStage, HandOverKeyRow } from '../api/step-response.ts'
import { setNames } from '../../fleet/why/gather-sets.ts'
import type { StepFactsNow } from './step-facts.ts'

/** The way of a step from Git to the cluster. What lies behind the stage at which it stops is not looked at. */
export function deliveryStages(
  facts: StepFactsNow,
  keys: readonly HandOverKeyRow[],
): readonly DeliveryStage[] {
  const { step } = facts
  if (!step || !carries(step)) return []
  const stages = [
    ...packStages(facts),
    ...handOverStages(facts, keys),
    ...gateStages(facts),
    ...setStages(facts),
    workloadStage(facts),
  ]
  const end = stages.findIndex(({ state }) => state === 'stopped')
  return stages.map((stage, index) =>
    end === -1 || index <= end ? stage : { stage: stage.stage, title: stage.title, state: 'pending' },
  )
}

function carries({
  packs = [],
  resourceSets = [],
  handOver = [],
}: NonNullable<StepFactsNow['step']>): boolean {
  return packs.length + resourceSets.length + handOver.length > 0
}

function packStages({ step, packs, cluster }: StepFactsNow): readonly DeliveryStage[] {
  return (step?.packs ?? []).map(pack => {
    const sets = packs.get(pack)
    const at = { stage: 'pack', title: `Pack ${pack}` } as const
    if (!sets) return { ...at, state: 'unread', message: 'You are not allowed to list clusterresourcesets' }
    if (sets.length > 0) return { ...at, state: 'done', message: counted(sets.length, 'ClusterResourceSet') }
    return {
      ...at,
      state: 'stopped',
      message: `no ClusterResourceSet of it is in namespace ${cluster.namespace}`,
    }
  })
}

function handOverStages({ status }: StepFactsNow, keys: readonly HandOverKeyRow[]): readonly DeliveryStage[] {
  return [...Map.groupBy(keys, ({ secret }) => secret)].map(([secret, rows]) => {
    const at = { stage: 'handOver', title: `Secret ${secret}` } as const
    const missing = rows.filter(({ verdict }) => verdict === 'missing').map(({ key }) => key)
    if (missing.length > 0) return { ...at, state: 'stopped', message: `lacks ${listFirst(missing)}` }
    const isRefused = status.state === 'Held' && status.reason?.startsWith('HandOver') === true
    if (isRefused) return { ...at, state: 'stopped', message: status.message ?? '' }
    if (rows.some(({ verdict }) => verdict === 'not read')) return { ...at, state: 'unread' }
    return { ...at, state: 'done', message: counted(rows.length, 'key') }
  })
}

function gateStages({ step, cluster, status }: StepFactsNow): readonly DeliveryStage[] {
  if (!step?.gate) return []
  const { label, value } = step.gate
  const at = { stage: 'gate', title: label } as const
  if (cluster.labels[label] === value) return [{ ...at, state: 'done', message: 'open' }]
  if (status.state === 'Waiting') return [{ ...at, state: 'pending', message: 'closed' }]
  return [{ ...at, state: 'stopped', message: status.message ?? 'closed' }]
}

/** The ClusterResourceSets, and what the binding of the cluster says that each has applied. */
function setStages(facts: StepFactsNow): readonly DeliveryStage[] {
  const { step, cluster, packs, resourceSets } = facts
  const names = step ? setNames(step, cluster, packs) : []
  const verdicts = names.map(name => ({ name, fact: resourceSets.get(name) }))
  const sets = verdicts.map(({ name, fact }) => setStage(name, fact))
  if (sets.length === 0) return []
  return [
    ...sets,
    bindingStage(
      facts,
      verdicts.map(({ fact }) => fact),
    ),
  ]
}

type SetFact = Fact<ResourceSetVerdict> | undefined

function setStage(name: string, fact: SetFact): DeliveryStage {
  const at = { stage: 'resourceSet', title: `ClusterResourceSet ${name}` } as const
  if (fact === undefined) return { ...at, state: 'unread' }
  if (fact.kind === 'unread') return { ...at, state: 'unread', message: fact.reason }
  if (fact.kind === 'absent') return { ...at, state: 'stopped', message: 'does not exist' }
  const { value } = fact
  if (value.verdict === 'not-selected') return { ...at, state: 'stopped', message: value.message }
  return { ...at, state: 'done', message: 'selects the cluster' }
}

function bindingStage({ cluster }: StepFactsNow, facts: readonly SetFact[]): DeliveryStage {
  const at = { stage: 'binding', title: `ClusterResourceSetBinding ${cluster.name}` } as const
  const read = facts.flatMap(fact => (fact?.kind === 'read' ? [fact.value] : []))
  if (read.length < facts.length) return { ...at, state: 'unread' }
  const open = read.find(verdict => !isDelivered(verdict))
  if (open) return { ...at, state: 'stopped', message: open.message }
  return { ...at, state: 'done', message: 'all sources are applied' }
}

function workloadStage({ status }: StepFactsNow): DeliveryStage {
  const at = { stage: 'workload', title: 'Workload cluster' } as const
  const { state, message, unreadSince } = status
  const words = message === undefined ? {} : { message }
  if (unreadSince !== undefined) return { ...at, state: 'unread', ...words }
  if (state === 'Ready') return { ...at, state: 'done', message: 'the proof holds' }
  if (state === 'Stuck' || state === 'Failed') return { ...at, state: 'stopped', ...words }
  return { ...at, state: 'pending', ...words }
}

/** The keys that a step hands over, and whether the Secret has them. No value is looked at. */
export function handOverKeys({ step, cluster, uid, secrets }: StepFactsNow): readonly HandOverKeyRow[] {
  return (step?.handOver ?? []).flatMap(({ from, keys }) => {
    const resolved = resolveName(from.secret, { namespace: cluster.namespace, name: cluster.name, uid })
    const secret = resolved.ok ? resolved.name : from.secret
    const fact = secrets.get(secret)
    return Object.entries(keys).map(([key, { path = key, format, default: fallback }]): HandOverKeyRow => {
      const has = fact?.kind === 'read' && fact.value.keys.includes(firstOf(path, key))
      const isKnown = fact !== undefined && fact.kind !== 'unread'
      const without = fallback === undefined ? 'missing' : 'default'
      const verdict = has ? 'present' : isKnown ? without : 'not read'
      return { secret, key, verdict, ...(format === undefined ? {} : { format }) }
    })
  })
}

/** The key of the Secret that a path begins with; a name without a path is one key, dots and all. */
function firstOf(path: string, key: string): string {
  if (path === key) return key
  const [first = ''] = /^(?:\\.|[^.\\])*/.exec(path) ?? []
  return first.replaceAll(/\\(.)/g, '$1')
}
