import { type FleetCluster, idOf } from '../../domain/fleet/fleet-snapshot.ts'
import { stepChanges } from '../../domain/fleet/step-changes.ts'
import { summaryWords } from '../../domain/fleet/sum-fleet.ts'
import type { ExitCode } from '../command/exit-code.ts'
import { type ChangeColumns, changeLine, clockWords } from '../fleet/change-line.ts'
import type { FleetSource } from '../../fleet/link/fleet-source.ts'
import type { CommandSetting } from '../fleet/open-fleet.ts'
import { checkNames, type StatusRequest, type StatusView, viewStatus } from './status-view.ts'

/** Returns how a fleet stands, then each change in a line, until the output is closed. */
export async function printStatus(
  source: FleetSource,
  question: StatusRequest,
  { io }: Pick<CommandSetting, 'io'>,
): Promise<ExitCode> {
  let before: ReadonlyMap<string, FleetCluster> | undefined
  for await (const fleet of source.follow(new AbortController().signal)) {
    if (!before) checkNames(fleet, question)
    const view = viewStatus(fleet, question)
    const now = new Map(view.clusters.map(cluster => [idOf(cluster), cluster]))
    const lines = before ? newsSince(before, view, now) : [summaryWords(view.clusters)]
    for (const line of lines) io.write(`${line}\n`)
    before = now
  }
  return 0
}

function newsSince(
  before: ReadonlyMap<string, FleetCluster>,
  { fleet: { asOf }, clusters }: StatusView,
  now: ReadonlyMap<string, FleetCluster>,
): readonly string[] {
  const columns = columnsFor(clusters)
  const news = [...now].flatMap(([id, cluster]) =>
    stepChanges(before.get(id), cluster).map(step => changeLine({ asOf, id, step }, columns)),
  )
  const gone = [...before.keys()].filter(id => !now.has(id)).map(id => `${clockWords(asOf)}  ${id}  gone`)
  return [...news, ...gone]
}

function columnsFor(clusters: readonly FleetCluster[]): ChangeColumns {
  return {
    cluster: Math.max(0, ...clusters.map(cluster => idOf(cluster).length)),
    step: Math.max(0, ...clusters.flatMap(({ steps }) => steps.map(({ name }) => name.length))),
  }
}
