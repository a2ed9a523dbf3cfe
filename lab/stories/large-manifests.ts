import { join } from 'node:path'
import type { KubeObject } from '../kube/kube-object.ts'
import { readManifestFolder } from '../kube/read-manifests.ts'
import type { Modules } from '../programs/modules.ts'

const namespace = 'cni-system'

/** As large CNIs are: many long CRDs, a custom resource, rights, an agent, and configuration that looks like templates. */
export async function aCni(modules: Modules): Promise<readonly KubeObject[]> {
  const borrowed = [
    ...(await clusterApiDefinitions(modules)).filter(crd => !isTooLarge(crd)),
    ...(await readManifestFolder(join(modules.karpenter.folder, 'pkg', 'apis', 'crds'))),
  ]
  const areas = ['policy', 'routing'].map(area => `${area}.cni.lab.example`)
  const pools = 'cni.lab.example'
  return [
    { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } },
    ...areas.flatMap(group => borrowed.map(crd => inGroup(crd, group))),
    aDefinition('pool', pools),
    ...rights(),
    aConfiguration('cni-config', {
      'cni.conflist': '{"cniVersion": "1.0.0", "mtu": ${MTU}, "node": "${KUBERNETES_NODE_NAME:-none}"}\n',
      'status.html': '<!doctype html>\n<script>if (a < b && c > d) alert("up")</script>\n',
      'odd.txt': '\ttab, "quotes", back\\slash, ünïcode, {{ .Values.x }}\n\n  trailing space \n',
    }),
    anAgent(),
    { apiVersion: `${pools}/v1`, kind: 'Pool', metadata: { name: 'default', namespace }, spec: {} },
  ]
}

/** A real CRD that is too large for `kubectl apply` to carry, in a group that nobody has. */
export async function aLargeDefinition(modules: Modules, group: string): Promise<KubeObject> {
  const large = (await clusterApiDefinitions(modules)).find(isTooLarge)
  if (!large) throw new Error('cannot find a large CRD: Cluster API has none any more')
  return inGroup(large, group)
}

async function clusterApiDefinitions({ clusterApi }: Modules): Promise<KubeObject[]> {
  return readManifestFolder(join(clusterApi.folder, 'core', 'config', 'crd', 'bases'))
}

function isTooLarge({ metadata }: KubeObject): boolean {
  return metadata.name.startsWith('clusterclasses.')
}

// A definition that nobody has yet, with a schema as real ones are.
function inGroup(crd: KubeObject, group: string): KubeObject {
  const spec = crd['spec'] as { readonly names: { readonly plural: string } }
  const metadata = { name: `${spec.names.plural}.${group}` }
  return { ...crd, metadata, spec: { ...spec, group } }
}

/** A CRD of a few kilobytes. */
export function aDefinition(singular: string, group: string): KubeObject {
  const kind = `${singular.slice(0, 1).toUpperCase()}${singular.slice(1)}`
  const fields = Array.from({ length: 12 }, (_, index) => {
    const description = `What ${kind} wants of part ${index}, if it wants anything.\nIt is read again every minute.`
    return [`field${index}`, { type: 'string', description }]
  })
  const schema = {
    openAPIV3Schema: {
      type: 'object',
      properties: { spec: { type: 'object', properties: Object.fromEntries(fields) as object } },
    },
  }
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${singular}s.${group}` },
    spec: {
      group,
      names: { kind, plural: `${singular}s`, singular },
      scope: 'Namespaced',
      versions: [{ name: 'v1', served: true, storage: true, schema }],
    },
  }
}

function aConfiguration(name: string, data: Readonly<Record<string, string>>): KubeObject {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace }, data }
}

function rights(): KubeObject[] {
  const rbac = 'rbac.authorization.k8s.io'
  const name = 'cni-agent'
  const rules = [{ apiGroups: [''], resources: ['pods', 'nodes'], verbs: ['get', 'list', 'watch'] }]
  return [
    { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name, namespace } },
    { apiVersion: `${rbac}/v1`, kind: 'ClusterRole', metadata: { name }, rules },
    {
      apiVersion: `${rbac}/v1`,
      kind: 'ClusterRoleBinding',
      metadata: { name },
      roleRef: { apiGroup: rbac, kind: 'ClusterRole', name },
      subjects: [{ kind: 'ServiceAccount', name, namespace }],
    },
  ]
}

function anAgent(): KubeObject {
  const labels = { app: 'cni-agent' }
  const containers = [{ name: 'agent', image: 'registry.lab.example/cni/agent:v3.31.0' }]
  return {
    apiVersion: 'apps/v1',
    kind: 'DaemonSet',
    metadata: { name: 'cni-agent', namespace },
    spec: {
      selector: { matchLabels: labels },
      template: {
        metadata: { labels },
        spec: { serviceAccountName: 'cni-agent', hostNetwork: true, containers },
      },
    },
  }
}
