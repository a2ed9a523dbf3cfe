import { resources } from '../../controller/world/resources.ts'
import { explain } from '../../domain/explain/explain.ts'
import { formatWhy } from '../../domain/explain/show/format-why.ts'
import type { Why } from '../../domain/explain/why.ts'
import { findCluster } from '../../domain/fleet/find-cluster.ts'
import { type FleetCluster, type FleetSnapshot, idOf } from '../../domain/fleet/fleet-snapshot.ts'
import { fittedOutMs, timeInState } from '../../domain/fleet/time-in-state.ts'
import { instantOf } from '../../domain/plan/step-status.ts'
import { durationWords } from '../../domain/words/duration-words.ts'
import type { ExitCode } from '../command/exit-code.ts'
import { demandCluster, demandStep, qualified } from '../fleet/named-clusters.ts'
import { type FleetFlags, openFleet, type CommandSetting } from '../fleet/open-fleet.ts'
import type { Link } from '../../fleet/link/link.ts'
import { yamlDocument } from '../../domain/yaml/write/yaml-document.ts'
import type { Io } from '../io/io.ts'
import { jsonDocument } from '../io/json-document.ts'
import { fileGatherer, type WhyRequest } from '../../fleet/why/file-gatherer.ts'
import { gatherFacts } from '../../controller/world/gatherer.ts'
import { liveGatherer } from '../../fleet/why/live-gatherer.ts'
import { readFact } from '../../fleet/why/read-fact.ts'

type Output = 'text' | 'json' | 'yaml'

/** What was typed. */
export interface WhyCall {
  readonly cluster: string
  readonly step: string | undefined
  readonly flags: FleetFlags & { readonly output: Output }
}

/** Says why a cluster is not ready: one cause, its evidence, what to do. A report: it exits with 0 whatever the answer. */
export async function runWhy(
  { cluster: word, step, flags }: WhyCall,
  setting: CommandSetting,
): Promise<ExitCode> {
  const { io } = setting
  const name = qualified(word, flags.namespace)
  const { source, link, close } = await openFleet(flags, setting)
  try {
    const fleet = await source.read()
    const cluster = (await unselected(fleet, name, link)) ?? demandCluster(fleet, name, 'why')
    if (step !== undefined) demandStep(cluster, step, 'why')
    const note = source.note(fleet)
    if (note !== undefined) io.say(`note: ${note}`)
    const question = { fleet, cluster, step }
    const isReady = (step === undefined ? cluster : stepNamed(cluster, step))?.state === 'Ready'
    if (isReady && flags.output === 'text') io.write(`${readyWords(question)}\n`)
    else io.write(writeWhy(await whyOf(question, link), question, { output: flags.output, io }))
    return 0
  } finally {
    close()
  }
}

/** A Cluster that no Fitout has is not part of the fleet, but can be asked about. */
async function unselected(
  fleet: FleetSnapshot,
  word: string,
  link: Link | undefined,
): Promise<FleetCluster | undefined> {
  if (!link || findCluster(fleet, word).kind !== 'none') return undefined
  const [namespace = '', name = ''] = qualified(word, link.namespace).split('/')
  const found = await readFact({ link, namespace, call: {} }, resources.cluster, name)
  if (found.kind !== 'read') return undefined
  return { namespace, name, labels: {}, fitout: '', state: 'FittingOut', steps: [] }
}

function stepNamed({ steps }: FleetCluster, wanted: string) {
  return steps.find(({ name }) => name === wanted)
}

function readyWords({ cluster, step }: WhyRequest): string {
  const found = step === undefined ? undefined : stepNamed(cluster, step)
  const since = found ? found.since : cluster.since
  const tookMs = found ? undefined : fittedOutMs(cluster)
  const words = [
    `${idOf(cluster)} is Ready${found ? ` at step ${found.name}` : ''}${since === undefined ? '' : ` since ${since}`}`,
    ...(tookMs === undefined ? [] : [`fitted out in ${durationWords(tookMs)}`]),
  ]
  return words.join(', ')
}

async function whyOf(question: WhyRequest, link: Link | undefined): Promise<Why> {
  if (!link) return timed(explain(await gatherFacts(fileGatherer(question))), question)
  const gatherer = liveGatherer(link, question)
  try {
    return explain(await gatherFacts(gatherer))
  } finally {
    gatherer.close()
  }
}

// A snapshot has no plan to look into, but it knows how long the steps may take.
function timed(why: Why, { fleet, cluster }: WhyRequest): Why {
  const { since, timeoutMs } = timeInState(cluster, fleet)
  if (since === undefined || timeoutMs === undefined || why.step !== (cluster.cause?.step ?? cluster.step))
    return why
  return { ...why, since: instantOf(since), timeoutAt: instantOf(since + timeoutMs) }
}

interface Writing {
  readonly output: Output
  readonly io: Io
}

function writeWhy(found: Why, { cluster }: WhyRequest, { output, io: { pasteable } }: Writing): string {
  const next = found.next.map(action =>
    action.command === undefined ? action : { ...action, command: pasteable(action.command) },
  )
  const why = { ...found, next }
  const json = jsonDocument('Why', { cluster: idOf(cluster), ...why })
  if (output !== 'text') return output === 'json' ? json : yamlDocument(json)
  const { state, steps } = cluster
  return formatWhy(why, { name: idOf(cluster), state, steps: steps.map(({ name }) => name), pasteable })
}
