import type { ResolvedObject } from '../../domain/proof/resolve/resolved-proof.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'
import { type UsedKind, definitionFor, isCustomDefinition } from './custom-definitions.ts'
import { labelsFor } from './labels-for.ts'

const workloads: ReadonlySet<string> = new Set(['DaemonSet', 'Deployment', 'Job', 'StatefulSet'])
const releases: ReadonlySet<string> = new Set(['HelmRelease', 'Kustomization'])
const IMAGE = 'example.com/assumed:1.0.0'

/** Objects that a proof would find: as many as it asks for, with the labels that it asks for, and no more in them than that takes. */
export function assumedObjects(proven: ResolvedObject, uses: readonly UsedKind[]): readonly KubeObject[] {
  const { apiVersion, kind, target } = proven
  if (target.by === 'name' && isCustomDefinition({ apiVersion, kind }))
    return [definitionFor(target.name, uses)]
  const namespace = proven.namespace === undefined ? {} : { namespace: proven.namespace }
  if (target.by === 'name') return complete(apiVersion, kind, { name: target.name, ...namespace })
  const labels = labelsFor(target.selector) ?? {}
  return Array.from({ length: Math.max(1, target.count) }, (_, index) =>
    complete(apiVersion, kind, { name: `assumed-${index + 1}`, ...namespace, labels }),
  ).flat()
}

function complete(apiVersion: string, kind: string, metadata: KubeObject['metadata']): readonly KubeObject[] {
  const object = { apiVersion, kind, metadata }
  if (workloads.has(kind)) return [{ ...object, spec: workloadSpec(kind, metadata.name) }]
  if (releases.has(kind))
    return [registryFor(metadata), { ...object, spec: releaseSpec(kind, metadata.name) }]
  return [kind === 'Secret' ? { ...object, type: 'Opaque' } : object]
}

function workloadSpec(kind: string, name: string): object {
  const labels = { app: name }
  const pod = { metadata: { labels }, spec: { containers: [{ name: 'main', image: IMAGE }] } }
  if (kind === 'Job') return { template: pod }
  return {
    ...(kind === 'DaemonSet' ? {} : { replicas: 1 }),
    selector: { matchLabels: labels },
    template: pod,
  }
}

// A registry has nothing to fetch, so that what refers to it never waits for it.
function registryFor({ namespace }: KubeObject['metadata']): KubeObject {
  return {
    apiVersion: 'source.toolkit.fluxcd.io/v1',
    kind: 'HelmRepository',
    metadata: { name: 'assumed', ...(namespace === undefined ? {} : { namespace }) },
    spec: { type: 'oci', url: 'oci://example.com/assumed' },
  }
}

function releaseSpec(kind: string, chart: string): object {
  const sourceRef = { kind: 'HelmRepository', name: 'assumed' }
  return kind === 'HelmRelease' ? { chart: { spec: { chart, sourceRef } } } : { sourceRef, path: './' }
}
