import { type FluxManifest, isList, isMapping } from '../../src/domain/envsubst/flux/manifest.ts'
import type { YamlValue } from '../../src/domain/yaml/yaml-value.ts'
import { mappingAt, manifestValueAt, withValueAt } from '../../src/domain/flux-install/edit-manifest.ts'

const EVENTS = '--events-addr=http://notification-controller.flux-system.svc.cluster.local./'
const STORAGE = '--storage-adv-addr=source-controller.$(RUNTIME_NAMESPACE).svc.cluster.local.'
const COMMON = ['--watch-all-namespaces', '--log-level=info', '--enable-leader-election']

const apiVersions: Readonly<Record<string, string>> = {
  ClusterRole: 'rbac.authorization.k8s.io/v1',
  ClusterRoleBinding: 'rbac.authorization.k8s.io/v1',
  CustomResourceDefinition: 'apiextensions.k8s.io/v1',
  Deployment: 'apps/v1',
  NetworkPolicy: 'networking.k8s.io/v1',
}

/** In which form a release is given: the files of manifests.tar.gz, or install.yaml. */
export type SampleForm = 'files' | 'install.yaml'

/** A release of Flux 2.9.4 with four components, cut down to what an installation looks at. */
export function sampleRelease(form: SampleForm = 'files'): readonly FluxManifest[] {
  const objects = [
    aManifest('CustomResourceDefinition', 'gitrepositories', { component: 'source-controller' }),
    aManifest('Service', 'source-controller', { component: 'source-controller' }),
    aController('source-controller', 'v1.9.4', [EVENTS, ...COMMON, '--storage-path=/data', STORAGE]),
    aController('kustomize-controller', 'v1.9.4', [EVENTS, ...COMMON]),
    aController('notification-controller', 'v1.9.3', COMMON),
    aController('source-watcher', 'v2.2.3', [EVENTS, ...COMMON, '--storage-path=/data', STORAGE]),
    aManifest('ResourceQuota', 'critical-pods', {}),
    aManifest('ClusterRole', 'crd-controller', {}),
    aBinding('crd-controller', 'crd-controller'),
    aBinding('cluster-reconciler', 'cluster-admin'),
    aManifest('NetworkPolicy', 'allow-egress', {}),
  ]
  if (form === 'files') return objects
  return [aManifest('Namespace', 'flux-system', {}), ...objects.map(inInstallYaml)]
}

interface Extra {
  readonly component?: string
  readonly spec?: YamlValue
}

/** An object of a release: of what all components share, unless it is told whose it is. */
export function aManifest(kind: string, name: string, { component, ...rest }: Extra): FluxManifest {
  const labels = component === undefined ? {} : { labels: labelsOf(component) }
  return { apiVersion: apiVersions[kind] ?? 'v1', kind, metadata: { name, ...labels }, ...rest }
}

/** The Deployment of a component. */
export function aController(component: string, tag: string, args: readonly string[]): FluxManifest {
  const container = { name: 'manager', image: `fluxcd/${component}:${tag}`, args }
  const metadata = { labels: { app: component, ...labelsOf(component) } }
  return aManifest('Deployment', component, {
    component,
    spec: { replicas: 1, template: { metadata, spec: { containers: [container] } } },
  })
}

function aBinding(name: string, role: string): FluxManifest {
  const subject = { kind: 'ServiceAccount', name: 'source-controller', namespace: 'flux-system' }
  return { ...aManifest('ClusterRoleBinding', name, {}), roleRef: { name: role }, subjects: [subject] }
}

function labelsOf(component: string): Readonly<Record<string, string>> {
  return { 'app.kubernetes.io/component': component, 'app.kubernetes.io/part-of': 'flux' }
}

function inInstallYaml(object: FluxManifest): FluxManifest {
  const labels = { ...mappingAt(object, ['metadata', 'labels']), 'app.kubernetes.io/instance': 'flux-system' }
  const labelled = withValueAt(object, ['metadata', 'labels'], labels)
  const isClusterWide = titleOf(object).startsWith('C')
  const placed = isClusterWide ? labelled : withValueAt(labelled, ['metadata', 'namespace'], 'flux-system')
  return withTexts(placed, text => text.replace(/^fluxcd\//, 'ghcr.io/fluxcd/'))
}

/** The same release with the tags of another minor version. */
export function withMinor(release: readonly FluxManifest[], minor: string): readonly FluxManifest[] {
  return release.map(object => withTexts(object, text => text.replace(':v1.9.', `:v1.${minor}.`)))
}

/** How tests call an object. */
export function titleOf(object: FluxManifest): string {
  return `${textAt(object, ['kind'])} ${textAt(object, ['metadata', 'name'])}`
}

function textAt(object: FluxManifest, path: readonly string[]): string {
  const value = manifestValueAt(object, path)
  return typeof value === 'string' ? value : ''
}

/** A copy with every text changed. */
export function withTexts(object: FluxManifest, edit: (text: string) => string): FluxManifest {
  const change = (value: YamlValue): YamlValue => {
    if (typeof value === 'string') return edit(value)
    if (isMapping(value)) return withTexts(value, edit)
    return isList(value) ? value.map(change) : value
  }
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]))
}
