import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { dump } from 'js-yaml'
import { fluxManifests } from './add-ons/flux.ts'
import { karpenterChart, karpenterValues } from './add-ons/karpenter.ts'
import { resourceSet } from './add-ons/resource-set.ts'
import { clusterObjects } from './cluster-api/cluster-objects.ts'
import type { KubeObject } from './kube/kube-object.ts'
import type { Lab } from './lab.ts'
import { chart } from './servers/chart.ts'

/** Fills the lab's servers and writes the files of docs/guides/lab.md, with the addresses of this lab in them. */
export async function writeSamples(lab: Lab): Promise<void> {
  const { modules } = lab.site
  await lab.charts.publish(podinfo)
  await lab.charts.publish(await karpenterChart(modules))
  await lab.registry.push('charts', podinfo)
  await lab.git.commit('fleet', { 'apps/greeting.yaml': dump(configMap('greeting', { text: 'from Git' })) })
  const flux = await fluxManifests(modules)
  const samples: Readonly<Record<string, readonly KubeObject[]>> = {
    cluster: clusterObjects('blue'),
    hello: resourceSet({
      name: 'hello',
      matchLabels: { hello: 'enabled' },
      configMaps: { hello: [configMap('hello', { text: 'from a ClusterResourceSet' })] },
    }),
    flux: resourceSet({
      name: 'flux',
      matchLabels: { flux: 'enabled' },
      configMaps: { 'flux-crds': flux.crds, 'flux-core': flux.core },
    }),
    'helm-release': [
      helmRepository(lab.charts.url),
      helmRelease('podinfo', podinfo.version, { replicas: 2 }),
    ],
    kustomization: kustomization(lab.git.url('fleet')),
    karpenter: [helmRelease('karpenter', modules.karpenter.version.slice(1), karpenterValues(modules))],
    'node-pool': nodePool(),
    'pending-pod': [pendingDeployment()],
  }
  const folder = join(lab.folder, 'samples')
  await mkdir(folder, { recursive: true })
  for (const [name, objects] of Object.entries(samples)) {
    const text = objects.map(object => dump(object, { lineWidth: -1, noRefs: true })).join('---\n')
    await writeFile(join(folder, `${name}.yaml`), text)
  }
}

const podinfo = chart('podinfo', '6.9.0', {
  'values.yaml': 'replicas: 1\n',
  'templates/deployment.yaml': `apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ .Release.Name }}
spec:
  replicas: {{ .Values.replicas }}
  selector: {matchLabels: {app: {{ .Release.Name }}}}
  template:
    metadata: {labels: {app: {{ .Release.Name }}}}
    spec:
      containers: [{name: podinfo, image: ghcr.io/stefanprodan/podinfo:{{ .Chart.Version }}}]
`,
})

function configMap(name: string, data: Record<string, string>): KubeObject {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace: 'default' }, data }
}

function helmRepository(url: string): KubeObject {
  return {
    apiVersion: 'source.toolkit.fluxcd.io/v1',
    kind: 'HelmRepository',
    metadata: { name: 'lab', namespace: 'default' },
    spec: { interval: '10m', url },
  }
}

function helmRelease(name: string, version: string, values: object): KubeObject {
  const sourceRef = { kind: 'HelmRepository', name: 'lab' }
  return {
    apiVersion: 'helm.toolkit.fluxcd.io/v2',
    kind: 'HelmRelease',
    metadata: { name, namespace: 'default' },
    spec: { interval: '10m', chart: { spec: { chart: name, version, sourceRef } }, values },
  }
}

function kustomization(url: string): KubeObject[] {
  const metadata = { name: 'fleet', namespace: 'default' }
  return [
    {
      apiVersion: 'source.toolkit.fluxcd.io/v1',
      kind: 'GitRepository',
      metadata,
      spec: { interval: '10m', url, ref: { branch: 'main' } },
    },
    {
      apiVersion: 'kustomize.toolkit.fluxcd.io/v1',
      kind: 'Kustomization',
      metadata,
      spec: {
        interval: '10m',
        prune: true,
        path: './apps',
        sourceRef: { kind: 'GitRepository', name: 'fleet' },
      },
    },
  ]
}

function nodePool(): KubeObject[] {
  const metadata = { name: 'default' }
  const nodeClassRef = { group: 'karpenter.kwok.sh', kind: 'KWOKNodeClass', name: 'default' }
  return [
    { apiVersion: 'karpenter.kwok.sh/v1alpha1', kind: 'KWOKNodeClass', metadata, spec: {} },
    {
      apiVersion: 'karpenter.sh/v1',
      kind: 'NodePool',
      metadata,
      spec: { template: { spec: { nodeClassRef, requirements: [] } } },
    },
  ]
}

function pendingDeployment(): KubeObject {
  const labels = { app: 'wants-a-node' }
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'wants-a-node', namespace: 'default' },
    spec: {
      replicas: 1,
      selector: { matchLabels: labels },
      template: {
        metadata: { labels },
        spec: {
          // Only a node that Karpenter makes has this label, so the pod stays pending until there is one.
          nodeSelector: { 'karpenter.sh/nodepool': 'default' },
          containers: [{ name: 'app', image: 'registry.k8s.io/pause:3.10' }],
        },
      },
    },
  }
}
