import { partOf, textIn } from '../../domain/object/fields.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'
import { objectKey } from '../store/table.ts'
import type { Store } from '../store/store.ts'
import { isTrue } from '../models/conditions.ts'
import { chartRef } from './helm-chart.ts'

/** The kinds of Flux that are modelled, each with the controller that works on it. */
export const fluxKinds: Readonly<Record<string, { readonly apiVersion: string; readonly by: string }>> = {
  HelmRepository: { apiVersion: 'source.toolkit.fluxcd.io/v1', by: 'source-controller' },
  GitRepository: { apiVersion: 'source.toolkit.fluxcd.io/v1', by: 'source-controller' },
  HelmChart: { apiVersion: 'source.toolkit.fluxcd.io/v1', by: 'source-controller' },
  OCIRepository: { apiVersion: 'source.toolkit.fluxcd.io/v1', by: 'source-controller' },
  Bucket: { apiVersion: 'source.toolkit.fluxcd.io/v1', by: 'source-controller' },
  HelmRelease: { apiVersion: 'helm.toolkit.fluxcd.io/v2', by: 'helm-controller' },
  Kustomization: { apiVersion: 'kustomize.toolkit.fluxcd.io/v1', by: 'kustomize-controller' },
}

/** Whether a controller of Flux runs. */
export function isAtWork(store: Store, controller: string): boolean {
  const deployments = store.table({ group: 'apps', plural: 'deployments' })
  return isTrue(deployments.get(objectKey('flux-system', controller)), 'Available')
}

/** Whether the source that a release, a chart or a Kustomization refers to is ready. */
export function hasSource(store: Store, object: KubeObject): boolean {
  const spec = partOf(object, 'spec')
  const refs = [partOf(spec, 'chartRef'), partOf(spec, 'sourceRef'), chartRef(object)]
  const ref = refs.find(one => 'name' in one) ?? {}
  const kindName = textIn(ref, 'kind')
  const kind = store.kinds.named(fluxKinds[kindName]?.apiVersion ?? '', kindName)
  const namespace = textIn(ref, 'namespace', object.metadata.namespace)
  const source = kind && store.find(kind, namespace, textIn(ref, 'name'))
  // A HelmRepository of a registry has nothing to fetch, and never says that it is ready.
  const isRegistry = source !== undefined && textIn(partOf(source, 'spec'), 'type') === 'oci'
  return isRegistry || isTrue(source, 'Ready')
}
