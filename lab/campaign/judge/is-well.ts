import type { KubeApi } from '../../kube/kube-api.ts'
import type { KubeObject, ObjectRef } from '../../kube/kube-object.ts'

interface Status {
  readonly observedGeneration?: number
  readonly replicas?: number
  readonly updatedReplicas?: number
  readonly availableReplicas?: number
  readonly readyReplicas?: number
  readonly currentRevision?: string
  readonly updateRevision?: string
  readonly numberAvailable?: number
  readonly updatedNumberScheduled?: number
  readonly desiredNumberScheduled?: number
  readonly currentHealthy?: number
  readonly desiredHealthy?: number
  readonly conditions?: readonly Condition[]
}

interface Condition {
  readonly type: string
  readonly status: string
  readonly observedGeneration?: number
}

interface Spec {
  readonly replicas?: number
  readonly suspend?: boolean
}

type Rule = (status: Status, spec: Spec, object: KubeObject) => boolean

// Written independently from what Kubernetes documents: it shares nothing with Fitout.
const rules: Readonly<Record<string, Rule>> = {
  Deployment: (status, { replicas = 1 }) =>
    replicas > 0 &&
    count(status.replicas) === replicas &&
    count(status.updatedReplicas) >= replicas &&
    count(status.availableReplicas) >= replicas,
  StatefulSet: (status, { replicas = 1 }) =>
    replicas > 0 &&
    count(status.readyReplicas) >= replicas &&
    count(status.updatedReplicas) >= replicas &&
    status.currentRevision === status.updateRevision,
  DaemonSet: status =>
    count(status.desiredNumberScheduled) > 0 &&
    count(status.numberAvailable) >= count(status.desiredNumberScheduled) &&
    count(status.updatedNumberScheduled) >= count(status.desiredNumberScheduled),
  Job: status => holds(status, 'Complete'),
  CronJob: (_, { suspend }) => suspend !== true,
  PodDisruptionBudget: status => count(status.currentHealthy) >= count(status.desiredHealthy),
  CustomResourceDefinition: status => holds(status, 'Established') && holds(status, 'NamesAccepted'),
  APIService: status => holds(status, 'Available'),
  ...Object.fromEntries(
    ['HelmRelease', 'Kustomization', 'NodePool'].map(kind => [
      kind,
      (status: Status) => holds(status, 'Ready'),
    ]),
  ),
}

/** Whether an object is as it should be, by rules of the campaign's own. */
function isWell(object: KubeObject): boolean {
  const status = (object['status'] ?? {}) as Status
  const { generation = 0, deletionTimestamp } = object.metadata
  if (deletionTimestamp !== undefined) return false
  const ready = status.conditions?.find(({ type }) => type === 'Ready')
  const seen = [status.observedGeneration, ready?.observedGeneration].filter(one => one !== undefined)
  if (seen.some(one => one < generation)) return false
  const rule = rules[object.kind]
  if (rule) return rule(status, object['spec'] ?? {}, object)
  return ready === undefined || ready.status === 'True'
}

/** Looks at all that is wanted by many steps, with one request for each kind. */
export async function lookAt(
  api: KubeApi,
  steps: ReadonlyMap<string, readonly ObjectRef[]>,
): Promise<ReadonlyMap<string, boolean>> {
  const kinds = new Map(
    [...steps.values()].flat().map(({ apiVersion, kind }) => [`${apiVersion} ${kind}`, { apiVersion, kind }]),
  )
  const found = new Map<string, KubeObject>()
  await Promise.all(
    [...kinds.values()].map(async ({ apiVersion, kind }) => {
      // A kind that is not served has no objects.
      const objects = await api.list(apiVersion, kind).catch(() => [])
      for (const object of objects)
        found.set(keyOf({ ...object, apiVersion, kind }), { ...object, apiVersion, kind })
    }),
  )
  return new Map(
    [...steps].map(([step, wants]) => [
      step,
      wants.every(one => {
        const object = found.get(keyOf(one))
        return object !== undefined && isWell(object)
      }),
    ]),
  )
}

function keyOf({ apiVersion, kind, metadata }: ObjectRef): string {
  return [apiVersion, kind, metadata.namespace, metadata.name].join(' ')
}

function holds({ conditions = [] }: Status, type: string): boolean {
  return conditions.some(one => one.type === type && one.status === 'True')
}

function count(value = 0): number {
  return value
}
