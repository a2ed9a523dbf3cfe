import type { Fields } from '../../health/read-field.ts'
import { proving } from './pod-samples.ts'
import {
  container,
  daemonSet,
  deployment,
  node,
  pod,
  type Sample,
  sample,
  says,
  warning,
} from './sample-objects.ts'
import { type Situation, situation } from './situation.ts'

const template = {
  template: { spec: { containers: [{ name: 'web', image: 'registry.example.com/web:v1', resources: {} }] } },
}

/** A Deployment whose pods the API server refuses with these words. */
function refused(words: string, spec: Fields = {}): Sample {
  return deployment('shop/web', {
    spec: { ...template, ...spec },
    status: {
      replicas: 0,
      unavailableReplicas: 1,
      conditions: [
        says('ReplicaFailure=True FailedCreate', `pods "web-5d9-abc" is forbidden: ${words}`),
        says('Available=False MinimumReplicasUnavailable', 'Deployment does not have minimum availability.'),
      ],
    },
  })
}

function limits(limit: Fields): Sample {
  return sample('v1 LimitRange', 'shop/sizes', { spec: { limits: [{ type: 'Container', ...limit }] } })
}

/** Pods that an API server does not take, in words that only it has. */
export const refusalSituations: readonly Situation[] = [
  situation(
    'A LimitRange allows less than a container asks for',
    'AdmissionRefused',
    proving(refused('maximum cpu usage per Container is 1, but limit is 2'), [limits({ max: { cpu: '1' } })]),
  ),
  situation(
    'A LimitRange allows a smaller ratio',
    'AdmissionRefused',
    proving(refused('cpu max limit to request ratio per Container is 2, but provided ratio is 10.000000'), [
      limits({ maxLimitRequestRatio: { cpu: '2' } }),
    ]),
  ),
  situation(
    'A quota takes only pods that say how much they need',
    'AdmissionRefused',
    proving(refused('failed quota: compute: must specify limits.cpu for: web; limits.memory for: web'), [
      sample('v1 ResourceQuota', 'shop/compute'),
    ]),
  ),
  situation(
    'The priority class of the pods does not exist',
    'AdmissionRefused',
    proving(refused('no PriorityClass with name gold was found'), []),
  ),
  situation(
    'The runtime class of the pods does not exist',
    'AdmissionRefused',
    proving(refused('pod rejected: RuntimeClass "gvisor" not found'), []),
  ),
  situation(
    'Pods are refused in words that no rule knows',
    'AdmissionRefused',
    proving(refused('pod node label selector conflicts with its namespace node label selector'), []),
  ),
  situation(
    'A namespace is labelled for restricted pods',
    'AdmissionRefused',
    proving(
      refused(
        'violates PodSecurity "restricted:latest": runAsNonRoot != true (pod or container "web" must set securityContext.runAsNonRoot=true)',
      ),
      [
        sample('v1 Namespace', 'shop', {
          metadata: { labels: { 'pod-security.kubernetes.io/enforce': 'restricted' } },
        }),
      ],
    ),
  ),
  situation(
    'The claim of a StatefulSet is refused',
    'AdmissionRefused',
    (() => {
      const set = sample('apps/v1 StatefulSet', 'shop/db', {
        spec: { replicas: 1, selector: { matchLabels: { app: 'db' } } },
        status: { replicas: 0 },
      })
      return proving(set, [
        warning(
          set,
          'FailedCreate',
          'create Claim data-db-0 for Pod db-0 in StatefulSet db failed error: persistentvolumeclaims "data-db-0" is forbidden: maximum storage usage per PersistentVolumeClaim is 1Gi, but request is 5Gi',
        ),
        sample('v1 LimitRange', 'shop/disks', {
          spec: { limits: [{ type: 'PersistentVolumeClaim', max: { storage: '1Gi' } }] },
        }),
      ])
    })(),
  ),
  situation(
    'A pod was evicted',
    'NotExplained',
    proving(
      sample('v1 Pod', 'shop/worker', {
        spec: { nodeName: 'node-a' },
        status: {
          phase: 'Failed',
          reason: 'Evicted',
          message: 'The node was low on resource: memory. Threshold quantity: 100Mi, available: 80Mi.',
          containerStatuses: [
            container('web', { state: { terminated: { exitCode: 137, reason: 'Error' } } }),
          ],
        },
      }),
      [sample('v1 Node', 'node-a', { status: { conditions: [says('Ready=True')] } })],
    ),
  ),
  situation(
    'A liveness probe stops a container again and again',
    'ProbeFailing',
    (() => {
      const killed = pod('shop/web-5d9-x', 'web', {
        status: {
          phase: 'Running',
          containerStatuses: [
            container('web', {
              state: { waiting: { reason: 'CrashLoopBackOff' } },
              last: { terminated: { exitCode: 137, reason: 'Error' } },
            }),
          ],
        },
      })
      return proving(deployment('shop/web'), [
        killed,
        warning(killed, 'Unhealthy', 'Liveness probe failed: HTTP probe failed with statuscode: 404'),
      ])
    })(),
  ),
]

const suspendedJob = sample('batch/v1 Job', 'shop/migrate', {
  spec: { suspend: true, selector: { matchLabels: { app: 'migrate' } } },
  status: { conditions: [says('Suspended=True JobSuspended', 'Job suspended')] },
})

const controlPlane = {
  spec: { taints: [{ key: 'node-role.kubernetes.io/control-plane', effect: 'NoSchedule' }] },
}

function replicaSet(name: string, revision: string, readyReplicas: number): Sample {
  return sample('apps/v1 ReplicaSet', `shop/${name}`, {
    metadata: {
      labels: { app: 'web' },
      annotations: { 'deployment.kubernetes.io/revision': revision },
      ownerReferences: [{ apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' }],
    },
    status: { replicas: 1, readyReplicas },
  })
}

function pendingOf(spec: Fields, status: Fields = {}): Sample {
  return pod('shop/web-5d9-x', 'web', { spec, status: { phase: 'Pending', conditions: [], ...status } })
}

/** What somebody has stopped, or asks for what there is none of. */
export const stoppedSituations: readonly Situation[] = [
  situation('A Job is suspended', 'StoppedOnPurpose', proving(suspendedJob, [])),
  situation(
    'A rollout is paused',
    'StoppedOnPurpose',
    proving(
      deployment('shop/web', {
        spec: { paused: true },
        status: {
          replicas: 1,
          updatedReplicas: 0,
          conditions: [says('Progressing=Unknown DeploymentPaused', 'Deployment is paused')],
        },
      }),
      [],
    ),
  ),
  situation(
    'Pods count only an hour after they are ready',
    'StoppedOnPurpose',
    proving(deployment('shop/web', { spec: { minReadySeconds: 3600 }, status: { readyReplicas: 1 } }), []),
  ),
  situation(
    'A DaemonSet replaces no pods',
    'StoppedOnPurpose',
    proving(
      {
        ...daemonSet('shop/agent', {
          status: { updatedNumberScheduled: 0, numberAvailable: 3, numberReady: 3 },
        }),
        spec: { selector: { matchLabels: { app: 'agent' } }, updateStrategy: { type: 'OnDelete' } },
      },
      [],
    ),
  ),
  situation(
    'An object is marked as paused',
    'StoppedOnPurpose',
    proving(
      sample('keda.sh/v1alpha1 ScaledObject', 'shop/web', {
        metadata: { annotations: { 'autoscaling.keda.sh/paused': 'true' } },
        status: { conditions: [says('Ready=False ScaledObjectPaused', 'ScaledObject is paused')] },
      }),
      [],
    ),
  ),
  situation(
    'A DaemonSet selects nodes by a label that none has',
    'Unschedulable',
    proving(
      {
        ...daemonSet('shop/agent', {
          status: {
            desiredNumberScheduled: 0,
            currentNumberScheduled: 0,
            updatedNumberScheduled: 0,
            numberAvailable: 0,
            numberReady: 0,
          },
        }),
        spec: {
          selector: { matchLabels: { app: 'agent' } },
          template: { spec: { nodeSelector: { 'example.com/pool': 'gpu' } } },
        },
      },
      [sample('v1 Node', 'node-a', { status: { conditions: [says('Ready=True')] } })],
    ),
  ),
  situation(
    'A pod selects nodes by a label that none has',
    'Unschedulable',
    proving(deployment('shop/web', { spec: template }), [
      pendingOf(
        { nodeName: '', nodeSelector: { disktype: 'ssd' } },
        {
          conditions: [
            says(
              'PodScheduled=False Unschedulable',
              "0/1 nodes are available: 1 node(s) didn't match Pod's node affinity/selector. preemption: 0/1 nodes are available: 1 Preemption is not helpful for scheduling.",
            ),
          ],
        },
      ),
      sample('v1 Node', 'node-a', { status: { conditions: [says('Ready=True')] } }),
    ]),
  ),
  situation(
    'A container asks for more than any node has',
    'ResourcesInsufficient',
    proving(
      deployment('shop/web', {
        spec: {
          template: { spec: { containers: [{ name: 'web', resources: { requests: { cpu: '500' } } }] } },
        },
      }),
      [
        pendingOf(
          { nodeName: '' },
          {
            conditions: [
              says(
                'PodScheduled=False Unschedulable',
                '0/1 nodes are available: 1 Insufficient cpu. preemption: 0/1 nodes are available: 1 Preemption is not helpful for scheduling.',
              ),
            ],
          },
        ),
        sample('v1 Node', 'node-a', {
          status: { allocatable: { cpu: '8' }, conditions: [says('Ready=True')] },
        }),
      ],
    ),
  ),
  situation(
    'A pod waits at a scheduling gate',
    'Unschedulable',
    proving(deployment('shop/web'), [
      pendingOf(
        { nodeName: '', schedulingGates: [{ name: 'example.com/quota' }] },
        {
          conditions: [
            says(
              'PodScheduled=False SchedulingGated',
              'Scheduling is blocked due to non-empty scheduling gates',
            ),
          ],
        },
      ),
    ]),
  ),
  situation(
    'A pod names a scheduler that nobody runs',
    'Unschedulable',
    proving(deployment('shop/web'), [pendingOf({ nodeName: '', schedulerName: 'volcano' })]),
  ),
  situation(
    'A pod is given to a node that is not there',
    'NodeNotReady',
    proving(deployment('shop/web', { spec: { template: { spec: { nodeName: 'node-z' } } } }), [
      pendingOf({ nodeName: 'node-z' }),
    ]),
  ),
  situation(
    'KEDA keeps a Deployment at zero',
    'ScaledToZero',
    proving(deployment('shop/web', { spec: { replicas: 0 }, status: { replicas: 0 } }), [
      sample('keda.sh/v1alpha1 ScaledObject', 'shop/web', {
        spec: { scaleTargetRef: { name: 'web' } },
        status: {
          conditions: [says('Ready=True', 'ScaledObject is defined correctly and is ready for scaling')],
        },
      }),
    ]),
  ),
  situation(
    'One node is cordoned and the other belongs to the control plane',
    'Unschedulable',
    proving(deployment('shop/web'), [
      pendingOf(
        { nodeName: '' },
        {
          conditions: [
            says(
              'PodScheduled=False Unschedulable',
              '0/2 nodes are available: 1 node(s) had untolerated taint(s), 1 node(s) were unschedulable. preemption: 0/2 nodes are available: 2 Preemption is not helpful for scheduling.',
            ),
          ],
        },
      ),
      node('control-plane', controlPlane),
      node('worker', { spec: { unschedulable: true } }),
    ]),
  ),
  situation(
    'The only worker has stopped reporting',
    'NodeNotReady',
    proving(deployment('shop/web'), [
      pendingOf(
        { nodeName: '' },
        {
          conditions: [
            says(
              'PodScheduled=False Unschedulable',
              '0/2 nodes are available: 2 node(s) had untolerated taint(s). preemption: 0/2 nodes are available: 2 Preemption is not helpful for scheduling.',
            ),
          ],
        },
      ),
      node('control-plane', controlPlane),
      node('worker', {
        spec: { taints: [{ key: 'node.kubernetes.io/unreachable', effect: 'NoSchedule' }] },
        ready: says('Ready=Unknown NodeStatusUnknown', 'Kubelet stopped posting node status.'),
      }),
    ]),
  ),
  situation(
    'A new revision has an image that is not there, and the one before still runs',
    'ImagePullFailed',
    proving(deployment('shop/web', { status: { replicas: 2, updatedReplicas: 1, readyReplicas: 1 } }), [
      replicaSet('web-2', '2', 0),
      replicaSet('web-1', '1', 1),
      pod('shop/web-2-x', 'web', {
        metadata: { labels: { app: 'web' }, ownerReferences: [{ kind: 'ReplicaSet', name: 'web-2' }] },
        status: {
          containerStatuses: [
            container('web', { state: { waiting: { reason: 'ImagePullBackOff', message: 'Back-off' } } }),
          ],
        },
      }),
      pod('shop/web-0-old', 'web', {
        metadata: { labels: { app: 'web' }, ownerReferences: [{ kind: 'ReplicaSet', name: 'web-1' }] },
        status: {
          containerStatuses: [
            container('web', { state: { terminated: { exitCode: 1, reason: 'Error', message: 'old' } } }),
          ],
        },
      }),
    ]),
  ),
]
