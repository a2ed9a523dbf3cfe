import { KUBERNETES } from '../../domain/compat/order-upgrade.ts'
import { withOwnFacts } from '../../domain/compat/own-facts.ts'
import { type FleetUpgrade, upgradeFleet } from '../../simulator/folder/upgrade-fleet.ts'
import { snapshotSource } from '../fleet/snapshot-source.ts'
import { repositoryAbove } from '../repository/find-repository.ts'
import { checkUpgrade } from './read-upgrade.ts'
import { snapshotObjects } from './snapshot-objects.ts'
import { counted } from '../../domain/text/counted.ts'
import { durationWords } from '../../domain/words/duration-words.ts'
import { type FolderProblem } from '../../simulator/folder/folder-problem.ts'
import { type FolderPlan, planFleet, type PlanReading } from '../../simulator/folder/fleet-plan.ts'
import { runFleet, USUAL_KUBERNETES } from '../../simulator/simulation/run-fleet.ts'
import { type Simulation, simulationOf } from '../../simulator/simulation/simulation.ts'
import type { ExitCode } from '../command/exit-code.ts'
import type { Io } from '../io/io.ts'
import { sayError, sayFix, sayTry } from '../command/say.ts'
import { Refusal } from '../command/refusal.ts'
import { SourceReadError } from '../sources/source-read-error.ts'
import { type ReadSource, readSources } from '../sources/read-sources.ts'
import { plainText } from '../terminal/text-width.ts'
import { readValueFlags } from './read-value-flags.ts'
import { assumptionNotes, shownAssumptions } from './shown-assumptions.ts'
import { listFirst } from '../../domain/text/list-first.ts'
import { readRequest, type SimulateCall, type SimulateRequest } from './simulate-request.ts'
import { simulationJson, simulationYaml } from './simulation-document.ts'
import { markdownReport, tableReport } from './simulation-tables.ts'

/** Simulates a fleet of the user's files, and returns how it went: 0 if all clusters get ready, 1 if one does not. */
export async function runSimulate(call: SimulateCall, io: Io): Promise<ExitCode> {
  const request = readRequest(call)
  const reading = await readPlan(request, io)
  if (!reading.ok) return refuse(reading.problems, io)
  const upgrade = request.upgrade && upgradeOf(reading.plan, request, io)
  const plan = upgrade?.plan ?? reading.plan
  const assumptions = shownAssumptions(plan)
  for (const note of [...assumptionNotes(assumptions), ...leftOutNotes(reading)])
    io.say(`note: ${plainText(note)}`)

  const { seed, faults } = request
  const kubernetes = request.upgrade?.get(KUBERNETES)?.replace(/^v?/, 'v') ?? request.kubernetes
  const run = await runFleet(plan, { seed, faults, kubernetes, onProgress: progressFor(plan, io) })
  if ('problems' in run) return refuse(run.problems, io)
  const simulation = simulationOf(plan, run)
  const upgrades = upgrade?.clusters
  io.write(reports[request.output]({ request, simulation, assumptions, upgrades }))
  sayEnd(simulation, request, io)
  const isStopped = upgrades?.some(({ stop }) => stop) === true
  return !isStopped && simulation.clusters.every(({ state }) => state === 'Ready') ? 0 : 1
}

/** The fleet as it is wanted, and how its clusters get there. */
function upgradeOf(
  plan: FolderPlan,
  { upgrade: wanted = new Map(), kubernetes }: SimulateRequest,
  io: Io,
): FleetUpgrade {
  const facts = withOwnFacts(repositoryAbove(io.cwd(), io)?.repository.compat?.facts ?? [])
  const upgrade = upgradeFleet(plan, { wanted, facts, kubernetes: kubernetes ?? USUAL_KUBERNETES })
  checkUpgrade(wanted, upgrade.components)
  return upgrade
}

const reports = {
  table: tableReport,
  md: markdownReport,
  json: simulationJson,
  yaml: simulationYaml,
}

async function readPlan(request: SimulateRequest, io: Io): Promise<PlanReading> {
  const { namespace, clusters: count, snapshot } = request
  const texts =
    snapshot === undefined
      ? await read(request.sources, io)
      : [snapshotObjects(await snapshotSource(snapshot, io).read(), snapshot)]
  const [values] = request.values === undefined ? [] : await read([request.values], io)
  return planFleet({ texts, namespace, count, values: values && readValueFlags(values) })
}

async function read(words: readonly string[], io: Io): Promise<readonly ReadSource[]> {
  try {
    return await readSources(words, { io })
  } catch (error) {
    if (error instanceof SourceReadError) throw new Refusal(error.message, { exitCode: 2 })
    throw error
  }
}

// A thousand problems have one origin: whoever has fixed these sees the others.
const MOST_PROBLEMS = 50

function refuse(problems: readonly FolderProblem[], io: Io): ExitCode {
  for (const { at, message, code } of problems.slice(0, MOST_PROBLEMS))
    io.say(plainText(`${at === '' ? '' : `${at}: `}error: ${message}  ${code}`))
  sayError(io, `cannot simulate: ${counted(problems.length, 'error')}`)
  return 2
}

function leftOutNotes({ leftOut }: PlanReading): readonly string[] {
  if (leftOut.size === 0) return []
  const kinds = [...leftOut].map(([kind, count]) => `${kind} (${count})`)
  return [`objects other than Fitouts, packs, Clusters and Secrets are ignored: ${listFirst(kinds)}`]
}

const LONG_FLEET = 50

/** Tells someone who watches how far a long run is, each time that another tenth of the clusters is ready. */
function progressFor({ clusters }: FolderPlan, io: Io): (ready: number, elapsedMs: number) => void {
  const total = clusters.length
  let told = 0
  return (ready, elapsedMs) => {
    const tenths = Math.floor((ready * 10) / total)
    if (!io.isTerminal || total < LONG_FLEET || tenths <= told) return
    told = tenths
    io.say(`${ready} of ${total} clusters are Ready after ${durationWords(elapsedMs)} of virtual time`)
  }
}

function sayEnd({ elapsedMs, faults, causes }: Simulation, request: SimulateRequest, io: Io): void {
  const trouble = request.faults === 'none' ? '' : `, ${faults} faults`
  io.say(
    `simulated ${durationWords(elapsedMs)} of virtual time, seed ${request.seed}${trouble}; steps take as long as in the models, not as in your cloud`,
  )
  const [first] = causes
  if (first) sayTry(io, `fitout explain ${first.reason}`)
  if (causes.some(({ reason }) => reason === 'HandOverSecretMissing'))
    sayFix(
      io,
      'give the values with --values, or a Secret with ${CLUSTER_NAME} in its name next to the Fitout',
    )
}
