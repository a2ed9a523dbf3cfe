import { PLAYED_BY } from '../../control-plane/kwok.ts'
import { type KubeObject, type ObjectRef, ref } from '../../kube/kube-object.ts'
import { type Base, deliveryNames, type Part, type Way } from '../base.ts'

/** The label of pods that the campaign plays. */
export const played = { [PLAYED_BY]: 'campaign' } as const

/** A part of that way. */
export function part(way: Way, object: KubeObject): Part {
  return { way, object }
}

/** Names what a proof reads. */
export function proofOf(wants: readonly ObjectRef[]): object {
  return { objects: wants.map(({ apiVersion, kind, metadata }) => ({ apiVersion, kind, ...metadata })) }
}

/** A base whose step is delivered by a pack; the namespace and the ClusterResourceSet come along. */
export function packedBase(
  given: Omit<Base, 'step'> & { readonly step?: Readonly<Record<string, unknown>> },
): Base {
  const { set, pack, gate } = deliveryNames(given.id)
  const resourceSet: KubeObject = {
    ...ref('addons.cluster.x-k8s.io/v1beta2', 'ClusterResourceSet', set),
    spec: {
      clusterSelector: { matchLabels: { [gate]: 'true' } },
      resources: [{ kind: 'ConfigMap', name: pack }],
      strategy: 'ApplyOnce',
    },
  }
  return {
    ...given,
    parts: [
      part('management', resourceSet),
      part('pack', { ...ref('v1', 'Namespace', given.id) }),
      ...given.parts,
    ],
    step: { gate: { label: gate }, resourceSets: [set], proof: proofOf(given.wants), ...given.step },
  }
}

interface PodGiven {
  readonly container?: object
  readonly pod?: object
}

/** The template of a pod of the image `web`, which reads a file, two variables, and answers on port 8080. */
export function podTemplate(
  name: string,
  { container, pod }: PodGiven = {},
): Readonly<Record<string, unknown>> {
  const env = [
    { name: 'DATABASE_URL', valueFrom: { secretKeyRef: { name: 'database', key: 'url' } } },
    { name: 'LOG_LEVEL', valueFrom: { configMapKeyRef: { name: 'settings', key: 'level' } } },
  ]
  const probe = { httpGet: { path: '/healthz', port: 8080 }, periodSeconds: 5 }
  return {
    metadata: { labels: { app: name, ...played } },
    spec: {
      serviceAccountName: 'runner',
      containers: [
        {
          name: 'web',
          image: 'registry.example.com/web:1.0.0',
          args: ['--config=/etc/web/web.conf'],
          ports: [{ name: 'http', containerPort: 8080 }],
          env,
          volumeMounts: [{ name: 'config', mountPath: '/etc/web' }],
          readinessProbe: probe,
          livenessProbe: probe,
          resources: { requests: { cpu: '20m', memory: '32Mi' }, limits: { memory: '64Mi' } },
          ...container,
        },
      ],
      volumes: [{ name: 'config', configMap: { name: 'settings' } }],
      ...pod,
    },
  }
}

/** What the pods of that template read and run as. */
export function podNeeds(id: string): readonly KubeObject[] {
  return [
    { ...ref('v1', 'ServiceAccount', `${id}/runner`) },
    { ...ref('v1', 'ConfigMap', `${id}/settings`), data: { level: 'info', 'web.conf': 'listen=:8080' } },
    { ...ref('v1', 'Secret', `${id}/database`), stringData: { url: 'postgres://db.example.com/shop' } },
  ]
}

/** A Deployment of such pods. */
export function deployment(
  id: string,
  name: string,
  given: PodGiven & { readonly spec?: object } = {},
): KubeObject {
  return {
    ...ref('apps/v1', 'Deployment', `${id}/${name}`),
    spec: {
      replicas: 1,
      selector: { matchLabels: { app: name } },
      template: podTemplate(name, given),
      ...given.spec,
    },
  }
}

/** A node of a base: pods that select it run nowhere else. */
export function ownNode(id: string): KubeObject {
  return {
    ...ref('v1', 'Node', `${id}-node`),
    metadata: {
      name: `${id}-node`,
      labels: { 'example.com/pool': id, 'kubernetes.io/hostname': `${id}-node`, 'kubernetes.io/os': 'linux' },
    },
    spec: { taints: [{ key: 'example.com/pool', value: id, effect: 'NoSchedule' }] },
  }
}

/** What puts pods on the node of a base. */
export function onOwnNode(id: string): object {
  return {
    nodeSelector: { 'example.com/pool': id },
    tolerations: [{ key: 'example.com/pool', value: id, effect: 'NoSchedule' }],
  }
}
