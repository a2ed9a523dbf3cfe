import type { Draw } from '../faults/draw.ts'
import type { Servers } from './base.ts'
import { bases } from './bases/bases.ts'
import type { Case } from './case.ts'
import type { Mutation } from './mutations/mutation.ts'
import { type ClusterMutation, untilWhole } from './mutations/cluster-mutations.ts'
import { sources } from './mutations/mutations.ts'
import type { Place } from '../situations/place.ts'

/** Draws mutations: every base in turn, then a source by its share, then one of its mutations. None is drawn twice. */
export function drawCases(draw: Draw, count: number, servers: Servers): readonly Case[] {
  const drawn = new Set<string>()
  const cases: Case[] = []
  for (let tries = 0; cases.length < count && tries < count * 20; tries += 1) {
    const id = `m${String(cases.length + 1).padStart(3, '0')}`
    const base = bases[tries % bases.length]?.(id, servers)
    if (!base) continue
    const offered = offeredBy(draw)(base)
    const mutation = offered[draw.below(Math.max(1, offered.length))]
    const key = `${base.name} ${mutation?.name.replaceAll(id, 'id') ?? ''}`
    if (!mutation || drawn.has(key)) continue
    drawn.add(key)
    cases.push({ id, base, mutation })
  }
  return cases
}

/** One thing that breaks a whole cluster, as a case: it must run alone. */
export function clusterCase(
  broken: ClusterMutation,
  place: Place,
  [id, servers]: readonly [string, Servers],
): Case {
  const base = bases.map(make => make(id, servers)).find(({ name }) => name === broken.base)
  if (!base) throw new Error(`cannot find base ${broken.base}`)
  const mutation: Mutation = {
    name: broken.name,
    operator: 'cluster',
    mutated: broken.mutated(place),
    before: () => broken.break(place),
    undo: async () => {
      await broken.undo(place)
      await untilWhole(place)
    },
  }
  return { id, base, mutation }
}

/** Every base once, with nothing broken. */
export function wholeCases(servers: Servers): readonly Case[] {
  return bases.map((make, index) => {
    const id = `w${String(index + 1).padStart(2, '0')}`
    return { id, base: make(id, servers), mutation: undefined }
  })
}

/** How many mutations there are to draw from. */
export function countMutations(servers: Servers): number {
  return bases
    .map(make => sources.flatMap(([, source]) => source(make('m', servers))).length)
    .reduce((sum, one) => sum + one, 0)
}

function offeredBy(draw: Draw): (base: Case['base']) => readonly Mutation[] {
  const all = sources.flatMap(([share, source]) => Array.from({ length: share }, () => source))
  const source = all[draw.below(all.length)]
  return base => source?.(base) ?? []
}
