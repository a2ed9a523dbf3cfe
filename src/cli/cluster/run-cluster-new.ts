import { isEqual } from '../../domain/object/is-equal.ts'
import { counted } from '../../domain/text/counted.ts'
import { nearest } from '../../domain/text/nearest.ts'
import type { RepositoryFile } from '../../domain/repository/repository-schema.ts'
import { answersOf, clusterOfAnswers } from '../../scaffold/cluster/cluster-answers.ts'
import { clusterFile, type NewCluster } from '../../scaffold/cluster/cluster-object.ts'
import { clusterListings, clusterTree, CREDENTIALS_FILE } from '../../scaffold/cluster/cluster-tree.ts'
import { clusterNameProblem } from '../../scaffold/cluster/cluster-name.ts'
import { capiFolder, type ClusterPlace, environmentNamespace } from '../../scaffold/places.ts'
import { isAsWritten, type RepositoryRecord } from '../../scaffold/upgrade/written-record.ts'
import type { ForgeKind } from '../../forge/forge-access.ts'
import { Refusal } from '../command/refusal.ts'
import { sayTry } from '../command/say.ts'
import type { ExitCode } from '../command/exit-code.ts'
import type { ConnectionFlags } from '../fleet/fleet-flags.ts'
import type { CommandSetting } from '../fleet/open-fleet.ts'
import type { Io } from '../io/io.ts'
import { jsonDocument } from '../io/json-document.ts'
import { refusalOf } from '../pack/for-each-pack.ts'
import { findAddOn } from '../repository/find-add-on.ts'
import { findRepository, type FoundRepository } from '../repository/find-repository.ts'
import { Changes } from '../repository/plan-changes.ts'
import { clusterRecord, recordAt, recordedClusters } from '../repository/records.ts'
import { type FileChange, readTextFile, undoInterruptedWrite, writeFiles } from '../repository/write-files.ts'
import { checkCredentials } from './check-credentials.ts'
import { classListings, findClass } from './find-class.ts'
import { liveClass } from './live-class.ts'
import { fromClass, fromTemplate, readVariableValues } from './read-cluster.ts'
import { fileIn, sayTrySimulation } from '../repository/file-in.ts'

/** The flags of `fitout cluster new`. */
export interface ClusterNewFlags extends ConnectionFlags {
  readonly env: string | undefined
  readonly class: string | undefined
  readonly template: string | undefined
  readonly set: readonly string[]
  readonly file: string | undefined
  readonly profile: string | undefined
  readonly kubernetes: string | undefined
  readonly 'dry-run': boolean
  readonly output: string
  /** Opens a merge request instead of writing files. */
  readonly mr: boolean
  readonly title: string | undefined
  readonly forge: ForgeKind | undefined
  readonly 'forge-url': string | undefined
  readonly project: string | undefined
  /** Milliseconds since 1970. */
  readonly now: number
}

/** Writes the files of a cluster. A second time with the same answers changes nothing. */
export async function runClusterNew(
  name: string,
  flags: ClusterNewFlags,
  setting: CommandSetting,
): Promise<ExitCode> {
  try {
    return await create(name, flags, setting)
  } catch (error) {
    throw refusalOf(error) ?? error
  }
}

async function create(
  name: string,
  flags: ClusterNewFlags,
  { io, world }: CommandSetting,
): Promise<ExitCode> {
  const found = findRepository(io)
  const { root, repository } = found
  undoInterruptedWrite(root)
  const place = { name, environment: environmentOf(flags.env, repository) }
  checkName(place, found)
  const record = recordAt(root, clusterRecord(place))
  const cluster = await askedFor({ place, flags, record }, found, { io, world })
  if (record) refuseOtherAnswers(cluster, record, found)
  const addOns = Object.keys(repository.versions.addOns).map(one => findAddOn(one, found, io))
  const changes = new Changes(root)
  changes.addUnit({
    record: clusterRecord(place),
    answers: answersOf(cluster),
    files: clusterTree(cluster, { repository, addOns }),
  })
  const ofClass = cluster.from.kind === 'class' ? classListings(root, cluster.from.shape.name) : []
  for (const listing of [...ofClass, ...clusterListings(cluster, { repository, addOns })])
    changes.addListing(listing)
  const list = changes.list()
  if (flags.mr && list.length > 0) {
    await propose(cluster, { list, flags, found }, io)
    return 0
  }
  if (!flags['dry-run']) writeFiles(root, list, { io })
  report(cluster, { paths: list.map(({ path }) => path), flags, found }, io)
  return 0
}

function environmentOf(given: string | undefined, { environments }: RepositoryFile): string {
  const names = Object.keys(environments)
  const [only, second] = names
  if (given === undefined) {
    if (only !== undefined && second === undefined) return only
    throw new Refusal(`no environment is given; there are ${names.join(', ')}`, {
      exitCode: 2,
      fix: `give one: --env ${only}`,
    })
  }
  if (names.includes(given)) return given
  const meant = nearest(given, names)
  throw new Refusal(
    `there is no environment ${JSON.stringify(given)} in fitout.yaml${meant === undefined ? `: there are ${names.join(', ')}` : `; did you mean ${meant}?`}`,
    {
      exitCode: 2,
      fix: 'to add one, write it into fitout.yaml, then: fitout init --upgrade',
    },
  )
}

function checkName(place: ClusterPlace, { root, repository }: FoundRepository): void {
  const problem = clusterNameProblem(place, repository, recordedClusters(root))
  if (problem !== undefined) throw new Refusal(problem, { exitCode: 2 })
}

interface Asked {
  readonly place: ClusterPlace
  readonly flags: ClusterNewFlags
  readonly record: RepositoryRecord | undefined
}

/** The cluster that was asked for; what was not said is as it was written before. */
async function askedFor(
  { place, flags, record }: Asked,
  found: FoundRepository,
  setting: CommandSetting,
): Promise<NewCluster> {
  const { root, repository } = found
  const { io } = setting
  const file = `${capiFolder(place)}/${CREDENTIALS_FILE}`
  const credentials = readTextFile(root, file)
  if (credentials !== undefined)
    checkCredentials(credentials, fileIn(root, file).path, `${place.name}-git-credentials`)
  const before = record && clusterOfAnswers(place, record, credentials !== undefined)
  const saysNothing =
    flags.class === undefined &&
    flags.template === undefined &&
    flags.set.length === 0 &&
    flags.file === undefined
  const known = {
    ...place,
    profile: flags.profile ?? before?.profile ?? repository.profile,
    kubernetes: flags.kubernetes ?? before?.kubernetes ?? repository.versions.kubernetes,
    hasCredentials: credentials !== undefined,
  }
  if (before && saysNothing) return { ...known, from: before.from }
  if (flags.template !== undefined)
    return { ...known, from: fromTemplate(flags.template, templateVariables(known, flags, found), io) }
  const values = readVariableValues(flags.set, flags.file, io)
  const isLive = flags.kubeconfig !== undefined || flags.context !== undefined
  const chosen = isLive ? await live(flags, place, { found, setting }) : findClass(root, flags.class, io)
  return { ...known, from: fromClass(chosen, values, io) }
}

function live(
  flags: ClusterNewFlags,
  place: ClusterPlace,
  { found, setting }: { readonly found: FoundRepository; readonly setting: CommandSetting },
): ReturnType<typeof liveClass> {
  if (flags.class === undefined)
    throw new Refusal('no class of the management cluster is given: give its name with --class', {
      exitCode: 2,
    })
  const namespace = environmentNamespace(found.repository, place.environment)
  return liveClass({ name: flags.class, namespace, flags: { ...flags, namespace } }, setting.world)
}

function templateVariables(
  { name, environment, kubernetes }: Omit<NewCluster, 'from'>,
  flags: ClusterNewFlags,
  { repository }: FoundRepository,
): ReadonlyMap<string, string> {
  const given = flags.set.map((word): readonly [string, string] => {
    const at = word.indexOf('=')
    if (at > 0) return [word.slice(0, at), word.slice(at + 1)]
    throw new Refusal(`flag "--set": ${JSON.stringify(word)} is not name=value`, { exitCode: 2 })
  })
  return new Map([
    ['CLUSTER_NAME', name],
    ['NAMESPACE', environmentNamespace(repository, environment)],
    ['KUBERNETES_VERSION', `v${kubernetes.replace(/^v/, '')}`],
    ...given,
  ])
}

function refuseOtherAnswers(cluster: NewCluster, record: RepositoryRecord, { root }: FoundRepository): void {
  const file = `${capiFolder(cluster)}/cluster.yaml`
  const written = record.files.get(file)
  // The words around the same answers may differ between two versions of Fitout; of a template nothing else is kept.
  const isSame =
    cluster.from.kind === 'class' || (written !== undefined && isAsWritten(clusterFile(cluster), written))
  if (isSame && isEqual(answersOf(cluster), record.answers)) return
  throw new Refusal(`cluster "${cluster.name}" exists in ${cluster.environment} with other settings`, {
    fix: `change it in ${fileIn(root, file).path}`,
  })
}

interface Proposing {
  readonly list: readonly FileChange[]
  readonly flags: ClusterNewFlags
  readonly found: FoundRepository
}

async function propose(cluster: NewCluster, { list, flags, found }: Proposing, io: Io): Promise<void> {
  const { proposeCluster } = await import('./propose-cluster.ts')
  const className = cluster.from.kind === 'class' ? cluster.from.shape.name : ''
  const made = { place: cluster, className, changes: list }
  const { branch, report: checked, opened } = await proposeCluster(made, flags, { found, io, now: flags.now })
  const paths = list.map(({ path }) => path)
  const namespace = environmentNamespace(found.repository, cluster.environment)
  const checks = checked.checks.filter(({ check }) => check !== 'yaml' && check !== 'name')
  if (flags.output === 'json') {
    const request = opened && {
      id: opened.id,
      url: opened.request.url,
      branch,
      isNew: opened.outcome === 'opened',
    }
    const result = opened ? 'proposed' : 'would be proposed'
    const { name, environment } = cluster
    const said = checked.checks.map(({ check, verdict, sentence }) => ({ check, verdict, sentence }))
    io.write(
      jsonDocument('ClusterResult', {
        name,
        namespace,
        environment,
        result,
        files: paths,
        checks: said,
        request,
      }),
    )
    return
  }
  for (const path of paths) io.write(`${path}\n`)
  io.say(`checks: ${checks.map(({ sentence }) => sentence).join('; ')}`)
  if (!opened) {
    io.say(`${counted(paths.length, 'file')} would be proposed on branch ${branch}`)
    return
  }
  const verb = opened.outcome === 'opened' ? 'opened' : 'the merge request is there already:'
  io.say(`${verb} ${opened.id} on branch ${branch}: ${opened.request.url}`)
  sayTry(io, `fitout wait ${namespace}/${cluster.name} --timeout 40m`)
}

interface Reported {
  readonly paths: readonly string[]
  readonly flags: ClusterNewFlags
  readonly found: FoundRepository
}

function report(cluster: NewCluster, { paths, flags, found }: Reported, io: Io): void {
  const { root, repository } = found
  const namespace = environmentNamespace(repository, cluster.environment)
  const isTry = flags['dry-run']
  if (flags.output === 'json') {
    const result = paths.length === 0 ? 'unchanged' : isTry ? 'would be written' : 'written'
    io.write(
      jsonDocument('ClusterResult', {
        name: cluster.name,
        namespace,
        environment: cluster.environment,
        result,
        files: paths,
      }),
    )
    return
  }
  for (const path of paths) io.write(`${fileIn(root, path).path}\n`)
  if (paths.length === 0) {
    io.say(`cluster ${cluster.name} is unchanged`)
    return
  }
  io.say(
    `${counted(paths.length, 'file')} ${isTry ? 'would be written' : 'written'} for cluster ${namespace}/${cluster.name}`,
  )
  if (isTry) return
  sayNext(cluster, found, io)
  sayTrySimulation(io, root)
}

function sayNext(cluster: NewCluster, { root, repository }: FoundRepository, io: Io): void {
  if (repository.pattern === 'crs' && repository.git.credentials === 'sops' && !cluster.hasCredentials) {
    io.say(
      `next: ${fileIn(root, `${capiFolder(cluster)}/${CREDENTIALS_FILE}`).path} with its read-only credentials; README.md has the commands`,
    )
  }
}
