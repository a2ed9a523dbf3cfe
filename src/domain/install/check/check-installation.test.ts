import { describe, expect, test } from 'vitest'
import { checkBeforeInstall, checkWholeInstallation } from './check-installation.ts'
import type { CheckName, InstallationFacts } from './installation-facts.ts'
import {
  NOW,
  manager,
  read,
  sampleDeployment,
  sampleFacts,
  sampleLease,
  sampleObjects,
  samplePod,
} from '#test/domain/sample-installation.ts'
import {
  ofVersion,
  withArgs,
  waitingPod,
  crashingPod,
  fluxPlan,
  permissionsWithout,
} from '#test/domain/sample-broken-installation.ts'

const notAllowed = { kind: 'unread', why: 'you are not allowed to list deployments' } as const

test('An installation that works has nothing to say but that', () => {
  expect(checkWholeInstallation(sampleFacts())).toEqual([
    { check: 'kubernetes', result: 'ok', message: 'Kubernetes v1.36.3' },
    { check: 'cluster-api', result: 'ok', message: 'Cluster API 1.14.2' },
    {
      check: 'resource-sets',
      result: 'ok',
      message: 'ClusterResourceSets are served and enabled',
    },
    { check: 'kinds', result: 'ok', message: 'Fitout and ClusterFitout are served as v1alpha1' },
    {
      check: 'installation',
      result: 'ok',
      message: 'One installation: fitout-system/fitout-controller (0.1.0)',
    },
    { check: 'permissions', result: 'ok', message: 'The controller has its permissions' },
    { check: 'controller', result: 'ok', message: '2 of 2 replicas are available' },
    {
      check: 'lease',
      result: 'ok',
      message: 'Lease fitout-system/fitout-controller is held by Pod fitout-controller-1',
    },
    {
      check: 'clock',
      result: 'ok',
      message: 'No wall-clock skew between controller, API server and this machine',
    },
    { check: 'policy', result: 'ok', message: 'The policy for the writes of the controller is in force' },
    { check: 'version', result: 'ok', message: 'Command 0.1.0 is compatible with controller 0.1.0' },
  ])
})

interface Broken {
  readonly name: string
  readonly facts: Partial<InstallationFacts>
  readonly check: CheckName
  readonly result?: 'warning'
  readonly message: string
  readonly next?: string
}

const none = { deployments: read([]), pods: read([]), leases: read([]) }
const elsewhere = { namespace: 'other', name: 'fitout-controller' }

const broken: readonly Broken[] = [
  {
    name: 'a permission that is missing',
    facts: { permissions: read(permissionsWithout('secrets')) },
    check: 'permissions',
    message:
      'ClusterRole fitout-controller is not allowed to get secrets, create secrets, patch secrets and 1 more',
    next: 'fitout install',
  },
  {
    name: 'a binding that is missing',
    facts: { permissions: read(sampleObjects('ClusterRole', 'Role', 'RoleBinding')) },
    check: 'permissions',
    message: 'ClusterRoleBinding fitout-controller for system:serviceaccount:fitout-system:fitout is missing',
    next: 'fitout install',
  },
  {
    name: 'a named namespace without permissions',
    facts: {
      deployments: read([withArgs('--namespaces=team-a')]),
      permissions: read(sampleObjects('ClusterRole', 'Role', 'RoleBinding')),
    },
    check: 'permissions',
    message: 'RoleBinding fitout-controller is missing in namespace team-a',
    next: 'fitout install',
  },
  {
    name: 'two controllers of different versions',
    facts: { deployments: read([sampleDeployment(), ofVersion('0.2.0', { metadata: elsewhere })]) },
    check: 'installation',
    message:
      '2 installations work on the same clusters: fitout-system/fitout-controller (0.1.0), other/fitout-controller (0.2.0)',
    next: 'fitout uninstall --namespace other',
  },
  {
    name: 'a shard of another version',
    facts: {
      deployments: read([
        sampleDeployment(),
        ofVersion('0.2.0', { metadata: { namespace: 'fitout-system', name: 'fitout-controller-s1' } }),
      ]),
    },
    check: 'installation',
    message:
      'Controllers of different versions work on the same clusters: fitout-system/fitout-controller (0.1.0), fitout-system/fitout-controller-s1 (0.2.0)',
    next: 'fitout install',
  },
  {
    name: 'no controller',
    facts: none,
    check: 'installation',
    message: 'No controller is installed',
    next: 'fitout install',
  },
  {
    name: 'Cluster API that does not exist',
    facts: { served: {} },
    check: 'cluster-api',
    message: 'Cluster API is not installed: the server does not serve cluster.x-k8s.io',
    next: 'clusterctl init',
  },
  {
    name: 'Cluster API that is too old',
    facts: { served: { 'cluster.x-k8s.io/v1beta1': ['Cluster'] } },
    check: 'cluster-api',
    message:
      'Cluster API is too old: it does not serve cluster.x-k8s.io/v1beta2; Fitout needs Cluster API 1.11 or newer',
    next: 'clusterctl upgrade plan',
  },
  {
    name: 'Cluster API that does not run',
    facts: { managers: read([manager({ available: 0 })]) },
    check: 'cluster-api',
    message: 'Deployment capi-system/capi-controller-manager of Cluster API is not available',
    next: 'kubectl --namespace capi-system describe deployment capi-controller-manager',
  },
  {
    name: 'ClusterResourceSets that are switched off',
    facts: { managers: read([manager({ gates: 'MachinePool=true,ClusterResourceSet=false' })]) },
    check: 'resource-sets',
    message:
      'ClusterResourceSets are disabled: --feature-gates of Deployment capi-system/capi-controller-manager has ClusterResourceSet=false',
    next: 'kubectl --namespace capi-system edit deployment capi-controller-manager',
  },
  {
    name: 'Kubernetes that is too old',
    facts: { kubernetes: 'v1.29.4' },
    check: 'kubernetes',
    message: 'Kubernetes v1.29.4 is too old: Fitout needs 1.30 or newer',
    next: 'upgrade the management cluster',
  },
  {
    name: 'an image that cannot be pulled',
    facts: {
      deployments: read([sampleDeployment({ status: {} })]),
      pods: read([waitingPod('ImagePullBackOff', 'Back-off pulling image "registry.example/fitout:0.1.0"')]),
    },
    check: 'controller',
    message:
      'Deployment fitout-system/fitout-controller has 0 of 2 replicas available: Image registry.example/fitout:0.1.0 cannot be pulled (ImagePullBackOff): Back-off pulling image "registry.example/fitout:0.1.0"',
    next: 'kubectl --namespace fitout-system describe pod fitout-controller-1',
  },
  {
    name: 'an upgrade whose image cannot be pulled',
    facts: {
      deployments: read([
        sampleDeployment({ status: { availableReplicas: 2, updatedReplicas: 1, replicas: 3 } }),
      ]),
      pods: read([samplePod('fitout-controller-2'), waitingPod('ErrImagePull', 'not found')]),
    },
    check: 'controller',
    result: 'warning',
    message:
      'Deployment fitout-system/fitout-controller does not roll out; its previous Pods keep running: Image registry.example/fitout:0.1.0 cannot be pulled (ErrImagePull): not found',
    next: 'kubectl --namespace fitout-system describe pod fitout-controller-1',
  },
  {
    name: 'a controller that crashes',
    facts: {
      deployments: read([sampleDeployment({ status: {} })]),
      pods: read([crashingPod()]),
    },
    check: 'controller',
    message:
      'Deployment fitout-system/fitout-controller has 0 of 2 replicas available: Pod fitout-controller-1 keeps crashing: exit code 137 (OOMKilled)',
    next: 'kubectl --namespace fitout-system logs fitout-controller-1 --previous',
  },
  {
    name: 'a controller without a node',
    facts: {
      deployments: read([sampleDeployment({ status: { availableReplicas: 1 } })]),
      pods: read([
        samplePod('fitout-controller-1'),
        samplePod('fitout-controller-2', {
          conditions: [{ type: 'PodScheduled', status: 'False', message: '0/3 nodes are available' }],
        }),
      ]),
    },
    check: 'controller',
    result: 'warning',
    message:
      'Deployment fitout-system/fitout-controller has 1 of 2 replicas available: Pod fitout-controller-2 is not scheduled: 0/3 nodes are available',
    next: 'kubectl --namespace fitout-system describe pod fitout-controller-2',
  },
  {
    name: 'Pods that a quota or the Pod security refuses',
    facts: {
      deployments: read([
        sampleDeployment({
          status: {
            conditions: [
              { type: 'ReplicaFailure', status: 'True', message: 'pods "x" is forbidden: exceeded quota' },
            ],
          },
        }),
      ]),
      pods: read([]),
      leases: read([]),
    },
    check: 'controller',
    message:
      'Deployment fitout-system/fitout-controller has 0 of 2 replicas available: pods "x" is forbidden: exceeded quota',
    next: 'kubectl --namespace fitout-system describe deployment/fitout-controller',
  },
  {
    name: 'a controller that is scaled to 0',
    facts: { deployments: read([sampleDeployment({}, { replicas: 0 })]), pods: read([]) },
    check: 'controller',
    message: 'Deployment fitout-system/fitout-controller is scaled to 0',
    next: 'kubectl --namespace fitout-system scale deployment/fitout-controller --replicas 2',
  },
  {
    name: 'a Lease that a ghost holds',
    facts: { leases: read([sampleLease({ holder: 'laptop_uuid', renewedAt: NOW - 3_600_000 })]) },
    check: 'lease',
    message:
      'Lease fitout-system/fitout-controller is held by laptop_uuid, which no longer exists; it was last renewed at 2026-11-18T11:00:00.000Z',
    next: 'kubectl --namespace fitout-system delete lease fitout-controller',
  },
  {
    name: 'a controller that hangs',
    facts: { leases: read([sampleLease({ renewedAt: NOW - 3_600_000 })]) },
    check: 'lease',
    message:
      'Lease fitout-system/fitout-controller was last renewed at 2026-11-18T11:00:00.000Z: its holder does not renew it',
    next: 'kubectl --namespace fitout-system logs deployment/fitout-controller',
  },
  {
    name: 'a controller that runs elsewhere',
    facts: { leases: read([sampleLease({ holder: 'laptop_uuid' })]) },
    check: 'lease',
    result: 'warning',
    message:
      'Lease fitout-system/fitout-controller is held by laptop_uuid, which is not a Pod of the installation: a controller runs elsewhere',
    next: 'stop that controller, or keep it and scale the Deployment to 0',
  },
  {
    name: 'two controllers that lead at the same time',
    facts: { leases: read([sampleLease(), sampleLease({ namespace: 'other', holder: 'x_uuid' })]) },
    check: 'lease',
    message:
      '2 controllers lead at the same time: fitout-controller-1_uuid by Lease fitout-system/fitout-controller, x_uuid by Lease other/fitout-controller',
    next: 'stop all of them but one',
  },
  {
    name: 'wall-clock skew of a minute',
    facts: { leases: read([sampleLease({ renewedAt: NOW + 60_000, storedAt: NOW - 2_000 })]) },
    check: 'clock',
    message:
      'Wall-clock skew: the controller of Lease fitout-system/fitout-controller is ahead of the API server by 1m02s',
    next: 'synchronize the clocks (NTP) of the node of the controller and of the API server',
  },
  {
    name: 'wall-clock skew of this machine',
    facts: { leases: read([sampleLease({ renewedAt: NOW + 20_000 })]) },
    check: 'clock',
    result: 'warning',
    message: 'Wall-clock skew: this machine is behind the API server by 20s',
    next: 'synchronize the clocks (NTP) of this machine',
  },
  {
    name: 'no admission policy',
    facts: { policies: read([]) },
    check: 'policy',
    result: 'warning',
    message:
      'ValidatingAdmissionPolicy fitout-own-writes is not in force: a stolen token of the controller can write any Secret',
    next: 'fitout install',
  },
  {
    name: 'an admission policy for another account',
    facts: { deployments: read([ofVersion('0.1.0', { metadata: elsewhere })]) },
    check: 'policy',
    message:
      'ValidatingAdmissionPolicy fitout-own-writes applies to another account than system:serviceaccount:other:fitout, the account of the controller',
    next: 'fitout install',
  },
  {
    name: 'plans that use Flux where there is none',
    facts: { fitouts: read([fluxPlan()]) },
    check: 'flux',
    message: 'Fitout prod/eks proves objects of Flux on the management cluster, which has no Flux',
    next: 'flux install',
  },
  {
    name: 'plans that use Flux which the controller is not allowed to read',
    facts: {
      fitouts: read([fluxPlan()]),
      served: { ...sampleFacts().served, 'helm.toolkit.fluxcd.io/v2': ['HelmRelease'] },
    },
    check: 'flux',
    message:
      'Fitout prod/eks proves objects of Flux on the management cluster, which the controller is not allowed to read',
    next: 'fitout install --set managementProofs.flux=true',
  },
  {
    name: 'notifications to a Flux that does not exist',
    facts: { deployments: read([withArgs('--notify=flux')]) },
    check: 'flux',
    message: 'The controller notifies Flux, but this cluster has no notification-controller',
    next: 'install Flux, or run fitout install with notify: none',
  },
  {
    name: 'a command of another version',
    facts: { client: '0.2.1' },
    check: 'version',
    message: 'Command 0.2.1 is not compatible with controller 0.1.0: their minor versions differ',
    next: 'install the version of this command, or use the command of that version',
  },
  {
    name: 'what the caller is not allowed to read',
    facts: { deployments: notAllowed },
    check: 'installation',
    result: 'warning',
    message: 'Unknown: you are not allowed to list deployments',
  },
]

describe('A broken installation is named with its fix:', () => {
  test.for(broken)('$name', ({ facts, check, result = 'failed', message, next }) => {
    const findings = checkWholeInstallation(sampleFacts(facts))
    const want = { check, result, message, ...(next === undefined ? {} : { next }) }
    expect(findings.find(finding => finding.check === check)).toEqual(want)
  })
})

const left = [
  { name: 'it let go of', lease: { holder: '' } },
  { name: 'nobody renews any more', lease: { renewedAt: NOW - 3_600_000, storedAt: NOW - 60_000 } },
]

test.for(left)('Of an installation that was removed, the Lease that $name says nothing', ({ lease }) => {
  const facts = sampleFacts({ ...none, leases: read([sampleLease(lease)]) })
  expect(checkWholeInstallation(facts).filter(({ result }) => result !== 'ok')).toEqual([
    {
      check: 'installation',
      result: 'failed',
      message: 'No controller is installed',
      next: 'fitout install',
    },
  ])
})

test('Before an installation only what it needs is checked', () => {
  expect(checkBeforeInstall(sampleFacts(none)).map(({ check }) => check)).toEqual([
    'kubernetes',
    'cluster-api',
    'resource-sets',
  ])
})
