import type { RepositoryFile } from '../../domain/repository/repository-schema.ts'
import { kustomizeFile, writtenNamespace } from '../flux/flux-objects.ts'
import type { RepositoryTree } from '../tree.ts'
import { commented, type YamlManifest, yamlFile } from '../write/yaml-file.ts'

/** The version of the chart that is written; seen on 2026-11-15. */
const CHART = '2.22.1'
const AGENT = 'gitlab-agent'

/** The GitLab agent of one cluster: a push reaches Flux at once. */
export function gitlabAgentFiles(repository: RepositoryFile, cluster: string): RepositoryTree {
  const folder = `clusters/${cluster}/${AGENT}`
  return new Map([
    [
      `.gitlab/agents/${cluster}/config.yaml`,
      `# The agent of cluster ${cluster}. Register it once under this name: glab cluster agent bootstrap or Operate > Kubernetes clusters.\n# It notifies Flux of pushes to this project. The file can stay empty.\n{}\n`,
    ],
    [`${folder}/namespace.yaml`, yamlFile('Namespace of the GitLab agent.', [writtenNamespace(AGENT)])],
    [
      `${folder}/helm-source.yaml`,
      yamlFile('Where Flux finds the chart of the GitLab agent.', [source(repository)]),
    ],
    [`${folder}/helm-release.yaml`, yamlFile('The GitLab agent.', [release(repository)])],
    [
      `${folder}/rbac.yaml`,
      yamlFile(
        'Permissions that the agent needs to notify Flux of a push. Its chart would make it cluster-admin.',
        rbac(repository),
      ),
    ],
    [
      `${folder}/kustomization.yaml`,
      yamlFile('The GitLab agent.', [
        kustomizeFile({
          resources: ['namespace.yaml', 'helm-source.yaml', 'rbac.yaml', 'helm-release.yaml'],
        }),
      ]),
    ],
  ])
}

function source({ namespaces }: RepositoryFile): YamlManifest {
  return {
    apiVersion: 'source.toolkit.fluxcd.io/v1',
    kind: 'HelmRepository',
    metadata: { name: 'gitlab', namespace: namespaces.flux },
    spec: { interval: '1h', url: 'https://charts.gitlab.io' },
  }
}

function release({ git, namespaces }: RepositoryFile): string {
  return commented(
    {
      apiVersion: 'helm.toolkit.fluxcd.io/v2',
      kind: 'HelmRelease',
      metadata: { name: AGENT, namespace: namespaces.flux },
      spec: {
        interval: '1h',
        releaseName: AGENT,
        targetNamespace: AGENT,
        chart: {
          spec: { chart: AGENT, version: CHART, sourceRef: { kind: 'HelmRepository', name: 'gitlab' } },
        },
        values: {
          config: { kasAddress: kasAddress(git.url), secretName: 'gitlab-agent-token' },
          rbac: { create: false },
          serviceAccount: { create: true, name: AGENT },
        },
      },
    },
    [
      {
        at: ['spec', 'values', 'config', 'secretName'],
        words: `The token of the agent. Not in Git:\nkubectl create secret generic gitlab-agent-token --namespace ${AGENT} --from-literal=token=<token>`,
      },
    ],
  )
}

// GitLab.com serves the agent at a host of its own; elsewhere it is a path.
function kasAddress(url: string): string {
  const host = /^[a-z]+:\/\/(?:[^@/]*@)?([^/:]+)/.exec(url)?.[1] ?? ''
  return host === 'gitlab.com' ? 'wss://kas.gitlab.com' : `wss://${host}/-/kubernetes-agent/`
}

function rbac({ namespaces }: RepositoryFile): readonly YamlManifest[] {
  const name = 'gitlab-agent-flux'
  const subjects = [{ kind: 'ServiceAccount', name: AGENT, namespace: AGENT }]
  const group = 'rbac.authorization.k8s.io'
  return [
    {
      apiVersion: `${group}/v1`,
      kind: 'ClusterRole',
      metadata: { name },
      rules: [
        {
          apiGroups: ['source.toolkit.fluxcd.io'],
          resources: ['gitrepositories'],
          verbs: ['get', 'list', 'watch'],
        },
        {
          apiGroups: ['notification.toolkit.fluxcd.io'],
          resources: ['receivers'],
          verbs: ['get', 'list', 'watch', 'create', 'update', 'patch', 'delete'],
        },
      ],
    },
    {
      apiVersion: `${group}/v1`,
      kind: 'ClusterRoleBinding',
      metadata: { name },
      roleRef: { apiGroup: group, kind: 'ClusterRole', name },
      subjects,
    },
    {
      apiVersion: `${group}/v1`,
      kind: 'Role',
      metadata: { name, namespace: namespaces.flux },
      rules: [{ apiGroups: [''], resources: ['secrets'], verbs: ['get', 'create', 'update', 'patch'] }],
    },
    {
      apiVersion: `${group}/v1`,
      kind: 'RoleBinding',
      metadata: { name, namespace: namespaces.flux },
      roleRef: { apiGroup: group, kind: 'Role', name },
      subjects,
    },
  ]
}
