import { formatApplyProblem } from '../../domain/apply/apply-problem.ts'
import { type Course, decideCourse, newestCommit } from '../../domain/apply/decide-course.ts'
import type { DesiredObject, DesiredReading } from '../../domain/apply/read-desired.ts'
import { type ApplyRecord, RECORD_NAME } from '../../domain/apply/record.ts'
import { counted } from '../../domain/text/counted.ts'
import { hasCode } from '../../engine/api/api-error.ts'
import type { ExitCode } from '../command/exit-code.ts'
import { Refusal } from '../command/refusal.ts'
import { sayError } from '../command/say.ts'
import { callManagement } from '../../fleet/link/call-management.ts'
import type { Link } from '../../fleet/link/link.ts'
import type { CommandSetting } from '../fleet/open-fleet.ts'
import type { Repository } from '../git/repository.ts'
import type { Io } from '../io/io.ts'
import { plainText } from '../terminal/text-width.ts'
import { type ApplyFlags, type ApplyRequest, readApplyRequest } from './apply-request.ts'
import { carefulApi } from './careful-api.ts'
import { carryOut } from './carry-out.ts'
import { gatherDesired } from './gather-desired.ts'
import { type HeldLease, holdLease } from './hold-lease.ts'
import { RecordStore } from './record-store.ts'
import { type ApplyReport, countedActions, reportJson, shortCommit, reportObject } from './report.ts'
import { Interrupted } from './run-state.ts'
import { ServedKinds } from './served-kinds.ts'

/** What the command runs in. */
export interface ApplySetting extends CommandSetting {
  readonly openRepository: (io: Io) => Promise<Repository>
  /** Another name for each run. */
  readonly identity: () => string
}

/** What was typed. */
export interface ApplyWords {
  readonly paths: readonly string[]
  readonly flags: ApplyFlags
}

/** Applies a commit to a cluster, under a lease, and deletes what has left Git. Doing it twice changes nothing. */
export async function runApply({ paths, flags }: ApplyWords, setting: ApplySetting): Promise<ExitCode> {
  const { io, world } = setting
  const repository = await setting.openRepository(io)
  const request = readApplyRequest(flags, { paths, prefix: repository.prefix }, io)
  const reading = await gatherDesired(request, repository, io)
  if (tellProblems(reading, io)) return 2
  demandObjects(reading.objects, request)
  const { link } = await world.connect(flags)
  const work = new Work(link, { request, repository, setting, desired: reading.objects })
  try {
    const { report, exitCode } = await callManagement(
      link,
      { what: `apply to cluster ${request.cluster}`, right: 'patch objects' },
      () => work.run(),
    )
    if (flags.output === 'json') io.write(reportJson(report))
    return exitCode
  } catch (error) {
    if (!(error instanceof Interrupted)) throw error
    sayError(io, 'interrupted; run it again to continue where it stopped')
    return 130
  } finally {
    link.close()
  }
}

const MOST_PROBLEMS = 50

function tellProblems({ problems }: DesiredReading, io: Io): boolean {
  for (const problem of problems.slice(0, MOST_PROBLEMS))
    for (const line of formatApplyProblem(problem).split('\n')) io.say(plainText(line))
  const errors = problems.filter(({ severity }) => severity === 'error').length
  if (errors > 0) sayError(io, `cannot apply: ${counted(errors, 'error')}; nothing was changed`)
  return errors > 0
}

function demandObjects(objects: readonly DesiredObject[], { cluster, allowEmpty }: ApplyRequest): void {
  if (objects.length > 0 || allowEmpty) return
  throw new Refusal(
    `cannot apply: Git has no object for cluster "${cluster}", so all of it would be deleted`,
    {
      fix: 'use --allow-empty if that is intended; nothing was changed',
    },
  )
}

interface Order {
  readonly request: ApplyRequest
  readonly repository: Repository
  readonly setting: ApplySetting
  readonly desired: readonly DesiredObject[]
}

interface Ended {
  readonly report: ApplyReport
  readonly exitCode: ExitCode
}

class Work {
  readonly #link: Link
  readonly #order: Order
  readonly #stopping = new AbortController()

  constructor(link: Link, order: Order) {
    this.#link = link
    this.#order = order
    void order.setting.io.whenStopped().then(() => this.#stopping.abort())
  }

  async run(): Promise<Ended> {
    const { request } = this.#order
    // The first call: what is wrong with the connection is told by it.
    await this.#link.management.version({ signal: this.#stopping.signal })
    const lease = request.isDryRun
      ? { check: () => undefined, release: async () => undefined }
      : await this.#lease()
    try {
      if (this.#stopping.signal.aborted) throw new Interrupted('stopped before the Lease was acquired')
      return await this.#withLease(lease)
    } catch (error) {
      if (this.#stopping.signal.aborted && hasCode(error, 'Cancelled'))
        throw new Interrupted('stopped during a request')
      throw error
    } finally {
      await lease.release()
    }
  }

  #lease(): Promise<HeldLease> {
    const { request, setting } = this.#order
    const { namespace, timeoutMs } = request
    const call = { what: `take Lease ${namespace}/${RECORD_NAME}`, right: 'update leases', namespace }
    return callManagement(this.#link, call, () =>
      holdLease(this.#link, {
        namespace,
        identity: setting.identity(),
        timeoutMs,
        signal: this.#stopping.signal,
        say: setting.io.say,
      }),
    )
  }

  async #withLease(lease: HeldLease): Promise<Ended> {
    const { request, repository } = this.#order
    const { clock } = this.#link
    const { signal } = this.#stopping
    const api = carefulApi(this.#link.management, { clock, signal, checkLease: lease.check })
    const records = new RecordStore(api, request.namespace)
    const record = await records.read()
    checkCluster(record, request)
    const course = await chooseCourse(record, this.#order)
    const base = {
      cluster: request.cluster,
      commit: repository.head,
      ...(record?.commit === undefined ? {} : { before: record.commit }),
      dryRun: request.isDryRun,
    }
    if (course.kind !== 'apply')
      return this.#leave(course, { ...base, result: 'skipped', objects: [] }, record)
    const { io } = this.#order.setting
    io.say(courseLine(course, this.#order, record))
    const done = await carryOut({
      run: {
        api,
        kinds: new ServedKinds(api),
        clock,
        signal,
        owner: request.owner,
        isDryRun: request.isDryRun,
        deadline: clock.elapsed() + request.timeoutMs,
        tell: reportObject(io, request.isDryRun),
      },
      records,
      record,
      head: repository.head,
      cluster: request.cluster,
      desired: this.#order.desired,
      mode: course.mode,
    })
    const { results, isDone } = done
    const report: ApplyReport = {
      ...base,
      result: isDone ? 'applied' : 'failed',
      mode: course.mode,
      objects: results,
    }
    return { report, exitCode: this.#sayEnd(report, done.exitCode) }
  }

  #leave(
    course: Exclude<Course, { kind: 'apply' }>,
    report: ApplyReport,
    record: ApplyRecord | undefined,
  ): Ended {
    const newest = shortCommit(newestCommit(record) ?? '')
    const head = shortCommit(report.commit)
    if (course.kind === 'refuse') throw refusalOf(course.why, { newest, head, order: this.#order })
    this.#order.setting.io.say(
      `skipped: the cluster has commit ${newest}, which is newer than ${head} and contains it; --allow-rollback goes back`,
    )
    return { report, exitCode: 0 }
  }

  #sayEnd({ result, objects, commit, cluster, dryRun }: ApplyReport, exitCode: ExitCode): ExitCode {
    const { io } = this.#order.setting
    const counts = countedActions(objects)
    if (result === 'failed')
      sayError(io, `commit ${shortCommit(commit)} is not applied to cluster ${cluster} as a whole: ${counts}`)
    else if (dryRun)
      io.say(`dry run: commit ${shortCommit(commit)} on cluster ${cluster}: ${counts}; nothing was changed`)
    else io.say(`applied commit ${shortCommit(commit)} to cluster ${cluster}: ${counts}`)
    return exitCode
  }
}

// A kubeconfig of another cluster is the mistake that costs most.
function checkCluster(record: ApplyRecord | undefined, { cluster, namespace }: ApplyRequest): void {
  if (record === undefined || record.cluster === cluster) return
  throw new Refusal(
    `cannot apply: this cluster has commits of cluster ${JSON.stringify(record.cluster)}, not of ${JSON.stringify(cluster)}; is it the right kubeconfig?`,
    {
      fix: `if the cluster was renamed, change the name in its ConfigMap ${namespace}/${RECORD_NAME}`,
      hint: `kubectl --namespace ${namespace} get configmap ${RECORD_NAME} -o yaml`,
    },
  )
}

async function chooseCourse(
  record: ApplyRecord | undefined,
  { request, repository }: Order,
): Promise<Course> {
  const { all, allowRollback } = request
  const newest = newestCommit(record)
  if (newest === undefined || newest === repository.head)
    return decideCourse({ record, relation: 'same', tip: 'unknown', all, allowRollback })
  const branch = request.branch ?? (await repository.branch())
  const tip = branch === undefined || allowRollback ? 'unknown' : await repository.tipOf(branch)
  // After the tip was asked for: it may have brought the commit of the cluster.
  const relation = await repository.relationOf(newest)
  return decideCourse({ record, relation, tip, all, allowRollback })
}

const reasons = {
  first: 'no commit was applied to the cluster yet',
  forward: '',
  asked: '--all is given',
  rewritten: 'the commit of the cluster is not an ancestor of it, or not in this clone',
  rollback: 'the commit of the cluster is newer, or not known, and --allow-rollback is given',
} as const

function courseLine(
  course: Extract<Course, { kind: 'apply' }>,
  { repository }: Order,
  record: ApplyRecord | undefined,
): string {
  const head = shortCommit(repository.head)
  if (course.why !== 'forward') return `applying all of commit ${head}: ${reasons[course.why]}`
  const newest = newestCommit(record) ?? ''
  if (newest !== repository.head) return `applying what changed from commit ${shortCommit(newest)} to ${head}`
  return record?.attempt === undefined
    ? `the cluster has commit ${head}; --all applies it again`
    : `continuing with commit ${head}, which was not completed`
}

interface Refused {
  readonly newest: string
  readonly head: string
  readonly order: Order
}

function refusalOf(why: RefuseReason, { newest, head, order }: Refused): Refusal {
  const again = 'use --allow-rollback to apply it anyway'
  const { what, fix } = refusals[why](newest)
  const depth = order.repository.isShallow && why === 'unknown' ? `${FULL_HISTORY}; ` : ''
  return new Refusal(`cannot apply commit ${head}: ${what}`, { fix: `${depth}${fix}; ${again}` })
}

type RefuseReason = Extract<Course, { kind: 'refuse' }>['why']

const FULL_HISTORY = 'clone the whole history (GIT_DEPTH: 0, fetch-depth: 0)'
const ASK = 'give its branch with --branch, and let the job reach the remote "origin"'

const refusals: Readonly<
  Record<RefuseReason, (newest: string) => { readonly what: string; readonly fix: string }>
> = {
  abandoned: () => ({
    what: 'its branch no longer contains it',
    fix: 'run the pipeline of the newest commit',
  }),
  unfinished: newest => ({
    what: `the newer commit ${newest}, which contains it, was started on the cluster and not completed`,
    fix: `run the pipeline of ${newest} again`,
  }),
  older: newest => ({
    what: `the cluster has commit ${newest}, which contains it, and it is unknown whether the branch was moved back`,
    fix: ASK,
  }),
  unknown: newest => ({
    what: `commit ${newest} of the cluster is not an ancestor of it, and it is unknown which of them is newer`,
    fix: ASK,
  }),
}
