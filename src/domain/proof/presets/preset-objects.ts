import type { PresetObject } from './preset.ts'

/** A CustomResourceDefinition that must be established. */
export function definition(name: string): PresetObject {
  return { apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', name }
}

/** A Deployment in the namespace of the preset, all of whose replicas must be available. */
export function deployment(name: string): PresetObject {
  return { apiVersion: 'apps/v1', kind: 'Deployment', namespace: '${namespace}', name }
}

/** A DaemonSet in the namespace of the preset that must be ready on every node. */
export function daemonSet(name: string): PresetObject {
  return { apiVersion: 'apps/v1', kind: 'DaemonSet', namespace: '${namespace}', name }
}

/** A release of Flux that must be ready. */
export function helmRelease(name: string, namespace: string): PresetObject {
  return { apiVersion: 'helm.toolkit.fluxcd.io/v2', kind: 'HelmRelease', namespace, name }
}
