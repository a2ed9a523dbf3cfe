import { idOf } from '../../domain/fleet/fleet-snapshot.ts'
import { isUpToSomebody, mostUrgent } from '../../domain/fleet/sum-fleet.ts'
import type { ExitCode } from '../command/exit-code.ts'
import { type FleetFlags, openFleet, type CommandSetting } from '../fleet/open-fleet.ts'
import { qualified, readNames } from '../fleet/named-clusters.ts'
import { yamlDocument } from '../../domain/yaml/write/yaml-document.ts'
import { sayTry } from '../command/say.ts'
import { Refusal } from '../command/refusal.ts'
import { jsonDocument } from '../io/json-document.ts'
import { type Theme, themeOf } from '../terminal/theme.ts'
import { statusReport } from './status-report.ts'
import { checkNames, readQuery, type StatusRequest, type StatusView, viewStatus } from './status-view.ts'

/** The flags of `fitout status`. @internal */
export interface StatusFlags extends FleetFlags {
  readonly query: string | undefined
  readonly output: 'table' | 'wide' | 'json' | 'yaml' | 'name' | 'md'
  readonly watch: boolean
}

/** What was typed. */
export interface StatusCall {
  readonly clusters: readonly string[]
  readonly flags: StatusFlags
}

/** A screenful: who needs more has `-o wide`, a query, or a program. */
const MOST_CLUSTERS = 20

/** Returns how far the clusters of a fleet are. A report: it exits with 0 whatever the answer. */
export async function runStatus({ clusters, flags }: StatusCall, setting: CommandSetting): Promise<ExitCode> {
  const { io } = setting
  const query = readQuery(flags.query)
  if (flags.watch) refuseWatch(flags)
  const names = (await readNames(clusters, io)).map(name => qualified(name, flags.namespace))
  const { source, close } = await openFleet(flags, setting)
  const question: StatusRequest = { query, names }
  try {
    if (flags.watch) {
      const { watchStatus } = await import('./watch-status.ts')
      return await watchStatus(source, question, setting)
    }
    const fleet = await source.read()
    checkNames(fleet, question)
    const view = viewStatus(fleet, question)
    io.write(writers[flags.output](view, themeOf(io)))
    const note = source.note(fleet)
    if (note !== undefined) io.say(`note: ${note}`)
    if (flags.output === 'table' || flags.output === 'wide') sayNext(view, setting)
    return 0
  } finally {
    close()
  }
}

const writers: Readonly<Record<StatusFlags['output'], (view: StatusView, theme: Theme) => string>> = {
  table: (view, theme) => statusReport(view, { theme, form: 'table', limit: MOST_CLUSTERS }),
  wide: (view, theme) => statusReport(view, { theme, form: 'wide', limit: Number.POSITIVE_INFINITY }),
  md: (view, theme) => statusReport(view, { theme, form: 'md', limit: MOST_CLUSTERS }),
  json: statusJson,
  yaml: view => yamlDocument(statusJson(view)),
  name: statusNames,
}

function refuseWatch({ output, snapshot }: StatusFlags): void {
  if (snapshot !== undefined) throw wrong('flag "--watch": a snapshot does not change')
  if (output !== 'table') throw wrong(`flag "--watch": it requires -o table, not -o ${output}`)
}

function wrong(message: string): Refusal {
  return new Refusal(message, { exitCode: 2, hint: 'fitout status --help' })
}

function sayNext(view: StatusView, { io }: CommandSetting): void {
  const cluster = mostUrgent(view.clusters) ?? view.clusters.find(isUpToSomebody)
  if (cluster) sayTry(io, `fitout why ${idOf(cluster)}`)
  else if (view.fleet.clusters.length === 0 && view.fleet.unselected > 0) {
    sayTry(io, 'kubectl get clusters --all-namespaces --show-labels')
  }
}

/** The answer for programs, as JSON. docs/reference/snapshot.md explains the fields of a cluster. */
function statusJson({ fleet, clusters, states, causes }: StatusView): string {
  return jsonDocument('FleetStatus', {
    asOf: fleet.asOf,
    controllerSeenAt: fleet.controllerSeenAt,
    total: clusters.length,
    unselected: fleet.unselected,
    states,
    causes,
    clusters,
  })
}

/** The names of the clusters, for pipes. */
function statusNames({ clusters }: StatusView): string {
  return clusters.map(cluster => `${idOf(cluster)}\n`).join('')
}
