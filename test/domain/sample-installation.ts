import { partOf, type Fields } from '../../src/domain/object/fields.ts'
import { defaultValues } from '../../src/domain/install/install-values.ts'
import { installationObjects } from '../../src/domain/install/installation.ts'
import type { InstalledObject } from '../../src/domain/install/installed-object.ts'
import type { InstallationFacts, Read } from '../../src/domain/install/check/installation-facts.ts'

/** For tests: when everything is looked at. */
export const NOW = Date.parse('2026-11-18T12:00:00Z')

const image = { ...defaultValues.image, repository: 'registry.example/fitout' }
const objects = installationObjects({
  namespace: 'fitout-system',
  values: { ...defaultValues, image },
  version: '0.1.0',
})

/** For tests: the objects of an installation of these kinds. */
export function sampleObjects(...kinds: readonly string[]): readonly InstalledObject[] {
  return objects.filter(({ kind }) => kinds.includes(kind))
}

/** For tests: something that was read. */
export function read<T>(value: T): Read<T> {
  return { kind: 'read', value }
}

/** For tests: a Deployment that runs as it should. */
export function sampleDeployment(over: Fields = {}, spec: Fields = {}): Fields {
  const [deployment = {}] = sampleObjects('Deployment')
  const status = { availableReplicas: 2 }
  return { ...deployment, spec: { ...partOf(deployment, 'spec'), ...spec }, status, ...over }
}

/** For tests: a Pod of the controller. */
export function samplePod(name: string, status: Fields = {}): Fields {
  const labels = { 'app.kubernetes.io/name': 'fitout', 'app.kubernetes.io/component': 'controller' }
  const conditions = [{ type: 'Ready', status: 'True' }]
  return { metadata: { name, namespace: 'fitout-system', labels }, status: { conditions, ...status } }
}

function time(at: number): string {
  return new Date(at).toISOString()
}

/** For tests: a Lease that was renewed by these clocks. */
export function sampleLease({
  holder = 'fitout-controller-1_uuid',
  renewedAt = NOW - 2_000,
  storedAt = renewedAt,
  namespace = 'fitout-system',
}: {
  readonly holder?: string
  readonly renewedAt?: number
  readonly storedAt?: number
  readonly namespace?: string
} = {}): Fields {
  const managedFields = [{ manager: 'fitout', operation: 'Update', time: time(storedAt) }]
  return {
    metadata: { name: 'fitout-controller', namespace, managedFields },
    spec: { holderIdentity: holder, renewTime: time(renewedAt), leaseDurationSeconds: 15 },
  }
}

/** For tests: the CustomResourceDefinitions, as a server has them. */
export function sampleCrds(): readonly Fields[] {
  const status = { conditions: [{ type: 'Established', status: 'True' }], storedVersions: ['v1alpha1'] }
  return sampleObjects('CustomResourceDefinition').map(crd => ({ ...crd, status }))
}

/** For tests: an installation that works. */
export function sampleFacts(over: Partial<InstallationFacts> = {}): InstallationFacts {
  return {
    now: NOW,
    client: '0.1.0',
    namespace: 'fitout-system',
    kubernetes: 'v1.36.3',
    served: {
      'cluster.x-k8s.io/v1beta2': ['Cluster', 'Machine'],
      'cluster.x-k8s.io/v1beta1': ['Cluster', 'Machine'],
      'addons.cluster.x-k8s.io/v1beta2': ['ClusterResourceSet', 'ClusterResourceSetBinding'],
    },
    crds: read(sampleCrds()),
    deployments: read([sampleDeployment()]),
    pods: read([samplePod('fitout-controller-1'), samplePod('fitout-controller-2')]),
    leases: read([sampleLease()]),
    managers: read([manager()]),
    permissions: read(sampleObjects('ClusterRole', 'ClusterRoleBinding', 'Role', 'RoleBinding')),
    policies: read(sampleObjects('ValidatingAdmissionPolicy', 'ValidatingAdmissionPolicyBinding')),
    fitouts: read([]),
    flux: read([]),
    ...over,
  }
}

/** For tests: the manager of Cluster API. */
export function manager({ tag = 'v1.14.2', gates = 'MachinePool=true', available = 1 } = {}): Fields {
  const containers = [{ image: `cluster-api-controller:${tag}`, args: [`--feature-gates=${gates}`] }]
  return {
    metadata: { name: 'capi-controller-manager', namespace: 'capi-system' },
    spec: { replicas: 1, template: { spec: { containers } } },
    status: { availableReplicas: available },
  }
}
