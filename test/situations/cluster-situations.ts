import { says } from './sample-objects.ts'
import { aCluster, type Situation, situation, type Trouble } from './situation.ts'
import type { ExplainFacts } from '../../src/domain/explain/explain-facts.ts'
import type { ViewFact } from '../../src/domain/plan/cluster-facts.ts'
import type { Reason } from '../../src/domain/plan/reason.ts'

const unmade = { initialization: {} }
const notAsked = { view: { kind: 'unread', reason: 'Nobody has asked' }, resourceSets: new Map() } as const
const waits: Trouble = {
  step: 'cni',
  state: 'Held',
  said: { reason: 'ControlPlaneNotReady', message: 'Control plane is not initialized' },
}

function cluster(parts: Parameters<typeof aCluster>[0]): Pick<ExplainFacts, 'cluster'> {
  return { cluster: { kind: 'read', value: aCluster(parts) } }
}

type UnreadView = Extract<ViewFact, { readonly kind: 'unread' }>

function unread(
  reason: Reason,
  message: string,
  more: Pick<UnreadView, 'address' | 'source' | 'readError'> = {},
): Pick<ExplainFacts, 'view'> {
  const since = Date.parse('2026-11-16T11:54:00Z')
  return { view: { kind: 'read', value: { kind: 'unread', reason, message, since, ...more } } }
}

/** Clusters that are not made, not wanted, or not to be read. */
export const clusterSituations: readonly Situation[] = [
  situation('The Cluster is not committed', 'ClusterMissing', {
    facts: { cluster: { kind: 'absent' }, status: { kind: 'absent' }, ...notAsked },
  }),
  situation('No Fitout selects the Cluster', 'NotSelected', {
    facts: { status: { kind: 'absent' }, ...notAsked },
  }),
  situation('The Cluster is paused', 'ClusterPaused', { facts: cluster({ spec: { paused: true } }) }),
  situation('The Cluster is paused by an annotation', 'ClusterPaused', {
    facts: cluster({ metadata: { annotations: { 'cluster.x-k8s.io/paused': '' } } }),
  }),
  situation('The Cluster is being deleted', 'ClusterDeleting', {
    facts: cluster({
      metadata: { deletionTimestamp: '2026-11-16T11:50:00Z', finalizers: ['cluster.cluster.x-k8s.io'] },
      status: { conditions: [says('Deleting=True WaitingForWorkersDeletion', '* MachineDeployments: md-0')] },
    }),
  }),
  situation('The ClusterClass has no such variable', 'TopologyNotReconciled', {
    ...waits,
    facts: {
      ...notAsked,
      ...cluster({
        status: {
          ...unmade,
          conditions: [
            says(
              'TopologyReconciled=False ReconcileFailed',
              'failed to apply patches: variable "region" is not defined',
            ),
          ],
        },
      }),
    },
  }),
  situation('The cloud has not made the network', 'InfrastructureNotReady', {
    ...waits,
    facts: {
      ...notAsked,
      ...cluster({
        status: {
          ...unmade,
          conditions: [
            says(
              'InfrastructureReady=False NotReady',
              'VpcReady: the maximum number of VPCs has been reached',
            ),
          ],
        },
      }),
    },
  }),
  situation('The control plane is being made', 'ControlPlaneNotReady', {
    ...waits,
    facts: {
      ...notAsked,
      ...cluster({
        status: {
          ...unmade,
          conditions: [
            says('InfrastructureReady=True Ready'),
            says('ControlPlaneInitialized=False NotInitialized', 'Control plane not yet initialized'),
          ],
        },
      }),
    },
  }),
  situation('There is no kubeconfig yet', 'KubeconfigMissing', {
    facts: {
      ...unread('KubeconfigMissing', 'Secret "payments-eu-kubeconfig" does not exist'),
      kubeconfig: { kind: 'absent' },
    },
  }),
  situation('The kubeconfig would run a program', 'KubeconfigMalformed', {
    facts: unread('KubeconfigMalformed', 'Kubeconfig cannot be used: users[0].user.exec would run a program'),
  }),
  situation('The API server refuses the kubeconfig', 'KubeconfigRefused', {
    facts: unread('KubeconfigRefused', 'API server rejects the credentials of the kubeconfig'),
  }),
  situation('The certificate in the kubeconfig has ended', 'KubeconfigExpired', {
    facts: {
      ...unread('KubeconfigRefused', 'API server rejects the credentials of the kubeconfig'),
      kubeconfig: { kind: 'read', value: { expiresAt: '2026-11-15T08:00:00Z' } },
    },
  }),
  situation('The API server has a certificate of another authority', 'CertificateNotTrusted', {
    facts: unread('CertificateNotTrusted', 'Certificate of the API server is not trusted by the kubeconfig'),
  }),
  situation('Neither Fitout nor Cluster API reaches the API server', 'ClusterUnreachable', {
    facts: {
      ...unread('ClusterUnreachable', 'API server does not respond in time'),
      ...cluster({
        status: {
          initialization: { controlPlaneInitialized: true },
          conditions: [
            says(
              'RemoteConnectionProbe=False ProbeFailed',
              'Remote connection probe failed, probe last succeeded at 2026-11-16T11:53:40Z',
            ),
          ],
        },
      }),
    },
  }),
  situation('The kubeconfig leads to an address where nobody listens any more', 'ClusterUnreachable', {
    facts: unread('ClusterUnreachable', 'API server cannot be reached', {
      address: 'old.example.com:6443',
    }),
  }),
  situation('The look at the cluster could not be finished', 'ReconcileFailed', {
    facts: unread('ReconcileFailed', 'Reconcile of the cluster failed: API server does not respond in time'),
  }),
  situation('Fitout is not allowed to read the objects of the proof', 'ClusterNotReadable', {
    facts: unread('ClusterNotReadable', 'Fitout is not allowed to read the objects of the proof', {
      readError: 'Forbidden',
    }),
  }),
  situation('Fitout is not allowed to read the kubeconfig', 'ClusterNotReadable', {
    facts: unread(
      'ClusterNotReadable',
      'Secret "payments-eu-kubeconfig" cannot be read: Fitout is not allowed to',
      { source: { kind: 'Secret', name: 'payments-eu-kubeconfig' }, readError: 'Forbidden' },
    ),
  }),
  situation('Something else answers in place of the API server', 'ClusterNotReadable', {
    facts: unread('ClusterNotReadable', 'The response is not from an API server', { readError: 'Other' }),
  }),
  situation('The cluster sends more than is kept of one cluster', 'ClusterTooLarge', {
    facts: unread('ClusterTooLarge', 'API server sends more data than Fitout keeps for one cluster'),
  }),
  situation('Another cluster is behind the kubeconfig', 'WorkloadIdentityChanged', {
    facts: unread(
      'WorkloadIdentityChanged',
      'The kubeconfig points to another cluster than the one that was proven',
    ),
  }),
  situation(
    'Another cluster is behind the kubeconfig since the controller has looked',
    'WorkloadIdentityChanged',
    {
      facts: {
        status: {
          kind: 'read',
          value: {
            cluster: { name: 'payments-eu', uid: 'uid-payments-eu', identity: 'kube-system-2' },
            steps: [{ name: 'cni', state: 'Ready', reason: 'Ready', since: '2026-11-16T11:30:00Z' }],
          },
        },
      },
    },
  ),
  situation('The certificate in the kubeconfig has ended, as the controller says', 'KubeconfigExpired', {
    facts: unread('KubeconfigExpired', 'Client certificate of the kubeconfig has expired'),
  }),
  situation('The controller cannot read the cluster, and nobody else has tried', 'KubeconfigRefused', {
    facts: {
      view: { kind: 'unread', reason: 'Nobody has asked' },
      status: {
        kind: 'read',
        value: {
          steps: [{ name: 'cni', state: 'Ready', reason: 'Ready', since: '2026-11-16T11:30:00Z' }],
          cause: {
            reason: 'KubeconfigRefused',
            message: 'API server rejects the credentials of the kubeconfig',
            since: '2026-11-16T11:54:00Z',
          },
        },
      },
    },
  }),
]
