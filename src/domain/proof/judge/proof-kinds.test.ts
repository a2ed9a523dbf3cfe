import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { conditions, is, judgeKind, type Parts } from '#test/domain/sample-kinds.ts'

describe('Of each kind that was looked through, a proof does not take', () => {
  const cases: readonly (readonly [
    name: string,
    kind: string,
    parts: Partial<Parts>,
    want: readonly string[],
  ])[] = [
    [
      'an APIService whose server does not respond',
      'apiregistration.k8s.io/v1 APIService',
      conditions(
        is('Available', 'False', {
          reason: 'MissingEndpoints',
          message: 'endpoints for service/metrics-server in "kube-system" have no addresses',
        }),
      ),
      [
        'InProgress',
        'Condition Available is False: endpoints for service/metrics-server in "kube-system" have no addresses',
      ],
    ],
    [
      'an APIService that nobody has looked at',
      'apiregistration.k8s.io/v1 APIService',
      {},
      ['InProgress', 'Condition Available is not reported yet, so nothing is proven'],
    ],
    [
      'a definition whose names are taken, whatever comes first in its list',
      'apiextensions.k8s.io/v1 CustomResourceDefinition',
      conditions(is('Established'), is('NamesAccepted', 'False', { reason: 'ListKindConflict' })),
      ['InProgress', 'Condition NamesAccepted is False: ListKindConflict'],
    ],
    [
      'a StatefulSet that is updated by deleting its pods, and has none',
      'apps/v1 StatefulSet',
      {
        spec: { replicas: 3, updateStrategy: { type: 'OnDelete' } },
        status: { observedGeneration: 2, replicas: 3 },
      },
      ['InProgress', 'Ready: 0/3'],
    ],
    [
      'a Deployment that cannot make the pods of its newest template',
      'apps/v1 Deployment',
      {
        spec: { replicas: 1 },
        status: {
          observedGeneration: 2,
          replicas: 1,
          updatedReplicas: 1,
          readyReplicas: 1,
          availableReplicas: 1,
          conditions: [is('Available'), is('ReplicaFailure', 'True', { message: 'exceeded quota: q' })],
        },
      },
      ['InProgress', 'Condition ReplicaFailure is True: exceeded quota: q'],
    ],
    [
      'a ReplicationController without its pods',
      'v1 ReplicationController',
      { spec: { replicas: 2 }, status: { replicas: 2 } },
      ['InProgress', 'Ready: 0/2'],
    ],
    [
      'a controller of another project that counts fewer replicas than it wants',
      'apps.kruise.io/v1alpha1 CloneSet',
      { spec: { replicas: 2 }, status: { readyReplicas: 2, availableReplicas: 1 } },
      ['InProgress', 'Available: 1/2'],
    ],
    [
      'what wants no replicas, of whatever kind',
      'argoproj.io/v1alpha1 Rollout',
      { spec: { replicas: 0 }, status: { phase: 'Healthy' } },
      ['InProgress', '0 replicas are desired, so nothing is proven'],
    ],
    [
      'a Job that wants no pod to complete',
      'batch/v1 Job',
      { spec: { completions: 0 }, status: { conditions: [is('Complete')] } },
      ['InProgress', '0 completions are desired, so nothing is proven'],
    ],
    [
      'a CronJob that is suspended',
      'batch/v1 CronJob',
      { spec: { suspend: true } },
      ['InProgress', 'It is suspended, so nothing is proven'],
    ],
    [
      'a PodDisruptionBudget whose pods are not healthy',
      'policy/v1 PodDisruptionBudget',
      {
        status: {
          observedGeneration: 2,
          currentHealthy: 1,
          desiredHealthy: 2,
          expectedPods: 2,
          conditions: [is('DisruptionAllowed', 'False', { reason: 'InsufficientPods' })],
        },
      },
      ['InProgress', 'Healthy: 1/2'],
    ],
    [
      'a PodDisruptionBudget that selects no pod',
      'policy/v1 PodDisruptionBudget',
      {
        status: { observedGeneration: 2, expectedPods: 0, conditions: [is('DisruptionAllowed', 'False')] },
      },
      ['InProgress', 'It selects no pod, so nothing is proven'],
    ],
    [
      'a PodDisruptionBudget that its controller cannot work on',
      'policy/v1 PodDisruptionBudget',
      {
        status: {
          observedGeneration: 2,
          expectedPods: 2,
          conditions: [is('DisruptionAllowed', 'False', { reason: 'SyncFailed', message: 'no scale' })],
        },
      },
      ['InProgress', 'Condition DisruptionAllowed is False: no scale'],
    ],
    [
      'an autoscaler without metrics',
      'autoscaling/v2 HorizontalPodAutoscaler',
      conditions(is('AbleToScale'), is('ScalingActive', 'False', { message: 'no metrics returned' })),
      ['InProgress', 'Condition ScalingActive is False: no metrics returned'],
    ],
    [
      'a claim whose volume could not be resized',
      'v1 PersistentVolumeClaim',
      { status: { phase: 'Bound', conditions: [is('ControllerResizeError', 'True', { message: 'quota' })] } },
      ['InProgress', 'Condition ControllerResizeError is True: quota'],
    ],
    [
      'a volume that failed',
      'v1 PersistentVolume',
      { status: { phase: 'Failed' } },
      ['Failed', 'Phase is Failed'],
    ],
    [
      'a volume whose claim is gone',
      'v1 PersistentVolume',
      { status: { phase: 'Released' } },
      ['InProgress', 'Phase is Released'],
    ],
    [
      'a namespace that is going',
      'v1 Namespace',
      { status: { phase: 'Terminating' } },
      ['InProgress', 'Phase is Terminating'],
    ],
    [
      'a node under pressure',
      'v1 Node',
      conditions(is('DiskPressure', 'True', { reason: 'KubeletHasDiskPressure' }), is('Ready')),
      ['InProgress', 'Condition DiskPressure is True: KubeletHasDiskPressure'],
    ],
    [
      'a Service whose load balancer has no address',
      'v1 Service',
      { spec: { type: 'LoadBalancer', clusterIP: '10.0.0.1' }, status: { loadBalancer: {} } },
      ['InProgress', 'The load balancer has no address yet'],
    ],
    [
      'a flow schema that leads nowhere',
      'flowcontrol.apiserver.k8s.io/v1 FlowSchema',
      conditions(is('Dangling', 'True', { message: 'no such level' })),
      ['InProgress', 'Condition Dangling is True: no such level'],
    ],
    [
      'a request for a certificate that was denied',
      'certificates.k8s.io/v1 CertificateSigningRequest',
      conditions(is('Denied', 'True', { reason: 'No' })),
      ['Failed', 'Condition Denied is True: No'],
    ],
    [
      'a volume that is not attached',
      'storage.k8s.io/v1 VolumeAttachment',
      { status: { attached: false } },
      ['InProgress', 'Its status has attached: false'],
    ],
    [
      'a snapshot that cannot be used',
      'snapshot.storage.k8s.io/v1 VolumeSnapshot',
      { status: { readyToUse: false } },
      ['InProgress', 'Its status has readyToUse: false'],
    ],
    [
      'a pod that is to be evicted',
      'v1 Pod',
      {
        status: {
          phase: 'Running',
          conditions: [is('Ready'), is('DisruptionTarget', 'True', { reason: 'Evict' })],
        },
      },
      ['InProgress', 'Condition DisruptionTarget is True: Evict'],
    ],
    [
      'a Certificate that no controller has seen',
      'cert-manager.io/v1 Certificate',
      {},
      ['InProgress', 'Condition Ready is not reported yet, so nothing is proven'],
    ],
    [
      'a Gateway that is accepted and not programmed',
      'gateway.networking.k8s.io/v1 Gateway',
      conditions(is('Accepted'), is('Programmed', 'False', { reason: 'AddressNotAssigned' })),
      ['InProgress', 'Condition Programmed is False: AddressNotAssigned'],
    ],
    [
      'a Gateway that was programmed for its older spec',
      'gateway.networking.k8s.io/v1 Gateway',
      conditions(is('Accepted'), is('Programmed', 'True', { observedGeneration: 1 })),
      ['InProgress', 'Condition Programmed is for generation 1, but the object is at generation 2'],
    ],
    [
      'a Gateway with a listener in conflict',
      'gateway.networking.k8s.io/v1 Gateway',
      {
        status: {
          conditions: [is('Accepted'), is('Programmed')],
          listeners: [{ conditions: [is('Conflicted', 'True', { reason: 'HostnameConflict' })] }],
        },
      },
      ['InProgress', 'Condition Conflicted in listeners is True: HostnameConflict'],
    ],
    [
      'a route that its gateway does not take',
      'gateway.networking.k8s.io/v1 HTTPRoute',
      { status: { parents: [{ conditions: [is('Accepted', 'False', { reason: 'NoMatchingParent' })] }] } },
      ['InProgress', 'Condition Accepted in parents is False: NoMatchingParent'],
    ],
    [
      'a route that no gateway has seen',
      'gateway.networking.k8s.io/v1 HTTPRoute',
      { status: { parents: [] } },
      ['InProgress', 'Condition Accepted is not reported yet, so nothing is proven'],
    ],
    [
      'a NodePool that Karpenter has not judged',
      'karpenter.sh/v1 NodePool',
      {},
      ['InProgress', 'Condition Ready is not reported yet, so nothing is proven'],
    ],
    [
      'a network policy that Cilium cannot read',
      'cilium.io/v2 CiliumNetworkPolicy',
      conditions(is('Valid', 'False', { message: 'bad port' })),
      ['InProgress', 'Condition Valid is False: bad port'],
    ],
    [
      'a pool of addresses that overlaps with another',
      'cilium.io/v2 CiliumLoadBalancerIPPool',
      conditions(is('cilium.io/PoolConflict', 'True', { reason: 'cidr_overlap' })),
      ['InProgress', 'Condition cilium.io/PoolConflict is True: cidr_overlap'],
    ],
    [
      'a Cluster that Cluster API does not call available',
      'cluster.x-k8s.io/v1beta2 Cluster',
      conditions(is('Available', 'Unknown', { message: 'not yet' })),
      ['InProgress', 'Condition Available is Unknown: not yet'],
    ],
    [
      'a resource of Crossplane that is ready, and whose newest spec is refused',
      's3.aws.upbound.io/v1beta1 Bucket',
      conditions(is('Ready'), is('Synced', 'False', { reason: 'ReconcileError' })),
      ['InProgress', 'Condition Synced is False: ReconcileError'],
    ],
    [
      'a resource of an AWS controller that is given up',
      's3.services.k8s.aws/v1alpha1 Bucket',
      conditions(is('ACK.Terminal', 'True', { message: 'BucketAlreadyExists' })),
      ['Failed', 'Condition ACK.Terminal is True: BucketAlreadyExists'],
    ],
    [
      'an operator that is available and degraded',
      'config.openshift.io/v1 ClusterOperator',
      conditions(is('Available'), is('Degraded', 'True'), is('Upgradeable', 'False')),
      ['InProgress', 'Condition Degraded is True'],
    ],
    [
      'what says neither yes nor no',
      'monitoring.coreos.com/v1 Prometheus',
      conditions(is('Available', 'Degraded', { message: 'shard 0: pod prometheus-0: crash' })),
      ['InProgress', 'Condition Available is Degraded: shard 0: pod prometheus-0: crash'],
    ],
    [
      'an application of Argo CD that is degraded',
      'argoproj.io/v1alpha1 Application',
      { status: { health: { status: 'Degraded' }, sync: { status: 'Synced' } } },
      ['InProgress', 'Health is Degraded'],
    ],
    [
      'an application of Argo CD that is not what Git has',
      'argoproj.io/v1alpha1 Application',
      { status: { health: { status: 'Healthy' }, sync: { status: 'OutOfSync' } } },
      ['InProgress', 'Sync is OutOfSync'],
    ],
    [
      'an application of Argo CD with an error, which has no status',
      'argoproj.io/v1alpha1 Application',
      { status: { conditions: [{ type: 'ComparisonError', message: 'no such path' }] } },
      ['InProgress', 'Condition ComparisonError is True: no such path'],
    ],
    [
      'a place for backups that cannot be reached',
      'velero.io/v1 BackupStorageLocation',
      { status: { phase: 'Unavailable' } },
      ['InProgress', 'Phase is Unavailable'],
    ],
  ]
  test.for(cases)('%s', ([, kind, parts, want]) => expect(judgeKind(kind, parts)).toEqual(want))
})

describe('Of whatever kind, a proof does not take an object', () => {
  const kinds = fc.constantFrom('v1 Node', 'apps/v1 Deployment', 'example.com/v1 Thing', 'batch/v1 CronJob')
  const others = fc.array(fc.record({ type: fc.string(), status: fc.constantFrom('True', 'False') }), {
    maxLength: 3,
  })

  test('that says of itself that it does not work', () => {
    const says = fc.oneof(
      fc.record({
        type: fc.constantFrom('Ready', 'Available', 'Healthy', 'Synced', 'Accepted', 'example.com/Ready'),
        status: fc.oneof(fc.constantFrom('False', 'Unknown', ''), fc.string()).filter(is => is !== 'True'),
      }),
      fc.record({
        type: fc.constantFrom(
          'Degraded',
          'Failed',
          'DiskPressure',
          'ReplicaFailure',
          'SyncError',
          'NotReady',
        ),
        status: fc.constantFrom('True', 'Unknown', ''),
      }),
    )
    fc.assert(
      fc.property(kinds, says, others, (kind, own, more) => {
        expect(judgeKind(kind, conditions(...more, own))[0]).not.toBe('Current')
        expect(judgeKind(kind, conditions(own, ...more))[0]).not.toBe('Current')
      }),
    )
  })

  test('whose summary is about an older spec', () => {
    const stale = is('Ready', 'True', { observedGeneration: 1 })
    fc.assert(
      fc.property(kinds, others, (kind, more) => {
        expect(judgeKind(kind, conditions(stale, ...more))[0]).not.toBe('Current')
      }),
    )
  })
})
