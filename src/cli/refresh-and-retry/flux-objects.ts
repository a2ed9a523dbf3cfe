import { readCluster } from '../../controller/management/read-cluster.ts'
import { type FitoutStep } from '../../domain/api/schema/fitout-schema.ts'
import { nameVariables } from '../../domain/hand-over/cluster-identity.ts'
import { type Fields, isFields, partOf, textIn } from '../../domain/object/fields.ts'
import { labelsIn } from '../../domain/explain/seen-object.ts'
import { matchesSelector } from '../../domain/labels/selector.ts'
import type { Query, QueryAnswer, Side } from '../../domain/proof/read/query.ts'
import { resolveProof } from '../../domain/proof/resolve/resolve-proof.ts'
import type { ResolvedObject } from '../../domain/proof/resolve/resolved-proof.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'

/** An object of Flux that can be asked to look now. */
export interface FluxTarget {
  readonly on: Side
  readonly object: KubeObject
}

const groups = ['helm.toolkit.fluxcd.io', 'kustomize.toolkit.fluxcd.io', 'source.toolkit.fluxcd.io']

/** The releases, kustomizations and sources by which steps are proven, as far as they are there. */
export async function fluxTargets(
  { steps, cluster }: { readonly steps: readonly FitoutStep[]; readonly cluster: KubeObject },
  read: (query: Query) => Promise<QueryAnswer>,
): Promise<readonly FluxTarget[]> {
  const variables = nameVariables(readCluster(cluster))
  const wanted = steps.flatMap(({ proof }) => {
    const resolution = resolveProof(proof, { variables, path: [] })
    return resolution.ok ? resolution.proof.objects.filter(isOfFlux) : []
  })
  const found = await Promise.all(wanted.map(async one => chosen(one, await read(one.query))))
  return [...new Map(found.flat().map(one => [keyOf(one), one])).values()]
}

function isOfFlux({ apiVersion }: ResolvedObject): boolean {
  return groups.some(group => apiVersion.startsWith(`${group}/`))
}

function chosen(
  { on, apiVersion, kind, target }: ResolvedObject,
  answer: QueryAnswer,
): readonly FluxTarget[] {
  if (answer.kind !== 'objects') return []
  return answer.objects
    .filter(isFields)
    .filter(fields =>
      target.by === 'name'
        ? nameIn(fields) === target.name
        : matchesSelector(target.selector, labelsIn(fields)),
    )
    .map(fields => ({
      on,
      object: { apiVersion, kind, metadata: { ...partOf(fields, 'metadata'), name: nameIn(fields) } },
    }))
}

function nameIn(fields: Fields): string {
  return textIn(partOf(fields, 'metadata'), 'name')
}

function keyOf({ on, object: { apiVersion, kind, metadata } }: FluxTarget): string {
  return `${on} ${apiVersion} ${kind} ${metadata.namespace ?? ''}/${metadata.name}`
}
