import { findObject } from '../../engine/api/find-object.ts'
import { resources } from '../../controller/world/resources.ts'
import { names } from '../../domain/api/api-names.ts'
import { readFitout } from '../../domain/validation/read-fitout.ts'
import { type FleetCluster, idOf } from '../../domain/fleet/fleet-snapshot.ts'
import { type AppliedSet, appliedSets, withoutMarks } from '../../domain/fleet/take-back-marks.ts'
import { hasCode } from '../../engine/api/api-error.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'
import type { ExitCode } from '../command/exit-code.ts'
import { callManagement } from '../../fleet/link/call-management.ts'
import type { ConnectionFlags } from '../fleet/fleet-flags.ts'
import type { Link } from '../../fleet/link/link.ts'
import { demandStep } from '../fleet/named-clusters.ts'
import type { CommandSetting } from '../fleet/open-fleet.ts'
import type { Io } from '../io/io.ts'
import { sayTry } from '../command/say.ts'
import { Refusal } from '../command/refusal.ts'
import { listPacks, setNames } from '../../fleet/why/gather-sets.ts'
import { annotate, PERSON } from './annotate.ts'
import { onLiveCluster } from './on-live-cluster.ts'

/** What was typed. */
export interface RetryCall {
  readonly cluster: string
  readonly step: string
  readonly flags: ConnectionFlags & { readonly yes: boolean }
}

const MAX_ATTEMPTS = 3

/**
 * Takes Cluster API's mark back that a step is delivered, so that it delivers it again. Says before what it changes.
 *
 * Of what has no mark yet, Cluster API is only told to try now: its next try may be minutes away.
 */
export async function runRetry(
  { cluster: word, step, flags }: RetryCall,
  setting: CommandSetting,
): Promise<ExitCode> {
  const { io } = setting
  return onLiveCluster({ word, verb: 'retry', flags }, setting, async (link, cluster) => {
    demandStep(cluster, step, 'retry')
    const sets = await setsOf(link, cluster, step)
    const binding = await bindingOf(link, cluster)
    const applied = binding ? appliedSets(binding, sets) : []
    if (applied.length === 0) {
      io.say(
        `nothing of step ${step} is marked as applied on ${idOf(cluster)}: Cluster API is notified to apply it now`,
      )
      await pokeAll(link, cluster, { sets, io })
      sayTry(io, `fitout wait ${idOf(cluster)} --for step=${step}`)
      return 0
    }
    for (const line of plan(cluster, applied)) io.say(line)
    if (!flags.yes && !(await mayGoOn(io, `fitout retry ${idOf(cluster)} ${step} --yes`))) return 1
    await undoInterruptedWrite(link, cluster, { applied, io })
    sayTry(io, `fitout wait ${idOf(cluster)} --for step=${step}`)
    return 0
  })
}

async function mayGoOn(io: Io, hint: string): Promise<boolean> {
  if (!io.mayAsk) {
    const why = io.isTerminal ? '--no-input is given' : 'this is not a terminal'
    throw new Refusal(`cannot ask for confirmation: ${why}`, { exitCode: 2, hint })
  }
  const isYes = await confirm(io)
  if (!isYes) io.say('nothing was changed')
  return isYes
}

async function setsOf(link: Link, cluster: FleetCluster, step: string): Promise<readonly string[]> {
  const { namespace, fitout } = cluster
  const asked = { what: `get Fitout ${namespace}/${fitout}`, right: 'get fitouts', namespace }
  const object = await callManagement(link, asked, () =>
    link.management.get({ resource: resources.fitout, namespace, name: fitout }),
  )
  const reading = readFitout(object)
  const plan =
    reading.kind === 'misshapen' ? undefined : reading.fitout.spec.steps.find(({ name }) => name === step)
  const listed = {
    what: `list ClusterResourceSets in ${namespace}`,
    right: 'list clusterresourcesets',
    namespace,
  }
  const packs = await callManagement(link, listed, () =>
    listPacks({ link, namespace, call: {} }, plan ? [plan] : []),
  )
  const sets = setNames(plan ?? {}, cluster, packs)
  if (sets.length > 0) return sets
  throw new Refusal(
    `step ${step} of Fitout ${namespace}/${fitout} has neither packs nor resourceSets: nothing is delivered for it`,
  )
}

/** What Cluster API has noted down about a cluster; undefined if nothing. */
async function bindingOf(link: Link, { namespace, name }: FleetCluster): Promise<KubeObject | undefined> {
  const what = `get ClusterResourceSetBinding ${namespace}/${name}`
  return callManagement(link, { what, right: 'get clusterresourcesetbindings', namespace }, () =>
    findObject(link.management, { resource: resources.binding, namespace, name }),
  )
}

function plan(cluster: FleetCluster, applied: readonly AppliedSet[]): readonly string[] {
  return [
    `Cluster API will apply again on ${idOf(cluster)}:`,
    ...applied.map(
      ({ resourceSet, sources }) => `  ClusterResourceSet ${resourceSet}: ${sources.join(', ')}`,
    ),
    'With strategy Reconcile this also reverts what others changed in those objects.',
  ]
}

interface Change {
  readonly applied: readonly AppliedSet[]
  readonly io: Io
}

async function undoInterruptedWrite(
  link: Link,
  cluster: FleetCluster,
  { applied, io }: Change,
): Promise<void> {
  const { namespace, name } = cluster
  const sets = applied.map(({ resourceSet }) => resourceSet)
  const what = `change ClusterResourceSetBinding ${namespace}/${name}`
  await callManagement(link, { what, right: 'update clusterresourcesetbindings', namespace }, () =>
    writeMarks(link, cluster, sets),
  )
  for (const { resourceSet, sources } of applied) {
    io.write(
      `changed ClusterResourceSetBinding ${namespace}/${name}: ${resourceSet}: ${sources.join(', ')}\n`,
    )
  }
  // Cluster API does not look at bindings that others change: it is told by a change of the set.
  await pokeAll(link, cluster, { sets, io })
}

async function pokeAll(
  link: Link,
  { namespace }: FleetCluster,
  { sets, io }: { readonly sets: readonly string[]; readonly io: Io },
): Promise<void> {
  const value = new Date(link.clock.now()).toISOString()
  for (const set of sets) await poke(link, { namespace, set, value, io })
}

// Cluster API writes the binding, too: then what it wrote is read again.
async function writeMarks(
  link: Link,
  { namespace, name }: FleetCluster,
  sets: readonly string[],
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const binding = await link.management.get({ resource: resources.binding, namespace, name })
    try {
      const changed = { ...binding, spec: withoutMarks(binding, sets) }
      await link.management.update(resources.binding, changed, { fieldManager: PERSON })
      return
    } catch (error) {
      if (attempt >= MAX_ATTEMPTS || !hasCode(error, 'Conflict')) throw error
    }
  }
}

interface Poke {
  readonly namespace: string
  readonly set: string
  readonly value: string
  readonly io: Io
}

async function poke(link: Link, { namespace, set, value, io }: Poke): Promise<void> {
  const what = `annotate ClusterResourceSet ${namespace}/${set}`
  await callManagement(link, { what, right: 'patch clusterresourcesets', namespace }, async () => {
    const object = await link.management.get({ resource: resources.resourceSet, namespace, name: set })
    await annotate(link.management, resources.resourceSet, { object, key: names.refreshAnnotation, value })
  })
  io.write(`annotated ClusterResourceSet ${namespace}/${set}\n`)
}

/** Asks whether to continue. Anything but a yes is a no. */
async function confirm(io: Io): Promise<boolean> {
  io.say('Continue? [y/N]')
  let line = ''
  for await (const chunk of io.stdin()) {
    line += Buffer.from(chunk).toString('utf8')
    if (line.includes('\n')) break
  }
  return /^\s*y(?:es)?\s*$/i.test(line.split('\n', 1)[0] ?? '')
}
