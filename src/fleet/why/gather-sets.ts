import { selectable } from '../../controller/management/read-cluster.ts'
import { SourceReader } from '../../controller/cluster/source-reader.ts'
import { resources } from '../../controller/world/resources.ts'
import { names } from '../../domain/api/api-names.ts'
import type { FitoutStep } from '../../domain/api/schema/fitout-schema.ts'
import { type ExplainFacts, type Fact, valueOf } from '../../domain/explain/explain-facts.ts'
import { packOf, packSets, stepSets } from '../../domain/plan/step-sets.ts'
import { readBinding } from '../../domain/resource-set/binding.ts'
import { judgeResourceSet, type ResourceSetVerdict } from '../../domain/resource-set/judge-resource-set.ts'
import { ResourceSetError } from '../../domain/resource-set/resource-set-error.ts'
import { readResourceSet } from '../../domain/resource-set/resource-set.ts'
import { ApiError } from '../../engine/api/api-error.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'
import { type Reading, readFact } from './read-fact.ts'

/** What is read before anything can be said about ClusterResourceSets. */
export interface SetFacts extends Pick<ExplainFacts, 'namespace' | 'name' | 'step' | 'fitout' | 'status'> {
  readonly cluster: Fact<KubeObject>
}

/** Finds and judges the ClusterResourceSets of the steps in question on this cluster. */
export async function gatherSets(
  reading: Reading,
  facts: SetFacts,
): Promise<Pick<ExplainFacts, 'resourceSets' | 'packs'>> {
  const steps = stepsInQuestion(facts)
  const packs = await findPacks(reading, steps)
  const wanted = new Set(steps.flatMap(step => setNames(step, facts, packs)))
  if (wanted.size === 0 || facts.cluster.kind !== 'read') return { resourceSets: new Map(), packs }
  const cluster = facts.cluster.value
  const binding = await readFact(reading, resources.binding, facts.name)
  const sources = new SourceReader({ management: reading.link.management, clock: reading.link.clock })
  const judged = [...wanted].map(async name => {
    const set = await readFact(reading, resources.resourceSet, name)
    return [name, await judge({ set, binding, cluster, sources }, reading)] as const
  })
  return { resourceSets: new Map(await Promise.all(judged)), packs }
}

/** The ClusterResourceSets of the packs that steps name. Packs that the reader is not allowed to list are left out. */
async function findPacks(
  { link, namespace, call }: Reading,
  steps: readonly Pick<FitoutStep, 'packs'>[],
): Promise<ExplainFacts['packs']> {
  try {
    return await listPacks({ link, namespace, call }, steps)
  } catch (error) {
    if (error instanceof ApiError) return new Map()
    throw error
  }
}

/** The ClusterResourceSets of the packs that steps name. */
export async function listPacks(
  { link, namespace, call }: Reading,
  steps: readonly Pick<FitoutStep, 'packs'>[],
): Promise<ExplainFacts['packs']> {
  const packs = [...new Set(steps.flatMap(({ packs: named = [] }) => named))]
  if (packs.length === 0) return new Map()
  const labels = `${names.packLabel} in (${packs.join(',')})`
  const { items } = await link.management.list({ resource: resources.resourceSet, namespace, labels }, call)
  return new Map(
    packs.map(pack => [
      pack,
      packSets(
        pack,
        items.filter(set => packOf(set) === pack),
      ),
    ]),
  )
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
  step: Pick<FitoutStep, 'packs' | 'resourceSets'>,
  { namespace, name }: Pick<ExplainFacts, 'namespace' | 'name'>,
  packs: ExplainFacts['packs'],
): readonly string[] {
  const setsIn = (pack: string) => (packs.get(pack) ?? []).map(set => ({ metadata: { name: set } }))
  return stepSets(step, { namespace, name, uid: '' }, setsIn).map(set => set.name)
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
    if (found.unread) return { kind: 'unread', reason: found.unread.message }
    const bound = binding.kind === 'read' ? readBinding(binding.value) : undefined
    const given = { resourceSet, cluster: selectable(cluster), sources: found.sources, binding: bound }
    return { kind: 'read', value: judgeResourceSet(given) }
  } catch (error) {
    if (error instanceof ResourceSetError) return { kind: 'unread', reason: 'Its spec could not be read' }
    throw error
  }
}
