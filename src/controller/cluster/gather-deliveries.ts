import { qualifiedName } from '../../domain/object/qualified-name.ts'
import type { FitoutStep } from '../../domain/api/schema/fitout-schema.ts'
import type { ClusterIdentity } from '../../domain/hand-over/cluster-identity.ts'
import type { Delivery, Hold } from '../../domain/plan/cluster-facts.ts'
import { hold } from '../../domain/plan/holds.ts'
import type { UnreadPart } from '../../domain/proof/read/query.ts'
import { missingSet, stepSets, type WantedSet } from '../../domain/plan/step-sets.ts'
import { readBinding } from '../../domain/resource-set/binding.ts'
import { isDelivered, judgeResourceSet } from '../../domain/resource-set/judge-resource-set.ts'
import { type ResourceSet, readResourceSet } from '../../domain/resource-set/resource-set.ts'
import { selectCluster } from '../../domain/resource-set/select-cluster.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'
import { packKey } from '../management/follow-scope.ts'
import type { Management } from '../management/management.ts'
import type { StepContext } from './step-context.ts'
import type { DeliveredSource } from './delivered-source.ts'
import { readCluster, selectable } from '../management/read-cluster.ts'

/** Where the ClusterResourceSets of a step stand on the cluster, and what they deliver. */
export interface GatheredDeliveries {
  readonly deliveries: readonly Delivery[]
  readonly sources: readonly DeliveredSource[]
  /** Why part of it could not be read. */
  readonly unread: UnreadPart | undefined
}

/** Asks where the ClusterResourceSets of a step stand. */
export async function gatherDeliveries(
  { dependencies, request }: StepContext,
  step: FitoutStep,
  fresh: boolean,
): Promise<GatheredDeliveries> {
  const { management, sources: reader } = dependencies
  const { cluster: object, call } = request
  const cluster = readCluster(object)
  const bound = management.binding.get(qualifiedName(cluster))
  const all: DeliveredSource[] = []
  const deliveries: Delivery[] = []
  let firstUnread: UnreadPart | undefined
  const setsIn = (pack: string) => management.resourceSet.byIndex('pack', packKey(cluster.namespace, pack))
  for (const wanted of stepSets(step, cluster, setsIn)) {
    const { name, pack } = wanted
    const set = { resourceSet: name, ...(pack === undefined ? {} : { pack }) }
    const found = management.resourceSet.get(`${cluster.namespace}/${name}`)
    if (!found) {
      const message = missingWords(wanted, cluster, management)
      deliveries.push({ ...set, isApplied: false, message, hold: hold('ResourceSetMissing', message) })
      continue
    }
    const resourceSet = readResourceSet(found)
    const { sources, unread } = await reader.read(cluster.namespace, resourceSet.resources, {
      ...call,
      fresh,
    })
    all.push(...sources)
    if (unread) {
      firstUnread ??= unread
      const { message } = unread
      deliveries.push({ ...set, isApplied: false, message, hold: hold('SourceNotRead', message, unread) })
      continue
    }
    const verdict = judgeResourceSet({
      resourceSet,
      cluster: selectable(object),
      sources,
      binding: bound && readBinding(bound),
    })
    const message =
      verdict.verdict === 'not-selected'
        ? verdict.message
        : `ClusterResourceSet "${name}": ${verdict.message}`
    const never = neverSelects(resourceSet, step, object)
    deliveries.push({
      ...set,
      isApplied: isDelivered(verdict),
      message,
      verdict,
      ...(never ? { hold: never } : {}),
    })
  }
  return { deliveries, sources: all, unread: firstUnread }
}

// Only of the default namespace of packs: the sets of other tenants are not read.
function missingWords(
  wanted: WantedSet,
  { namespace }: Pick<ClusterIdentity, 'namespace'>,
  { resourceSet }: Management,
): string {
  const what = missingSet(wanted)
  const isElsewhere = namespace !== 'default' && resourceSet.get(`default/${wanted.name}`) !== undefined
  return isElsewhere ? `${what} in namespace "${namespace}"; one exists in namespace "default"` : what
}

/** What keeps a set from selecting the cluster even when the gate of its step is open. */
function neverSelects(resourceSet: ResourceSet, { gate }: FitoutStep, object: KubeObject): Hold | undefined {
  const { labels, ...cluster } = selectable(object)
  const open = gate ? { ...labels, [gate.label]: gate.value } : labels
  const selection = selectCluster(resourceSet, { ...cluster, isBeingDeleted: false, labels: open })
  return selection.selected ? undefined : hold('ResourceSetNotSelecting', selection.message)
}
