import type { Fields } from '../../src/domain/object/fields.ts'
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

function noDaemon(pods: Fields): Sample {
  const none = {
    desiredNumberScheduled: 0,
    currentNumberScheduled: 0,
    updatedNumberScheduled: 0,
    numberAvailable: 0,
    numberReady: 0,
  }
  return {
    ...daemonSet('shop/agent', { status: none }),
    spec: { selector: { matchLabels: { app: 'agent' } }, template: { spec: pods } },
  }
}

function pendingOf(spec: Fields, status: Fields = {}): Sample {
  return pod('shop/web-5d9-x', 'web', { spec, status: { phase: 'Pending', conditions: [], ...status } })
}

/** What someone has stopped, or asks for what there is none of. */
export const stoppedSituations: readonly Situation[] = [
  situation('A Job is suspended', 'ObjectSuspended', proving(suspendedJob, [])),
  situation(
    'A rollout is paused',
    'ObjectSuspended',
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
    'ObjectSuspended',
    proving(deployment('shop/web', { spec: { minReadySeconds: 3600 }, status: { readyReplicas: 1 } }), []),
  ),
  situation(
    'A DaemonSet replaces no pods',
    'ObjectSuspended',
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
    'ObjectSuspended',
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
    proving(noDaemon({ nodeSelector: { 'example.com/pool': 'gpu' } }), [node('node-a')]),
  ),
  situation(
    'A DaemonSet tolerates no node',
    'TaintsNotTolerated',
    proving(noDaemon({}), [node('control-plane', controlPlane)]),
  ),
  situation(
    'A DaemonSet has an affinity that no node matches',
    'Unschedulable',
    proving(
      noDaemon({
        affinity: {
          nodeAffinity: {
            requiredDuringSchedulingIgnoredDuringExecution: {
              nodeSelectorTerms: [{ matchExpressions: [{ key: 'example.com/pool', operator: 'Exists' }] }],
            },
          },
        },
      }),
      [node('node-a')],
    ),
  ),
  situation(
    'A host port is taken',
    'Unschedulable',
    proving(deployment('shop/web'), [
      pendingOf(
        { nodeName: '', containers: [{ name: 'web', ports: [{ containerPort: 80, hostPort: 8080 }] }] },
        {
          conditions: [
            says(
              'PodScheduled=False Unschedulable',
              "0/1 nodes are available: 1 node(s) didn't have free ports for the requested pod ports. preemption: 0/1 nodes are available: 1 No preemption victims found for incoming pod.",
            ),
          ],
        },
      ),
      node('node-a'),
    ]),
  ),
  situation(
    'No provisioner creates the volume',
    'VolumeNotBound',
    (() => {
      const claim = sample('v1 PersistentVolumeClaim', 'shop/data', {
        spec: { storageClassName: 'fast' },
        status: { phase: 'Pending' },
      })
      return proving(deployment('shop/web'), [
        pendingOf(
          { nodeName: '', volumes: [{ name: 'data', persistentVolumeClaim: { claimName: 'data' } }] },
          {
            conditions: [
              says(
                'PodScheduled=False Unschedulable',
                '0/1 nodes are available: pod has unbound immediate PersistentVolumeClaims. not found',
              ),
            ],
          },
        ),
        claim,
        sample('storage.k8s.io/v1 StorageClass', 'fast'),
        {
          ...warning(
            claim,
            'ExternalProvisioning',
            "Waiting for a volume to be created either by the external provisioner 'disk.csi.example.com' or manually by the system administrator. If volume creation is delayed, please verify that the provisioner is running and correctly registered.",
          ),
          type: 'Normal',
        },
        node('node-a'),
      ])
    })(),
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
    'A container requests more than any node has',
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
    'A pod names a scheduler that does not run',
    'Unschedulable',
    proving(deployment('shop/web'), [pendingOf({ nodeName: '', schedulerName: 'volcano' })]),
  ),
  situation(
    'A pod is given to a node that does not exist',
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
    'A new revision has an image that does not exist, and the one before still runs',
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
