import { names } from '../api/api-names.ts'
import type { FitoutStep } from '../api/schema/fitout-schema.ts'
import { resolveName } from '../hand-over/cluster-identity.ts'

/** What a ClusterResourceSet says about the pack that it belongs to. */
export interface SetHead {
  readonly metadata: {
    readonly name: string
    readonly labels?: Readonly<Record<string, string>>
    readonly annotations?: Readonly<Record<string, string>>
  }
}

/** A ClusterResourceSet that delivers a step. `pack` is the pack that it belongs to, if the step names that. */
export interface WantedSet {
  readonly name: string
  readonly pack?: string
}

type Where = Parameters<typeof resolveName>[1]

/**
 * The ClusterResourceSets that deliver a step to a cluster: those of its packs, then those that it names itself.
 *
 * `setsIn` finds the sets of the Cluster's namespace that carry the label of a pack.
 */
export function stepSets(
  { packs = [], resourceSets = [] }: Pick<FitoutStep, 'packs' | 'resourceSets'>,
  cluster: Where,
  setsIn: (pack: string) => readonly SetHead[],
): readonly WantedSet[] {
  const ofPacks = packs.flatMap(pack => packSets(pack, setsIn(pack)).map(name => ({ name, pack })))
  const known = new Set(ofPacks.map(({ name }) => name))
  const named = resourceSets.map(template => setName(template, cluster)).filter(name => !known.has(name))
  return [...ofPacks, ...named.map(name => ({ name }))]
}

/** The names of the ClusterResourceSets of a pack. Of a pack that is not there, the one that every pack has. */
export function packSets(pack: string, sets: readonly SetHead[]): readonly string[] {
  const listed = sets.flatMap(({ metadata }) => [...namesListed(metadata.annotations), metadata.name])
  return listed.length === 0 ? [pack] : [...new Set(listed)]
}

/** The pack that a ClusterResourceSet belongs to. */
export function packOf({ metadata }: SetHead): string | undefined {
  return metadata.labels?.[names.packLabel]
}

/** Says what is missing if a ClusterResourceSet of a step does not exist. */
export function missingSet({ name, pack }: WantedSet): string {
  if (pack === undefined) return `ClusterResourceSet "${name}" does not exist`
  return name === pack
    ? `Pack "${pack}" does not exist`
    : `ClusterResourceSet "${name}" of pack "${pack}" does not exist`
}

function setName(template: string, cluster: Where): string {
  const resolved = resolveName(template, cluster)
  return resolved.ok ? resolved.name : template
}

function namesListed(annotations: SetHead['metadata']['annotations']): readonly string[] {
  return (annotations?.[names.packSetsAnnotation] ?? '').split(',').filter(name => name !== '')
}
