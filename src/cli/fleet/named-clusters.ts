import { type FleetCluster, type FleetSnapshot, idOf } from '../../domain/fleet/fleet-snapshot.ts'
import { findCluster } from '../../domain/fleet/find-cluster.ts'
import { nearest } from '../../domain/text/nearest.ts'
import { collectBytes } from '../io/collect-bytes.ts'
import type { Io } from '../io/io.ts'
import { shownPath } from '../io/shown-path.ts'
import { Refusal } from '../command/refusal.ts'

const MAX_BYTES = 1024 * 1024

/** The names that a person typed; `-` stands for those on standard input. */
export async function readNames(words: readonly string[], io: Io): Promise<readonly string[]> {
  const names: string[] = []
  for (const word of words) names.push(...(word === '-' ? await namesOnInput(io) : [word]))
  return [...new Set(names)]
}

async function namesOnInput(io: Io): Promise<readonly string[]> {
  const bytes = await collectBytes(io.stdin(), MAX_BYTES)
  if (!bytes)
    throw new Refusal('cannot read standard input: it is too long for a list of clusters', { exitCode: 2 })
  return bytes.toString('utf8').split(/\s+/).filter(Boolean)
}

/** The name of a cluster with its namespace, as far as that is known. */
export function qualified(word: string, namespace: string | undefined): string {
  return word.includes('/') || namespace === undefined ? word : `${namespace}/${word}`
}

/** The namespace of all named clusters, if they have one in common: then no other need be read. */
export function commonNamespace(names: readonly string[], namespace: string | undefined): string | undefined {
  const [first, ...others] = names.map(name => (name.includes('/') ? name.split('/', 1)[0] : namespace))
  return others.every(other => other === first) ? first : undefined
}

/** The cluster that a person means, or a Refusal with the nearest one. `verb` is what `try:` begins with. */
export function demandCluster(fleet: FleetSnapshot, word: string, verb: string): FleetCluster {
  const finding = findCluster(fleet, word)
  if (finding.kind === 'found') return finding.cluster
  if (finding.kind === 'several') {
    const [first = ''] = finding.ids
    throw new Refusal(
      `several clusters have the name ${JSON.stringify(word)}: ${finding.ids.slice(0, 3).join(', ')}`,
      {
        hint: `fitout ${verb} ${first}`,
      },
    )
  }
  if (finding.near === undefined && fleet.unselected > 0 && verb !== 'why') {
    // Of those that no Fitout selects only the number is known here; `why` looks at them one by one.
    throw new Refusal(
      `there is no cluster ${shownPath(word)} that you are allowed to read and a Fitout selects`,
      {
        hint: `fitout why ${word}`,
      },
    )
  }
  const hint = finding.near === undefined ? 'fitout status' : `fitout ${verb} ${finding.near}`
  throw new Refusal(`there is no cluster ${shownPath(word)} that you are allowed to read`, { hint })
}

/** Refuses a step that a cluster does not have. */
export function demandStep(cluster: FleetCluster, step: string, verb: string): void {
  const names = cluster.steps.map(({ name }) => name)
  if (names.includes(step)) return
  const near = nearest(step, names)
  throw new Refusal(
    `${idOf(cluster)} has no step ${JSON.stringify(step)}: its steps are ${names.join(', ')}`,
    {
      hint: near === undefined ? `fitout status ${idOf(cluster)}` : `fitout ${verb} ${idOf(cluster)} ${near}`,
    },
  )
}
