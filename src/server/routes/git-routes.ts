import { proposesFor } from '../../forge/fleet-paths.ts'
import type { GitHost, HostRequest } from '../../forge/git-host.ts'
import { type OpenedRequest, proposeChange, proposeRevert } from '../../forge/propose-change.ts'
import { readForm } from '../../domain/cluster-form/read-form.ts'
import { isFields, partOf, textIn } from '../../domain/object/fields.ts'
import { fittedOutMs } from '../../domain/fleet/time-in-state.ts'
import { readInstant } from '../../domain/plan/step-status.ts'
import { checkDraft } from '../../scaffold/draft/check-draft.ts'
import type { ClusterDraft } from '../../scaffold/draft/draft-files.ts'
import { planOfDraft } from '../../scaffold/draft/plan-check.ts'
import { clusterPathOf } from '../../scaffold/places.ts'
import type { ChangeListResponse, ChangeResponse } from '../api/change-response.ts'
import type { ClassListResponse, ClusterSourceResponse } from '../api/class-response.ts'
import type { DraftCheckResponse, DraftOpenResponse } from '../api/draft-response.ts'
import { changeDetails, changeSummary } from '../answers/change-answer.ts'
import { changePlan } from '../answers/change-plan.ts'
import { sumDurations } from '../answers/quantiles.ts'
import { type SeenFleet, viewFleet } from '../fleet/seen-fleet.ts'
import type { FleetGit, ReadRepository } from '../git/fleet-git.ts'
import { HttpRefusal } from '../http/http-refusal.ts'
import type { RouteEffect, UserRequest, UserRoute } from '../http/server-route.ts'
import type { ConsoleWorld } from './console-world.ts'
import { onGitHost } from './git-refusal.ts'
import { readDraft, readDraftOpen } from './read-draft.ts'

/** A request about Git: who asks, what this user sees of the fleet, and the Git host as this user. */
interface GitRequest {
  readonly request: UserRequest
  readonly view: SeenFleet
  readonly git: FleetGit
  readonly host: GitHost
}

/** The routes about the fleet repository. All is read and written with the user's own token; one of them writes. */
export function gitRoutes(world: ConsoleWorld): readonly UserRoute[] {
  const calls: readonly GitCall[] = [
    { method: 'GET', path: 'changes', answer: listChanges, isList: true },
    { method: 'GET', path: 'changes/{id}', answer: readChange },
    { method: 'GET', path: 'classes', answer: listClasses, isList: true },
    { method: 'GET', path: 'classes/source', answer: readSource },
    { method: 'POST', path: 'drafts:check', answer: checkSent },
    { method: 'POST', path: 'drafts:open', answer: openSent },
  ]
  return calls.map(call => gitRoute(call, world))
}

interface GitCall {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly answer: (asked: GitRequest) => Promise<object>
  /** Whether it answers without Git too, with the reason why there is nothing. */
  readonly isList?: boolean
}

function gitRoute(
  { method, path, answer, isList = false }: GitCall,
  { fleet, git }: ConsoleWorld,
): UserRoute {
  const effect: RouteEffect = path === 'drafts:open' ? 'git' : 'nothing'
  return {
    method,
    path: `/api/v1/${path}`,
    right: 'session',
    effect,
    handle: async request => {
      const view = await viewFleet(fleet, request.session)
      const token = request.session.forgeToken()
      const reason = unavailable(git, token !== undefined)
      if (!git || !token) {
        if (isList) return { kind: 'json', body: noList(view, reason ?? '') }
        throw new HttpRefusal('GitHost', reason ?? '', {
          git: { problem: 'NOT_LOGGED_IN', isBranchMade: false },
        })
      }
      const asked = { request, view, git, host: git.as(token) }
      return { kind: 'json', body: await onGitHost(() => answer(asked)) }
    },
  }
}

/** Why nothing can be read from Git or proposed there; undefined if it can. */
export function unavailable(git: FleetGit | undefined, hasToken: boolean): string | undefined {
  if (!git) return 'no Git host is configured'
  return hasToken ? undefined : `enter your token for ${git.name}`
}

function noList({ fresh }: SeenFleet, reason: string): ChangeListResponse | ClassListResponse {
  return { ...fresh, changes: [], unavailable: reason }
}

async function listChanges({ view, git, host }: GitRequest): Promise<ChangeListResponse> {
  const [{ base }, open] = await Promise.all([git.read(host), git.changes(host)])
  return { ...view.fresh, changes: open.map(change => changeSummary(change, host, base.repository)) }
}

async function readChange({ request, view, git, host }: GitRequest): Promise<ChangeResponse> {
  const { id = '' } = request.params
  if (!/^\d{1,9}$/.test(id)) throw new HttpRefusal('NotFound', `change ${id} is not found`)
  const [{ base }, found] = await Promise.all([git.read(host), host.request(Number(id))])
  const change = await changeDetails(host, found, base.repository)
  const revert = await host.openRequestOf(`fitout/revert-${id}`, git.place.base)
  const revertedBy = revert && (await summaryOf(revert, { host, repository: base.repository }))
  const details = { ...change, ...(revertedBy ? { revertedBy } : {}) }
  return { ...view.fresh, change: details, ...(await planOf(found, { view, git, host })) }
}

async function planOf(
  found: HostRequest,
  { view, git, host }: Pick<GitRequest, 'view' | 'git' | 'host'>,
): Promise<Pick<ChangeResponse, 'plan' | 'unplanned'>> {
  const { before, after } = await host.sidesOf(found)
  if (before === '' || after === '') return { unplanned: 'the Git host does not say where the change begins' }
  const old = await git.readAt(host, before)
  const texts = new Map(old.texts)
  for (const { path, before: was } of await host.changedPaths(found.number)) {
    const file = await host.fileAt(path, after)
    if (was !== path || file?.kind !== 'file') texts.delete(was)
    if (file?.kind === 'file' && /\.ya?ml$/.test(path)) texts.set(path, file.text)
  }
  const sides = { from: before, to: after, before: old.texts, after: texts, repository: old.base.repository }
  // A part of the fleet must not pass for all of it.
  const snapshot = view.access.isPartial ? undefined : view.snapshot
  return { plan: changePlan(sides, { now: nowOf(view), snapshot }) }
}

async function listClasses({ view, git, host }: GitRequest): Promise<ClassListResponse> {
  const { base, commit } = await git.read(host)
  return { ...view.fresh, base, commit, took: tookOf(view) }
}

async function readSource({ request, view, git, host }: GitRequest): Promise<ClusterSourceResponse> {
  const { query } = request.head
  const place = { environment: query.get('environment') ?? '', name: query.get('name') ?? '' }
  const { base, texts } = await git.read(host)
  const isThere = base.clusters.some(one => one.name === place.name && one.environment === place.environment)
  const text = isThere ? texts.get(clusterPathOf(place)) : undefined
  if (text === undefined)
    throw new HttpRefusal('NotFound', `cluster ${place.environment}/${place.name} is not in ${git.name}`)
  return { ...view.fresh, ...place, className: classIn(text), text }
}

function classIn(text: string): string {
  const reading = readForm(text, undefined)
  const cluster = reading.ok && isFields(reading.cluster) ? reading.cluster : {}
  const topology = partOf(partOf(cluster, 'spec'), 'topology')
  return textIn(partOf(topology, 'classRef'), 'name') || textIn(topology, 'class')
}

async function checkSent({ request, view, git, host }: GitRequest): Promise<DraftCheckResponse> {
  const draft = readDraft(request.body)
  return { ...view.fresh, report: reportFor(draft, view, await git.read(host)) }
}

function reportFor(draft: ClusterDraft, view: SeenFleet, { base }: ReadRepository) {
  return checkDraft(draft, base, { now: nowOf(view), took: tookOf(view) })
}

async function openSent({ request, view, git, host }: GitRequest): Promise<DraftOpenResponse> {
  const wanted = readDraftOpen(request.body)
  const read = await git.read(host)
  const opened =
    wanted.kind === 'revert'
      ? await proposeRevert(host, Number(wanted.change), git.place.base)
      : await proposeDraft(wanted, { view, git, host, read })
  const change = await summaryOf(opened.request, { host, repository: read.base.repository })
  return { ...view.fresh, change, isNew: opened.outcome === 'opened' }
}

interface Proposing extends Pick<GitRequest, 'view' | 'git' | 'host'> {
  readonly read: ReadRepository
}

// Checked here again: what comes from a browser may be anything.
async function proposeDraft(
  { draft, title }: { readonly draft: ClusterDraft; readonly title: string },
  { view, git, host, read }: Proposing,
): Promise<OpenedRequest> {
  const report = reportFor(draft, view, read)
  if (!report.isReady || report.name === undefined)
    throw new HttpRefusal('DraftFails', 'cannot propose the cluster: a check fails', { report })
  const branch = `fitout/new-${report.name}`
  const body = planOfDraft(report.files, read.base, { branch, now: nowOf(view) })
  return proposeChange(host, { branch, base: git.place.base, title, body, files: report.files })
}

interface Summarizing {
  readonly host: GitHost
  readonly repository: ReadRepository['base']['repository']
}

async function summaryOf(request: HostRequest, { host, repository }: Summarizing) {
  const paths = await host.changedPaths(request.number)
  const clusters = proposesFor(paths.flatMap(({ path, before }) => [path, before])) ?? []
  return changeSummary({ request, clusters }, host, repository)
}

/** The median time until clusters were ready, in milliseconds, by namespace and Fitout. */
function tookOf({ snapshot }: SeenFleet): Readonly<Record<string, number>> {
  const alike = Map.groupBy(snapshot.clusters, ({ namespace, fitout }) => `${namespace}/${fitout}`)
  const medians = [...alike].flatMap(([id, clusters]) => {
    const { median } = sumDurations(clusters.map(fittedOutMs))
    return median === undefined ? [] : [[id, median * 1000] as const]
  })
  return Object.fromEntries(medians)
}

function nowOf({ snapshot }: SeenFleet): number {
  return readInstant(snapshot.asOf) ?? 0
}
