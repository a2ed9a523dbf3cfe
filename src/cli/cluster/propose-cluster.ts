import { setTimeout as sleep } from 'node:timers/promises'
import { readLintRepository } from '../../domain/lint/model/lint-repository.ts'
import { counted } from '../../domain/text/counted.ts'
import type { ForgeKind } from '../../forge/forge-access.ts'
import { findForge } from '../../forge/find-forge.ts'
import { openHost } from '../../forge/open-host.ts'
import { type OpenedRequest, ProposalError, proposeChange } from '../../forge/propose-change.ts'
import type { ClusterPlace } from '../../scaffold/places.ts'
import { checkFiles, type DraftReport } from '../../scaffold/draft/check-draft.ts'
import type { DraftFile } from '../../scaffold/draft/draft-files.ts'
import { type DraftRepository, draftRepository } from '../../scaffold/draft/draft-repository.ts'
import { planOfDraft } from '../../scaffold/draft/plan-check.ts'
import { clusterPathOf } from '../../scaffold/places.ts'
import { Refusal } from '../command/refusal.ts'
import type { Io } from '../io/io.ts'
import { gatherFiles } from '../lint/gather-files.ts'
import type { FoundRepository } from '../repository/find-repository.ts'
import { readRemoteHosts } from '../repository/remote-hosts.ts'
import type { FileChange } from '../repository/write-files.ts'

/** The flags of `--mr`. */
export interface ProposeFlags {
  readonly title: string | undefined
  readonly forge: ForgeKind | undefined
  readonly 'forge-url': string | undefined
  readonly project: string | undefined
  readonly 'dry-run': boolean
}

/** A cluster whose files are made and not written. */
export interface UnwrittenCluster {
  readonly place: ClusterPlace
  readonly className: string
  readonly changes: readonly FileChange[]
}

/** What came of a proposal. */
export interface ProposedCluster {
  readonly branch: string
  readonly report: DraftReport
  /** Undefined if nothing was to be opened. */
  readonly opened: OpenedRequest | undefined
}

const TIMEOUT_MS = 30_000

interface ProposeSetting {
  readonly found: FoundRepository
  readonly io: Io
  readonly now: number
}

/** Checks the files of a cluster, and opens a merge request with them. Nothing is written to this disk. */
export async function proposeCluster(
  { place, className, changes }: UnwrittenCluster,
  flags: ProposeFlags,
  { found, io, now }: ProposeSetting,
): Promise<ProposedCluster> {
  // Before the work: without a token nothing comes of it.
  const access = flags['dry-run'] ? undefined : await accessOf(flags, found, io)
  const files = changes.map(asDraftFile)
  const base = await baseOf(found, io)
  const clusterPath = clusterPathOf(place)
  const text = files.find(({ path }) => path === clusterPath)?.after ?? ''
  const made = { ok: true, name: place.name, clusterPath, files } as const
  const draft = { environment: place.environment, className, text }
  const report = checkFiles(made, { draft, base, knowledge: { now } })
  refuseFailing(report, io)
  const branch = `fitout/new-${place.name}`
  if (!access) return { branch, report, opened: undefined }
  const host = openHost(access, { timeoutMs: TIMEOUT_MS, sleep: ms => sleep(ms) })
  const title = flags.title ?? `Add cluster ${place.environment}/${place.name}`
  const body = planOfDraft(files, base, { branch, now })
  try {
    const opened = await proposeChange(host, {
      branch,
      base: found.repository.git.branch,
      title,
      body,
      files,
    })
    return { branch, report, opened }
  } catch (error) {
    if (!(error instanceof ProposalError)) throw error
    throw new Refusal(error.message, { exitCode: error.code === 'CONFLICT' ? 1 : 4, fix: error.fix })
  }
}

function asDraftFile({ path, before, after = '' }: FileChange): DraftFile {
  return { path, before, after }
}

async function accessOf(flags: ProposeFlags, found: FoundRepository, io: Io): ReturnType<typeof accessFrom> {
  const { repository } = found
  const { env } = io
  const remoteHosts = await readRemoteHosts(found, io)
  return accessFrom({
    gitUrl: repository.git.url,
    kind: flags.forge ?? repository.git.forge,
    remoteHosts,
    flags,
    env,
  })
}

function accessFrom(setting: Parameters<typeof findForge>[0]) {
  const forge = findForge(setting)
  if (forge.ok) return Promise.resolve(forge.access)
  throw new Refusal(forge.message, { exitCode: 4, fix: forge.fix })
}

async function baseOf({ root }: FoundRepository, io: Io): Promise<DraftRepository> {
  const { files } = await gatherFiles([root.location], io)
  const base = draftRepository(readLintRepository(files), [])
  if (base) return base
  throw new Refusal('cannot read fitout.yaml', { exitCode: 2 })
}

function refuseFailing({ checks }: DraftReport, io: Io): void {
  const failed = checks.filter(({ verdict }) => verdict === 'failed')
  for (const { code, path, line, message } of failed.flatMap(({ problems }) => problems))
    io.say(`${path}:${line}: error: ${message}  ${code}`)
  if (failed.length > 0)
    throw new Refusal(`no merge request is opened: ${counted(failed.length, 'check')} failed`)
}
