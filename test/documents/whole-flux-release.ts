import { sampleRelease } from '../domain/sample-release.ts'
import type { FluxManifest } from '../../src/domain/envsubst/flux/manifest.ts'
import type { YamlValue } from '../../src/domain/yaml/yaml-value.ts'

type Kind = readonly [group: string, version: string, kind: string, plural: string]

const kinds: Readonly<Record<string, readonly Kind[]>> = {
  'source-controller': [
    ['source', 'v1', 'Bucket', 'buckets'],
    ['source', 'v1', 'GitRepository', 'gitrepositories'],
    ['source', 'v1', 'HelmChart', 'helmcharts'],
    ['source', 'v1', 'HelmRepository', 'helmrepositories'],
    ['source', 'v1', 'OCIRepository', 'ocirepositories'],
  ],
  'kustomize-controller': [['kustomize', 'v1', 'Kustomization', 'kustomizations']],
  'helm-controller': [['helm', 'v2', 'HelmRelease', 'helmreleases']],
  'notification-controller': [
    ['notification', 'v1beta3', 'Alert', 'alerts'],
    ['notification', 'v1beta3', 'Provider', 'providers'],
    ['notification', 'v1', 'Receiver', 'receivers'],
  ],
}

/** For tests: an `install.yaml` of Flux with the four usual components and their kinds, cut down to what is looked at. */
export function wholeFluxRelease(): readonly FluxManifest[] {
  const shared = sampleRelease('install.yaml').filter(({ kind }) => kind !== 'CustomResourceDefinition')
  const model = JSON.stringify(shared.find(isKustomizeController))
  const objects = [...shared, parse(model.replaceAll('kustomize-controller', 'helm-controller'))]
  const definitions = Object.entries(kinds).flatMap(([component, list]) =>
    list.map(kind => definition(kind, model.replaceAll('kustomize-controller', component))),
  )
  return [...objects, ...definitions]
}

function isKustomizeController({ kind, metadata }: FluxManifest): boolean {
  return kind === 'Deployment' && JSON.stringify(metadata).includes('"kustomize-controller"')
}

/** A definition with the labels of its component, which are those of its Deployment. */
function definition([group, version, kind, plural]: Kind, deployment: string): FluxManifest {
  const schema = { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } }
  const { labels } = parse(deployment)['metadata'] as { labels: YamlValue }
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${group}.toolkit.fluxcd.io`, labels },
    spec: {
      group: `${group}.toolkit.fluxcd.io`,
      scope: 'Namespaced',
      names: { kind, plural, singular: kind.toLowerCase(), listKind: `${kind}List` },
      versions: [{ name: version, served: true, storage: true, schema, subresources: { status: {} } }],
    },
  }
}

function parse(text: string): FluxManifest {
  return JSON.parse(text) as FluxManifest
}
