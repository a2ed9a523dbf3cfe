import { idOf } from '../../domain/fleet/fleet-snapshot.ts'
import { parseSelector } from '../../domain/labels/parse-selector.ts'
import { SelectorError } from '../../domain/labels/selector-error.ts'
import { matchesSelector } from '../../domain/labels/selector.ts'
import { nearest } from '../../domain/text/nearest.ts'
import { resources } from '../../controller/world/resources.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'
import { listAll } from '../../engine/follow/list-all.ts'
import { stripManagedFields } from '../../engine/follow/strip-managed-fields.ts'
import { Refusal } from '../command/refusal.ts'
import { callManagement } from '../../fleet/link/call-management.ts'
import type { ScopeFlags } from '../fleet/fleet-flags.ts'
import type { Link } from '../../fleet/link/link.ts'
import { shownPath } from '../io/shown-path.ts'

/** Which clusters are meant. */
export interface ClusterChoice extends ScopeFlags {
  readonly names: readonly string[]
  readonly namespace: string | undefined
}

/** Finds the Clusters that are meant on the management cluster, by namespace and name. */
export async function clustersToAdopt(link: Link, choice: ClusterChoice): Promise<readonly KubeObject[]> {
  const isForAll = choice['all-namespaces'] === true || choice.selector !== undefined
  if (isForAll && choice.names.length > 0)
    throw new Refusal('give names of clusters, or -A or -l, not both', {
      exitCode: 2,
      hint: 'fitout adopt --help',
    })
  if (!isForAll && choice.names.length === 0)
    throw new Refusal('which cluster? Give its name, or -A for all', { exitCode: 2, hint: 'fitout adopt -A' })
  const all = await clustersIn(link, releaseNamespace(choice))
  if (isForAll) return selected(all, choice.selector)
  return [...new Set(choice.names.map(name => named(all, qualifiedWord(name, choice.namespace))))]
}

function qualifiedWord(name: string, namespace: string | undefined): string {
  return name.includes('/') || namespace === undefined ? name : `${namespace}/${name}`
}

function releaseNamespace({ names, namespace }: ClusterChoice): string | undefined {
  const homes = new Set(names.map(name => (name.includes('/') ? name.split('/')[0] : namespace)))
  const [only] = homes
  return names.length === 0 ? namespace : homes.size === 1 ? only : undefined
}

async function clustersIn(link: Link, namespace: string | undefined): Promise<readonly KubeObject[]> {
  const asked = { what: 'list clusters', right: 'list clusters', namespace }
  const selection = { resource: resources.cluster, ...(namespace === undefined ? {} : { namespace }) }
  const options = { call: { timeoutMs: 30_000 }, maxObjects: 50_000, transform: stripManagedFields }
  const { items } = await callManagement(link, asked, () => listAll(link.management, selection, options))
  return items.toSorted((a, b) => (idOfCluster(a) < idOfCluster(b) ? -1 : 1))
}

/** A Cluster as people call it: `dev/blue`. */
export function idOfCluster({ metadata: { namespace = '', name } }: KubeObject): string {
  return idOf({ namespace, name })
}

function selected(clusters: readonly KubeObject[], selector: string | undefined): readonly KubeObject[] {
  try {
    const wanted = parseSelector(selector ?? '')
    return clusters.filter(({ metadata }) => matchesSelector(wanted, metadata.labels ?? {}))
  } catch (error) {
    if (error instanceof SelectorError)
      throw new Refusal(`flag "--selector": ${error.message}`, { exitCode: 2 })
    throw error
  }
}

function named(clusters: readonly KubeObject[], word: string): KubeObject {
  const found = clusters.filter(one => idOfCluster(one) === word || one.metadata.name === word)
  const [only, second] = found
  if (only && second)
    throw new Refusal(
      `several clusters have the name ${JSON.stringify(word)}: ${found.slice(0, 3).map(idOfCluster).join(', ')}`,
      {
        hint: `fitout adopt ${idOfCluster(only)}`,
      },
    )
  if (only) return only
  const near = nearest(
    word,
    clusters.flatMap(one => [idOfCluster(one), one.metadata.name]),
  )
  throw new Refusal(`there is no cluster ${shownPath(word)} that you are allowed to read`, {
    hint: near === undefined ? 'fitout adopt -A' : `fitout adopt ${near}`,
  })
}
