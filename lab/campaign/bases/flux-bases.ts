import { type KubeObject, ref } from '../../kube/kube-object.ts'
import type { Base, BaseMaker, Part } from '../base.ts'
import { deployment, packedBase, part, podNeeds } from './parts.ts'

const HELM = 'helm.toolkit.fluxcd.io/v2'
const SOURCE = 'source.toolkit.fluxcd.io/v1'
const KUSTOMIZE = 'kustomize.toolkit.fluxcd.io/v1'

function helmRepository(id: string, spec: object): KubeObject {
  return {
    ...ref(SOURCE, 'HelmRepository', `${id}/charts`),
    spec: { interval: '10s', timeout: '5s', ...spec },
  }
}

function chartSpec(id: string): object {
  const sourceRef = { kind: 'HelmRepository', name: 'charts' }
  return { chart: { spec: { chart: id, version: '1.0.0', interval: '10s', sourceRef } } }
}

function helmRelease(id: string, name: string, spec: object): KubeObject {
  const strategy = { name: 'RetryOnFailure', retryInterval: '10s' }
  return {
    ...ref(HELM, 'HelmRelease', `${id}/${name}`),
    spec: { interval: '1m', timeout: '20s', install: { strategy }, upgrade: { strategy }, ...spec },
  }
}

/** What the chart of every base has: a Deployment with all that it reads. */
function chartParts(id: string): readonly Part[] {
  return [...podNeeds(id), deployment(id, 'web', { spec: { replicas: '{{ .Values.replicas }}' } })].map(
    object => part('chart', object),
  )
}

const values = { 'values.yaml': 'replicas: 1\nregion: eu\n' } as const

function helmBase(name: string, id: string, given: Pick<Base, 'parts'> & Partial<Base>): Base {
  return packedBase({
    name,
    id,
    on: 'flux',
    wants: [ref(HELM, 'HelmRelease', `${id}/web`), ref('apps/v1', 'Deployment', `${id}/web`)],
    chartFiles: values,
    ...given,
    parts: [...given.parts, ...chartParts(id)],
  })
}

/** A chart from a repository over HTTP. */
export const chartHttp: BaseMaker = (id, { charts }) =>
  helmBase('chart-http', id, {
    parts: [
      part('pack', helmRepository(id, { url: charts })),
      part('pack', helmRelease(id, 'web', { ...chartSpec(id), values: { replicas: 1 } })),
    ],
  })

/** A chart from a registry, by a HelmRepository. */
export const chartOci: BaseMaker = (id, { registry }) =>
  helmBase('chart-oci', id, {
    parts: [
      part('pack', helmRepository(id, { type: 'oci', insecure: true, url: `oci://${registry}/charts` })),
      part('pack', helmRelease(id, 'web', chartSpec(id))),
    ],
  })

/** A chart from a registry, by an OCIRepository. */
export const chartRef: BaseMaker = (id, { registry }) =>
  helmBase('chart-ref', id, {
    parts: [
      part('pack', {
        ...ref(SOURCE, 'OCIRepository', `${id}/chart`),
        spec: {
          interval: '10s',
          timeout: '5s',
          insecure: true,
          url: `oci://${registry}/charts/${id}`,
          ref: { tag: '1.0.0' },
          layerSelector: {
            mediaType: 'application/vnd.cncf.helm.chart.content.v1.tar+gzip',
            operation: 'copy',
          },
        },
      }),
      part('pack', helmRelease(id, 'web', { chartRef: { kind: 'OCIRepository', name: 'chart' } })),
    ],
  })

/** A chart with values from a ConfigMap and a Secret, and a value that it requires. */
export const chartValues: BaseMaker = (id, { charts }) =>
  helmBase('chart-values', id, {
    parts: [
      part('pack', { ...ref('v1', 'ConfigMap', `${id}/defaults`), data: { 'values.yaml': 'replicas: 1\n' } }),
      part('pack', { ...ref('v1', 'Secret', `${id}/outputs`), stringData: { zone: 'eu-1a' } }),
      part('pack', helmRepository(id, { url: charts })),
      part(
        'pack',
        helmRelease(id, 'web', {
          ...chartSpec(id),
          valuesFrom: [
            { kind: 'ConfigMap', name: 'defaults', valuesKey: 'values.yaml' },
            { kind: 'Secret', name: 'outputs', valuesKey: 'zone', targetPath: 'zone' },
          ],
        }),
      ),
    ],
    chartFiles: {
      'values.yaml': '',
      'values.schema.json': JSON.stringify({
        type: 'object',
        required: ['replicas', 'zone'],
        properties: { replicas: { type: 'integer' }, zone: { type: 'string' } },
      }),
    },
  })

/** A release that waits for another one. */
export const chartChain: BaseMaker = (id, { charts }) =>
  helmBase('chart-chain', id, {
    parts: [
      part('pack', helmRepository(id, { url: charts })),
      part(
        'pack',
        helmRelease(id, 'first', {
          ...chartSpec(id),
          chart: {
            spec: {
              chart: `${id}-first`,
              version: '1.0.0',
              sourceRef: { kind: 'HelmRepository', name: 'charts' },
            },
          },
        }),
      ),
      part('pack', helmRelease(id, 'web', { ...chartSpec(id), dependsOn: [{ name: 'first' }] })),
    ],
    wants: [
      ref(HELM, 'HelmRelease', `${id}/first`),
      ref(HELM, 'HelmRelease', `${id}/web`),
      ref('apps/v1', 'Deployment', `${id}/web`),
    ],
  })

function gitRepository(id: string, url: string): KubeObject {
  return {
    ...ref(SOURCE, 'GitRepository', `${id}/fleet`),
    spec: { interval: '10s', timeout: '10s', url, ref: { branch: 'main' } },
  }
}

function kustomization(id: string, name: string, spec: object): KubeObject {
  return {
    ...ref(KUSTOMIZE, 'Kustomization', `${id}/${name}`),
    spec: {
      interval: '30s',
      retryInterval: '10s',
      timeout: '20s',
      prune: true,
      wait: true,
      path: './apps',
      sourceRef: { kind: 'GitRepository', name: 'fleet' },
      ...spec,
    },
  }
}

/** What Flux applies from Git, with the rights of an account of the namespace. */
export const gitApps: BaseMaker = (id, { git }) =>
  packedBase({
    name: 'git-apps',
    id,
    on: 'flux',
    parts: [
      part('pack', { ...ref('v1', 'ServiceAccount', `${id}/deployer`) }),
      part('pack', {
        ...ref('rbac.authorization.k8s.io/v1', 'Role', `${id}/deployer`),
        rules: [{ apiGroups: ['', 'apps'], resources: ['*'], verbs: ['*'] }],
      }),
      part('pack', {
        ...ref('rbac.authorization.k8s.io/v1', 'RoleBinding', `${id}/deployer`),
        roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'deployer' },
        subjects: [{ kind: 'ServiceAccount', name: 'deployer', namespace: id }],
      }),
      part('pack', gitRepository(id, git(id))),
      part('pack', kustomization(id, 'apps', { serviceAccountName: 'deployer' })),
      ...[...podNeeds(id), deployment(id, 'web')].map(object => part('git', object)),
    ],
    wants: [ref(KUSTOMIZE, 'Kustomization', `${id}/apps`), ref('apps/v1', 'Deployment', `${id}/web`)],
  })

/** What Flux fills with values of the cluster before it applies it. */
export const gitValues: BaseMaker = (id, { git }) =>
  packedBase({
    name: 'git-values',
    id,
    on: 'flux',
    parts: [
      part('pack', { ...ref('v1', 'ConfigMap', `${id}/cluster`), data: { tag: '1.0.0', region: 'eu' } }),
      part('pack', gitRepository(id, git(id))),
      part(
        'pack',
        kustomization(id, 'apps', {
          postBuild: { substitute: { size: '1' }, substituteFrom: [{ kind: 'ConfigMap', name: 'cluster' }] },
        }),
      ),
      ...[
        ...podNeeds(id),
        deployment(id, 'web', { container: { image: 'registry.example.com/web:${tag:=latest}' } }),
      ].map(object => part('git', object)),
    ],
    gitFiles: {
      'apps/kustomization.yaml': JSON.stringify({
        apiVersion: 'kustomize.config.k8s.io/v1beta1',
        kind: 'Kustomization',
        resources: [
          'serviceaccount-runner.yaml',
          'configmap-settings.yaml',
          'secret-database.yaml',
          'deployment-web.yaml',
        ],
      }),
    },
    wants: [ref(KUSTOMIZE, 'Kustomization', `${id}/apps`), ref('apps/v1', 'Deployment', `${id}/web`)],
  })

/** A Kustomization that waits for another one, and asks for the health of a Deployment. */
export const gitChain: BaseMaker = (id, { git }) =>
  packedBase({
    name: 'git-chain',
    id,
    on: 'flux',
    parts: [
      part('pack', gitRepository(id, git(id))),
      part('pack', kustomization(id, 'base', { path: './base' })),
      part(
        'pack',
        kustomization(id, 'apps', {
          wait: false,
          dependsOn: [{ name: 'base' }],
          healthChecks: [{ apiVersion: 'apps/v1', kind: 'Deployment', name: 'web', namespace: id }],
        }),
      ),
      ...[...podNeeds(id), deployment(id, 'web')].map(object => part('git', object)),
    ],
    gitFiles: {
      'base/limits.yaml': JSON.stringify({ ...ref('v1', 'ConfigMap', `${id}/limits`), data: { size: '3' } }),
    },
    wants: [
      ref(KUSTOMIZE, 'Kustomization', `${id}/base`),
      ref(KUSTOMIZE, 'Kustomization', `${id}/apps`),
      ref('apps/v1', 'Deployment', `${id}/web`),
    ],
  })
