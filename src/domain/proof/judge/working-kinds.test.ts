import { describe, expect, test } from 'vitest'
import { conditions, is, judgeKind, type Parts } from '#test/domain/sample-kinds.ts'

describe('Of each kind that was looked through, a proof takes what works', () => {
  const cases: readonly (readonly [kind: string, parts: Partial<Parts>])[] = [
    ['apiregistration.k8s.io/v1 APIService', conditions(is('Available', 'True', { reason: 'Passed' }))],
    ['apiextensions.k8s.io/v1 CustomResourceDefinition', conditions(is('NamesAccepted'), is('Established'))],
    [
      'apiextensions.k8s.io/v1 CustomResourceDefinition',
      // Says who has approved it, and not whether it is served.
      conditions(
        is('KubernetesAPIApprovalPolicyConformant', 'False'),
        is('NamesAccepted'),
        is('Established'),
        is('StorageMigrating', 'False'),
      ),
    ],
    [
      'apps/v1 Deployment',
      {
        spec: { replicas: 1 },
        status: {
          observedGeneration: 2,
          replicas: 1,
          updatedReplicas: 1,
          readyReplicas: 1,
          availableReplicas: 1,
          conditions: [is('Available'), is('Progressing', 'False', { reason: 'DeploymentPaused' })],
        },
      },
    ],
    ['v1 Pod', { status: { phase: 'Running', conditions: [is('Ready'), is('PodReadyToStartContainers')] } }],
    [
      'v1 Pod',
      // It is done, so that nothing of it is ready any more.
      {
        status: {
          phase: 'Succeeded',
          conditions: [is('Ready', 'False', { reason: 'PodCompleted' }), is('ContainersReady', 'False')],
        },
      },
    ],
    ['batch/v1 Job', { status: { succeeded: 1, conditions: [is('SuccessCriteriaMet'), is('Complete')] } }],
    ['batch/v1 Job', { status: { succeeded: 1, conditions: [is('Suspended', 'False'), is('Complete')] } }],
    ['batch/v1 CronJob', { spec: { suspend: false }, status: {} }],
    [
      'policy/v1 PodDisruptionBudget',
      // All pods are needed, which is what it is for.
      {
        status: {
          observedGeneration: 2,
          currentHealthy: 2,
          desiredHealthy: 2,
          expectedPods: 2,
          disruptionsAllowed: 0,
          conditions: [is('DisruptionAllowed', 'False', { reason: 'InsufficientPods' })],
        },
      },
    ],
    [
      'autoscaling/v2 HorizontalPodAutoscaler',
      conditions(is('AbleToScale'), is('ScalingActive'), is('ScalingLimited', 'False')),
    ],
    ['autoscaling/v1 HorizontalPodAutoscaler', { status: { currentReplicas: 1, desiredReplicas: 1 } }],
    ['v1 PersistentVolumeClaim', { status: { phase: 'Bound', conditions: [is('FileSystemResizePending')] } }],
    ['v1 PersistentVolume', { status: { phase: 'Bound' } }],
    ['v1 PersistentVolume', { status: { phase: 'Available' } }],
    ['v1 Namespace', { status: { phase: 'Active' } }],
    ['v1 Node', conditions(is('MemoryPressure', 'False'), is('NetworkUnavailable', 'False'), is('Ready'))],
    ['v1 Service', { spec: { type: 'ClusterIP', clusterIP: '10.0.0.1' }, status: { loadBalancer: {} } }],
    [
      'v1 Service',
      {
        spec: { type: 'LoadBalancer', clusterIP: '10.0.0.1' },
        status: { loadBalancer: { ingress: [{ hostname: 'lb.example.com' }] } },
      },
    ],
    // Many ingress controllers never write an address.
    ['networking.k8s.io/v1 Ingress', { status: { loadBalancer: {} } }],
    ['v1 ReplicationController', { spec: { replicas: 1 }, status: { replicas: 1, readyReplicas: 1 } }],
    ['flowcontrol.apiserver.k8s.io/v1 FlowSchema', conditions(is('Dangling', 'False'))],
    ['certificates.k8s.io/v1 CertificateSigningRequest', conditions(is('Approved'))],
    // A warning is no failure; and a claim waits for a pod that wants it.
    [
      'admissionregistration.k8s.io/v1 ValidatingAdmissionPolicy',
      { status: { observedGeneration: 2, typeChecking: { expressionWarnings: [{ warning: 'x' }] } } },
    ],
    ['resource.k8s.io/v1 ResourceClaim', { status: {} }],
    ['storage.k8s.io/v1 VolumeAttachment', { status: { attached: true } }],
    ['v1 ConfigMap', {}],
    ['rbac.authorization.k8s.io/v1 ClusterRole', {}],
    ['example.com/v1 Thing', {}],
    ['cert-manager.io/v1 Certificate', conditions(is('Ready'), is('Issuing'))],
    [
      'gateway.networking.k8s.io/v1 Gateway',
      {
        status: {
          conditions: [is('Accepted', 'True', { observedGeneration: 2 }), is('Programmed')],
          listeners: [{ name: 'http', conditions: [is('Conflicted', 'False'), is('ResolvedRefs')] }],
        },
      },
    ],
    [
      'gateway.networking.k8s.io/v1 HTTPRoute',
      { status: { parents: [{ conditions: [is('Accepted'), is('ResolvedRefs')] }] } },
    ],
    [
      'karpenter.sh/v1 NodePool',
      // No node has registered yet, as none was needed.
      conditions(is('NodeRegistrationHealthy', 'Unknown'), is('ValidationSucceeded'), is('Ready')),
    ],
    ['karpenter.sh/v1 NodeClaim', conditions(is('Consolidatable', 'False'), is('Drifted'), is('Ready'))],
    ['cilium.io/v2 CiliumNetworkPolicy', conditions(is('Valid'))],
    [
      'cilium.io/v2 CiliumLoadBalancerIPPool',
      conditions(is('cilium.io/PoolConflict', 'False'), is('cilium.io/IPsTotal', 'Unknown')),
    ],
    [
      'helm.toolkit.fluxcd.io/v2 HelmRelease',
      { status: { observedGeneration: 2, conditions: [is('Ready'), is('TestSuccess', 'False')] } },
    ],
    [
      'cluster.x-k8s.io/v1beta2 Cluster',
      {
        status: {
          phase: 'Provisioned',
          conditions: [is('Available'), is('Paused', 'False'), is('Deleting', 'False')],
        },
      },
    ],
    ['s3.aws.upbound.io/v1beta1 Bucket', conditions(is('Synced'), is('Ready'))],
    ['external-secrets.io/v1 ExternalSecret', conditions(is('Ready'), is('Deleted', 'False'))],
    [
      'keda.sh/v1alpha1 ScaledObject',
      conditions(is('Ready'), is('Active', 'False'), is('Fallback', 'False')),
    ],
    [
      'argoproj.io/v1alpha1 Application',
      { status: { health: { status: 'Healthy' }, sync: { status: 'Synced' }, conditions: [] } },
    ],
    // A controller that says that it is ready knows better what its phase means.
    ['example.com/v1 Thing', { status: { phase: 'Progressing', conditions: [is('Ready')] } }],
  ]
  test.each(cases)('%s %j', (kind, parts) => expect(judgeKind(kind, parts)[0]).toBe('Current'))
})
