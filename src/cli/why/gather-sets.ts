import { selectable } from '../../controller/management/read-cluster.ts'
import { SourceReader } from '../../controller/cluster/source-reader.ts'
import { resources } from '../../controller/world/resources.ts'
import type { FitoutStep } from '../../domain/api/schema/fitout-schema.ts'
import { type ExplainFacts, type Fact, valueOf } from '../../domain/explain/explain-facts.ts'
import { resolveName } from '../../domain/hand-over/cluster-identity.ts'
import { readBinding } from '../../domain/resource-set/binding.ts'
import { judgeResourceSet, type ResourceSetVerdict } from '../../domain/resource-set/judge-resource-set.ts'
import { ResourceSetError } from '../../domain/resource-set/resource-set-error.ts'
import { readResourceSet } from '../../domain/resource-set/resource-set.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'
import { type Reading, readFact } from './read-fact.ts'

/** What is read before anything can be said about ClusterResourceSets. */
export interface SetFacts extends Pick<ExplainFacts, 'namespace' | 'name' | 'step' | 'fitout' | 'status'> {
  readonly cluster: Fact<KubeObject>
}

/** Judges the ClusterResourceSets of the steps in question on this cluster, by name. */
export async function gatherSets(
  reading: Reading,
  facts: SetFacts,
): Promise<ReadonlyMap<string, Fact<ResourceSetVerdict>>> {
  const names = new Set(stepsInQuestion(facts).flatMap(step => setNames(step, facts)))
  if (names.size === 0 || facts.cluster.kind !== 'read') return new Map()
  const cluster = facts.cluster.value
  const binding = await readFact(reading, resources.binding, facts.name)
  const sources = new SourceReader({ management: reading.link.management, clock: reading.link.clock })
  const judged = [...names].map(async name => {
    const set = await readFact(reading, resources.resourceSet, name)
    return [name, await judge({ set, binding, cluster, sources }, reading)] as const
  })
  return new Map(await Promise.all(judged))
}

/** The steps that may be the cause: all that have begun and are not done, and the one that is asked about. */
export function stepsInQuestion({
  fitout,
  status,
  step,
}: Pick<SetFacts, 'fitout' | 'status' | 'step'>): readonly FitoutStep[] {
  const open = (valueOf(status)?.steps ?? []).filter(({ state }) => state !== 'Ready' && state !== 'Waiting')
  const names = new Set([...open.map(({ name }) => name), ...(step === undefined ? [] : [step])])
  return (valueOf(fitout)?.spec.steps ?? []).filter(({ name }) => names.has(name))
}

/** The names of the ClusterResourceSets that deliver a step to a cluster. */
export function setNames(
  { resourceSets = [] }: Pick<FitoutStep, 'resourceSets'>,
  { namespace, name }: Pick<ExplainFacts, 'namespace' | 'name'>,
): readonly string[] {
  return resourceSets.map(template => {
    const resolved = resolveName(template, { namespace, name, uid: '' })
    return resolved.ok ? resolved.name : template
  })
}

interface Judging {
  readonly set: Fact<KubeObject>
  readonly binding: Fact<KubeObject>
  readonly cluster: KubeObject
  readonly sources: SourceReader
}

async function judge(
  { set, binding, cluster, sources }: Judging,
  { namespace, call }: Reading,
): Promise<Fact<ResourceSetVerdict>> {
  if (set.kind !== 'read') return set
  if (binding.kind === 'unread') return binding
  try {
    const resourceSet = readResourceSet(set.value)
    const found = await sources.read(namespace, resourceSet.resources, { ...call, fresh: true })
    if (found.unread !== undefined) return { kind: 'unread', reason: found.unread }
    const bound = binding.kind === 'read' ? readBinding(binding.value) : undefined
    const given = { resourceSet, cluster: selectable(cluster), sources: found.sources, binding: bound }
    return { kind: 'read', value: judgeResourceSet(given) }
  } catch (error) {
    if (error instanceof ResourceSetError) return { kind: 'unread', reason: 'Its spec could not be read' }
    throw error
  }
}
