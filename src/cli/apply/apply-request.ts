import { resolved } from '../../domain/apply/choose-files.ts'
import { dns1123LabelProblems, dns1123SubdomainProblems } from '../../domain/names/dns-name.ts'
import { durationFlag } from '../command/duration-flag.ts'
import { Refusal } from '../command/refusal.ts'
import type { ConnectionFlags } from '../fleet/fleet-flags.ts'
import type { Io } from '../io/io.ts'
import { shownPath } from '../io/shown-path.ts'

/** The flags of `fitout apply`. */
export interface ApplyFlags extends ConnectionFlags {
  readonly cluster: string | undefined
  readonly shared: string | undefined
  readonly branch: string | undefined
  readonly all: boolean
  readonly 'allow-empty': boolean
  readonly 'allow-rollback': boolean
  readonly 'dry-run': boolean
  readonly timeout: string
  readonly output: 'text' | 'json'
}

/** What was asked for, checked. */
export interface ApplyRequest {
  readonly cluster: string
  /** The namespace of the record and the lease. */
  readonly namespace: string
  /** The value of the annotation on all that is applied. */
  readonly owner: string
  /** Files and folders of the cluster alone, from the root of the repository. */
  readonly paths: readonly string[]
  /** A folder in which each object names its cluster, from the root of the repository. */
  readonly shared: string | undefined
  /** Whether that folder was named, and must be there. */
  readonly isSharedNamed: boolean
  /** Whether the manifests come from standard input. */
  readonly isRendered: boolean
  /** The branch that the commit belongs to, as far as flags and CI say. */
  readonly branch: string | undefined
  readonly all: boolean
  readonly allowEmpty: boolean
  readonly allowRollback: boolean
  readonly isDryRun: boolean
  readonly timeoutMs: number
}

/** What the words of a command say about files. */
export interface TypedPaths {
  readonly paths: readonly string[]
  /** The folder of the command below the root of the repository. */
  readonly prefix: string
}

/** Where the record of a cluster is, by default: every cluster has this namespace. */
const NAMESPACE = 'kube-system'
const SHARED = 'clusters/flux-common'

/** Checks flags and paths, and fills in what was not said. */
export function readApplyRequest(
  flags: ApplyFlags,
  { paths, prefix }: TypedPaths,
  { env }: Pick<Io, 'env'>,
): ApplyRequest {
  const cluster = named('cluster', flags.cluster, dns1123SubdomainProblems)
  const namespace = named('namespace', flags.namespace ?? NAMESPACE, dns1123LabelProblems)
  const isRendered = paths.includes('-')
  if (isRendered && paths.length > 1)
    throw new Refusal('- must be the only source: give no path with it', { exitCode: 2 })
  const inRoot = (path: string): string => rooted(prefix, path)
  return {
    cluster,
    namespace,
    owner: `${namespace}/${cluster}`,
    paths: isRendered ? [] : paths.length === 0 ? [`clusters/${cluster}`] : paths.map(inRoot),
    shared: flags.shared === undefined ? SHARED : flags.shared === '' ? undefined : inRoot(flags.shared),
    isSharedNamed: flags.shared !== undefined,
    isRendered,
    branch: flags.branch ?? branchIn(env),
    all: flags.all,
    allowEmpty: flags['allow-empty'],
    allowRollback: flags['allow-rollback'],
    isDryRun: flags['dry-run'],
    timeoutMs: durationFlag('timeout', flags.timeout, '5m'),
  }
}

function named(
  flag: string,
  value: string | undefined,
  problems: (name: string) => readonly string[],
): string {
  if (value === undefined) {
    throw new Refusal(`flag "--${flag}" is missing: give the name of the cluster`, {
      exitCode: 2,
      hint: 'fitout apply --help',
    })
  }
  const [problem] = problems(value)
  if (problem === undefined) return value
  throw new Refusal(`flag "--${flag}": ${JSON.stringify(value)} is not the name of a ${flag}: ${problem}`, {
    exitCode: 2,
  })
}

function rooted(prefix: string, path: string): string {
  const found = resolved(prefix, path)
  if (found !== undefined) return found
  throw new Refusal(`cannot apply ${shownPath(path)}: it is not in this repository`, { exitCode: 2 })
}

// CI checks out a commit without a branch, and says the branch in its environment.
function branchIn(env: Io['env']): string | undefined {
  if (env['CI_COMMIT_BRANCH']) return env['CI_COMMIT_BRANCH']
  return env['GITHUB_REF_TYPE'] === 'branch' ? env['GITHUB_REF_NAME'] : undefined
}
