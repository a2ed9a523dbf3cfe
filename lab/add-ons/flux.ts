import { join } from 'node:path'
import type { KubeObject } from '../kube/kube-object.ts'
import { readManifestFolder } from '../kube/read-manifests.ts'
import type { Modules } from '../programs/modules.ts'

const NAMESPACE = 'flux-system'

export const fluxControllers = [
  'source-controller',
  'kustomize-controller',
  'helm-controller',
  'notification-controller',
] as const

/** Flux as its own installer lays it out: CRDs, then what the controllers need, then the controllers. */
export interface FluxManifests {
  readonly crds: readonly KubeObject[]
  readonly core: readonly KubeObject[]
}

// Those that apply what others have fetched.
const applying: ReadonlySet<string> = new Set(['kustomize-controller', 'helm-controller'])

/** Assembles Flux from the modules that the lab builds its controllers from. `flags` are for those that apply something. */
export async function fluxManifests(modules: Modules, flags: readonly string[] = []): Promise<FluxManifests> {
  const crds = await Promise.all(
    fluxControllers.map(name => readManifestFolder(join(modules[name].folder, 'config', 'crd', 'bases'))),
  )
  const controllers = await Promise.all(
    fluxControllers.map(name => controllerManifests(modules, name, applying.has(name) ? flags : [])),
  )
  const core = [
    { apiVersion: 'v1', kind: 'Namespace', metadata: { name: NAMESPACE } },
    ...rbac(),
    ...controllers.flat(),
  ]
  return { crds: crds.flat().map(labelled), core: core.map(labelled) }
}

async function controllerManifests(
  modules: Modules,
  name: (typeof fluxControllers)[number],
  flags: readonly string[],
): Promise<KubeObject[]> {
  const objects = await readManifestFolder(join(modules[name].folder, 'config', 'manager'))
  const account: KubeObject = { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name } }
  const installed = objects
    .filter(({ kind }) => kind === 'Deployment' || kind === 'Service')
    .map(object =>
      object.kind === 'Deployment'
        ? deployment(object, { name, version: modules[name].version, flags })
        : object,
    )
  return [account, ...installed].map(object => ({
    ...object,
    metadata: { ...object.metadata, namespace: NAMESPACE },
  }))
}

interface DeploymentSpec {
  readonly template: {
    readonly spec: { readonly containers: readonly { readonly args: readonly string[] }[] }
  }
}

// What Flux's installer changes in the manifests of a controller: image, account, and where events go.
function deployment(
  object: KubeObject,
  { name, version, flags }: { name: string; version: string; flags: readonly string[] },
): KubeObject {
  const spec = object['spec'] as DeploymentSpec
  const pod = spec.template.spec
  const events = `--events-addr=http://notification-controller.${NAMESPACE}.svc.cluster.local./`
  const containers = pod.containers.map(container => ({
    ...container,
    image: `ghcr.io/fluxcd/${name}:${version}`,
    args: [...(name === 'notification-controller' ? [] : [events]), ...container.args, ...flags],
  }))
  const template = { ...spec.template, spec: { ...pod, serviceAccountName: name, containers } }
  return { ...object, spec: { ...spec, template } }
}

function rbac(): KubeObject[] {
  const read = ['get', 'list', 'watch']
  return [
    {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'ClusterRole',
      metadata: { name: `crd-controller-${NAMESPACE}` },
      rules: [
        {
          apiGroups: ['source', 'kustomize', 'helm', 'notification'].map(
            group => `${group}.toolkit.fluxcd.io`,
          ),
          resources: ['*'],
          verbs: ['*'],
        },
        {
          apiGroups: [''],
          resources: ['namespaces', 'secrets', 'configmaps', 'serviceaccounts'],
          verbs: read,
        },
        { apiGroups: [''], resources: ['events'], verbs: ['create', 'patch'] },
        { apiGroups: [''], resources: ['serviceaccounts/token'], verbs: ['create'] },
        {
          apiGroups: ['coordination.k8s.io'],
          resources: ['leases'],
          verbs: [...read, 'create', 'update', 'patch', 'delete'],
        },
      ],
    },
    binding(`crd-controller-${NAMESPACE}`, `crd-controller-${NAMESPACE}`, fluxControllers),
    binding(`cluster-reconciler-${NAMESPACE}`, 'cluster-admin', ['kustomize-controller', 'helm-controller']),
  ]
}

function binding(name: string, role: string, accounts: readonly string[]): KubeObject {
  return {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'ClusterRoleBinding',
    metadata: { name },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: role },
    subjects: accounts.map(account => ({ kind: 'ServiceAccount', name: account, namespace: NAMESPACE })),
  }
}

// `flux check` looks for these.
function labelled(object: KubeObject): KubeObject {
  const labels = {
    ...object.metadata.labels,
    'app.kubernetes.io/part-of': 'flux',
    'app.kubernetes.io/instance': NAMESPACE,
  }
  return { ...object, metadata: { ...object.metadata, labels } }
}
