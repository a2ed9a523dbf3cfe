import { type Fields, itemsIn, partOf, textIn } from '../../object/fields.ts'
import type { Inquiry } from '../inquiry.ts'
import { labelsIn, type SeenRef, type SeenObject } from '../seen-object.ts'
import { apiGroup } from '../../object/api-group.ts'
import { namedInPod } from './named-in-pod.ts'
import { newestReplicaSet, unreadyPods } from './pods.ts'

type Neighbours = (object: SeenObject, inquiry: Inquiry) => readonly SeenRef[]

const podMakers: ReadonlySet<string> = new Set([
  'apps/ReplicaSet',
  'apps/StatefulSet',
  'apps/DaemonSet',
  'batch/Job',
])

/** What an object made that is not well, the newest first. */
export const madeBy: Neighbours = (object, inquiry) => {
  const kind = `${apiGroup(object.ref.apiVersion)}/${object.ref.kind}`
  // Pods tell more than the ReplicaSet that made them, and are asked for once.
  if (kind === 'apps/Deployment')
    return [...unreadyPods(object, inquiry), ...newestReplicaSet(object, inquiry)]
  if (podMakers.has(kind)) return isMadeByDeployment(object) ? [] : unreadyPods(object, inquiry)
  if (kind === 'batch/CronJob') return jobsOf(object, inquiry)
  return isCustom(apiGroup(object.ref.apiVersion)) ? workloadsOf(object, inquiry) : []
}

// What Kubernetes, Flux and Karpenter have makes no pods, or does not mark them as its own.
function isCustom(group: string): boolean {
  return group.includes('.') && !/(?:^|\.)(?:k8s\.io|fluxcd\.io|karpenter\.sh)$/.test(group)
}

function isMadeByDeployment({ fields }: SeenObject): boolean {
  return itemsIn(partOf(fields, 'metadata'), 'ownerReferences').some(
    owner => textIn(owner, 'kind') === 'Deployment',
  )
}

/** What an object names, and cannot do without. */
export const namedBy: Neighbours = object => {
  const { on, kind, namespace } = object.ref
  const spec = partOf(object.fields, 'spec')
  if (kind === 'Pod') return namedInPod(object)
  if (kind === 'APIService') {
    const service = partOf(spec, 'service')
    const name = textIn(service, 'name')
    return name === ''
      ? []
      : [{ on, apiVersion: 'v1', kind: 'Service', namespace: textIn(service, 'namespace'), name }]
  }
  if (kind === 'HorizontalPodAutoscaler' && namespace !== undefined) {
    const target = partOf(spec, 'scaleTargetRef')
    return [
      {
        on,
        apiVersion: textIn(target, 'apiVersion'),
        kind: textIn(target, 'kind'),
        namespace,
        name: textIn(target, 'name'),
      },
    ]
  }
  return []
}

/** What made an object: its owners, and the release or Kustomization that it belongs to. */
export const makersOf: Neighbours = ({ ref, fields }) => {
  const { on, namespace } = ref
  const place = namespace === undefined ? {} : { namespace }
  const owners = itemsIn(partOf(fields, 'metadata'), 'ownerReferences').map(owner => ({
    on,
    apiVersion: textIn(owner, 'apiVersion'),
    kind: textIn(owner, 'kind'),
    ...place,
    name: textIn(owner, 'name'),
  }))
  return [...owners, ...fluxMakers(fields, on)].filter(({ kind, name }) => kind !== '' && name !== '')
}

const makers = [
  ['helm.toolkit.fluxcd.io', 'v2', 'HelmRelease'],
  ['kustomize.toolkit.fluxcd.io', 'v1', 'Kustomization'],
] as const

function fluxMakers(fields: Fields, on: SeenRef['on']): readonly SeenRef[] {
  const labels = labelsIn(fields)
  return makers.flatMap(([group, version, kind]) => {
    const [name, namespace] = [labels[`${group}/name`], labels[`${group}/namespace`]]
    if (name === undefined || namespace === undefined) return []
    return [{ on, apiVersion: `${group}/${version}`, kind, namespace, name }]
  })
}

/** The newest Job of a CronJob that is not complete. */
export const jobsOf: Neighbours = (object, inquiry) => {
  const jobs = owned(object, { apiVersion: 'batch/v1', kind: 'Job' }, inquiry)
  return jobs
    .filter(job => partOf(job.fields, 'status')['completionTime'] === undefined)
    .toSorted((a, b) => (madeAt(a) < madeAt(b) ? 1 : -1))
    .slice(0, 1)
    .map(({ ref }) => ref)
}

const workloads = [
  { apiVersion: 'apps/v1', kind: 'Deployment' },
  { apiVersion: 'apps/v1', kind: 'StatefulSet' },
  { apiVersion: 'apps/v1', kind: 'DaemonSet' },
  { apiVersion: 'batch/v1', kind: 'Job' },
]

// Of a kind that someone defined, only the marks of ownership tell what it made.
const workloadsOf: Neighbours = (object, inquiry) =>
  workloads.flatMap(kind => owned(object, kind, inquiry).map(({ ref }) => ref))

function owned(
  { ref, fields }: SeenObject,
  kind: { readonly apiVersion: string; readonly kind: string },
  inquiry: Inquiry,
): readonly SeenObject[] {
  const uid = textIn(partOf(fields, 'metadata'), 'uid')
  if (ref.namespace === undefined || uid === '') return []
  const list = inquiry.list({ on: ref.on, ...kind, namespace: ref.namespace })
  if (list.kind !== 'listed') return []
  return list.objects.filter(one =>
    itemsIn(partOf(one.fields, 'metadata'), 'ownerReferences').some(owner => textIn(owner, 'uid') === uid),
  )
}

function madeAt({ fields }: SeenObject): string {
  return textIn(partOf(fields, 'metadata'), 'creationTimestamp')
}
