import { ref } from '../../kube/kube-object.ts'
import type { BaseMaker } from '../base.ts'
import { deployment, onOwnNode, ownNode, packedBase, part, podNeeds, podTemplate } from './parts.ts'

/** A Deployment behind a Service, with everything that it reads and the rights that it has. */
export const web: BaseMaker = id =>
  packedBase({
    name: 'web',
    id,
    parts: [
      ...podNeeds(id).map(object => part('pack', object)),
      part('pack', {
        ...ref('rbac.authorization.k8s.io/v1', 'Role', `${id}/runner`),
        rules: [{ apiGroups: [''], resources: ['configmaps'], verbs: ['get'] }],
      }),
      part('pack', {
        ...ref('rbac.authorization.k8s.io/v1', 'RoleBinding', `${id}/runner`),
        roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'runner' },
        subjects: [{ kind: 'ServiceAccount', name: 'runner', namespace: id }],
      }),
      part('pack', {
        ...ref('v1', 'Service', `${id}/web`),
        spec: { selector: { app: 'web' }, ports: [{ name: 'http', port: 80, targetPort: 'http' }] },
      }),
      part('pack', deployment(id, 'web')),
    ],
    wants: [ref('apps/v1', 'Deployment', `${id}/web`)],
  })

/** An agent on every node of a pool: one node, with a taint that it tolerates. */
export const agent: BaseMaker = id =>
  packedBase({
    name: 'agent',
    id,
    parts: [
      part('node', ownNode(id)),
      ...podNeeds(id).map(object => part('pack', object)),
      part('pack', {
        ...ref('apps/v1', 'DaemonSet', `${id}/agent`),
        spec: {
          selector: { matchLabels: { app: 'agent' } },
          template: podTemplate('agent', { pod: onOwnNode(id) }),
        },
      }),
    ],
    wants: [ref('apps/v1', 'DaemonSet', `${id}/agent`)],
  })

/** A StatefulSet with a claim, and the volume that fits it. */
export const store: BaseMaker = id =>
  packedBase({
    name: 'store',
    id,
    parts: [
      ...podNeeds(id).map(object => part('pack', object)),
      part('pack', {
        ...ref('v1', 'PersistentVolume', `${id}-disk`),
        spec: {
          capacity: { storage: '1Gi' },
          accessModes: ['ReadWriteOnce'],
          storageClassName: id,
          hostPath: { path: '/var/lib/store' },
          persistentVolumeReclaimPolicy: 'Retain',
        },
      }),
      part('pack', {
        ...ref('v1', 'Service', `${id}/store`),
        spec: { clusterIP: 'None', selector: { app: 'store' }, ports: [{ port: 8080 }] },
      }),
      part('pack', {
        ...ref('apps/v1', 'StatefulSet', `${id}/store`),
        spec: {
          replicas: 1,
          serviceName: 'store',
          selector: { matchLabels: { app: 'store' } },
          template: podTemplate('store', {
            container: {
              volumeMounts: [
                { name: 'config', mountPath: '/etc/web' },
                { name: 'data', mountPath: '/data' },
              ],
            },
          }),
          volumeClaimTemplates: [
            {
              metadata: { name: 'data' },
              spec: {
                accessModes: ['ReadWriteOnce'],
                storageClassName: id,
                resources: { requests: { storage: '1Gi' } },
              },
            },
          ],
        },
      }),
    ],
    wants: [ref('apps/v1', 'StatefulSet', `${id}/store`)],
  })

/** A Job that ends well. */
export const migrate: BaseMaker = id =>
  packedBase({
    name: 'migrate',
    id,
    parts: [
      ...podNeeds(id).map(object => part('pack', object)),
      part('pack', {
        ...ref('batch/v1', 'Job', `${id}/migrate`),
        spec: {
          backoffLimit: 1,
          activeDeadlineSeconds: 600,
          template: podTemplate('migrate', {
            container: { readinessProbe: undefined, livenessProbe: undefined },
            pod: { restartPolicy: 'Never' },
          }),
        },
      }),
    ],
    wants: [ref('batch/v1', 'Job', `${id}/migrate`)],
  })

/** A CronJob, and a Deployment beside it that is done in its own time. */
export const backup: BaseMaker = id =>
  packedBase({
    name: 'backup',
    id,
    parts: [
      ...podNeeds(id).map(object => part('pack', object)),
      part('pack', {
        ...ref('batch/v1', 'CronJob', `${id}/backup`),
        spec: {
          schedule: '0 3 * * *',
          concurrencyPolicy: 'Forbid',
          jobTemplate: {
            spec: { template: podTemplate('backup', { pod: { restartPolicy: 'Never' } }) },
          },
        },
      }),
      part('pack', deployment(id, 'web')),
    ],
    wants: [ref('batch/v1', 'CronJob', `${id}/backup`), ref('apps/v1', 'Deployment', `${id}/web`)],
  })

/** Two pods on a node of their own, in a namespace with a quota, limits and a disruption budget, after an init container. */
export const tenant: BaseMaker = id =>
  packedBase({
    name: 'tenant',
    id,
    parts: [
      part('node', ownNode(id)),
      ...podNeeds(id).map(object => part('pack', object)),
      part('pack', {
        ...ref('v1', 'ResourceQuota', `${id}/team`),
        spec: { hard: { pods: '4', 'requests.cpu': '1', 'limits.memory': '1Gi' } },
      }),
      part('pack', {
        ...ref('v1', 'LimitRange', `${id}/team`),
        spec: { limits: [{ type: 'Container', max: { memory: '256Mi' }, defaultRequest: { cpu: '10m' } }] },
      }),
      part('pack', {
        ...ref('scheduling.k8s.io/v1', 'PriorityClass', `${id}-high`),
        value: 1000,
        preemptionPolicy: 'Never',
      }),
      part('pack', {
        ...ref('policy/v1', 'PodDisruptionBudget', `${id}/shop`),
        spec: { minAvailable: 1, selector: { matchLabels: { app: 'shop' } } },
      }),
      part(
        'pack',
        deployment(id, 'shop', {
          spec: { replicas: 2 },
          pod: {
            ...onOwnNode(id),
            priorityClassName: `${id}-high`,
            securityContext: { runAsNonRoot: true, runAsUser: 1000 },
            initContainers: [
              {
                name: 'prepare',
                image: 'registry.example.com/web:1.0.0',
                command: ['/bin/web'],
                args: ['--config=/etc/web/web.conf'],
                env: [
                  { name: 'DATABASE_URL', valueFrom: { secretKeyRef: { name: 'database', key: 'url' } } },
                ],
                volumeMounts: [{ name: 'config', mountPath: '/etc/web' }],
                resources: { limits: { memory: '64Mi' } },
              },
            ],
          },
        }),
      ),
    ],
    wants: [
      ref('apps/v1', 'Deployment', `${id}/shop`),
      ref('policy/v1', 'PodDisruptionBudget', `${id}/shop`),
    ],
  })
