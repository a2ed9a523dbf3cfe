import { groupBy } from '../object/group-by.ts'
import { type Fields, isFields, textIn } from '../object/fields.ts'
import { editFields } from './edit-fields.ts'
import { type RenderedObject, withContent } from './rendered.ts'

const podsIn: Readonly<Record<string, readonly string[]>> = {
  Pod: ['spec'],
  PodTemplate: ['template', 'spec'],
  Deployment: ['spec', 'template', 'spec'],
  ReplicaSet: ['spec', 'template', 'spec'],
  ReplicationController: ['spec', 'template', 'spec'],
  DaemonSet: ['spec', 'template', 'spec'],
  StatefulSet: ['spec', 'template', 'spec'],
  Job: ['spec', 'template', 'spec'],
  CronJob: ['spec', 'jobTemplate', 'spec', 'template', 'spec'],
}

/** Where a pod names objects of a kind. */
const inPods: Readonly<Record<string, readonly string[]>> = {
  ConfigMap: [
    'volumes.configMap.name',
    'volumes.projected.sources.configMap.name',
    ...['containers', 'initContainers'].flatMap(list => [
      `${list}.env.valueFrom.configMapKeyRef.name`,
      `${list}.envFrom.configMapRef.name`,
    ]),
  ],
  Secret: [
    'volumes.secret.secretName',
    'volumes.projected.sources.secret.name',
    'imagePullSecrets.name',
    ...['containers', 'initContainers'].flatMap(list => [
      `${list}.env.valueFrom.secretKeyRef.name`,
      `${list}.envFrom.secretRef.name`,
    ]),
  ],
  ServiceAccount: ['serviceAccountName'],
  PersistentVolumeClaim: ['volumes.persistentVolumeClaim.claimName'],
  PriorityClass: ['priorityClassName'],
}

/** Where other kinds name objects of a kind: the kind that names, and the path. */
const elsewhere: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  Deployment: [['HorizontalPodAutoscaler', 'spec.scaleTargetRef.name']],
  StatefulSet: [['HorizontalPodAutoscaler', 'spec.scaleTargetRef.name']],
  Secret: [
    ['Ingress', 'spec.tls.secretName'],
    ['ServiceAccount', 'imagePullSecrets.name'],
  ],
  Service: [
    ['StatefulSet', 'spec.serviceName'],
    ['Ingress', 'spec.rules.http.paths.backend.service.name'],
    ['Ingress', 'spec.defaultBackend.service.name'],
    ['APIService', 'spec.service.name'],
    ['ValidatingWebhookConfiguration', 'webhooks.clientConfig.service.name'],
    ['MutatingWebhookConfiguration', 'webhooks.clientConfig.service.name'],
  ],
  Role: [['RoleBinding', 'roleRef.name']],
  ClusterRole: [
    ['RoleBinding', 'roleRef.name'],
    ['ClusterRoleBinding', 'roleRef.name'],
  ],
  StorageClass: [
    ['PersistentVolumeClaim', 'spec.storageClassName'],
    ['StatefulSet', 'spec.volumeClaimTemplates.spec.storageClassName'],
  ],
}

/** Renames, in everything that names an object, what kustomize has renamed. */
export function withNamesFollowed(objects: readonly RenderedObject[]): readonly RenderedObject[] {
  const renamed = objects.filter(({ formerNames }) => formerNames.length > 1)
  const accounts = objects.filter(({ kind }) => kind === 'ServiceAccount')
  if (renamed.length === 0 && accounts.length === 0) return objects
  const byKind = groupBy(renamed, ({ kind }) => kind)
  return objects.map(object => {
    let { content } = object
    for (const [kind, targets] of byKind)
      for (const path of pathsTo(kind, object.kind))
        content = editFields(content, path, value => nameNow(value, targets, object))
    content = withSubjects(content, object, accounts)
    return content === object.content ? object : withContent(object, content)
  })
}

function pathsTo(kind: string, referrer: string): readonly (readonly string[])[] {
  const pod = podsIn[referrer]
  const pods = pod ? (inPods[kind] ?? []).map(path => [...pod, ...path.split('.')]) : []
  const others = (elsewhere[kind] ?? [])
    .filter(([from]) => from === referrer)
    .map(([, path]) => path.split('.'))
  return [...pods, ...others]
}

function nameNow(value: unknown, targets: readonly RenderedObject[], referrer: RenderedObject): unknown {
  if (typeof value !== 'string') return value
  const found = targets.filter(({ formerNames }) => formerNames.includes(value))
  const [target] =
    found.length > 1 ? found.filter(({ namespace }) => namespace === referrer.namespace) : found
  return target?.name ?? value
}

// The subjects of a binding name an account and its namespace.
function withSubjects(
  content: Fields,
  { kind }: RenderedObject,
  accounts: readonly RenderedObject[],
): Fields {
  if (kind !== 'RoleBinding' && kind !== 'ClusterRoleBinding') return content
  return editFields(content, ['subjects'], subject => {
    if (!isFields(subject) || subject['kind'] !== 'ServiceAccount') return subject
    const name = textIn(subject, 'name')
    const [account, ...others] = accounts.filter(({ formerNames }) => formerNames.includes(name))
    if (!account || others.length > 0) return subject
    const before = textIn(subject, 'namespace')
    const home = account.source.namespace === '' ? 'default' : account.source.namespace
    const isSame = before === '' || before === home || before === account.namespace
    if (!isSame || account.namespace === '') return subject
    if (before === account.namespace && name === account.name) return subject
    return { ...subject, name: account.name, namespace: account.namespace }
  })
}
