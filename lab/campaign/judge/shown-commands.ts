import type { Advice } from './answer.ts'

/** Runs a command line as a person would. */
export type Shell = (script: string) => Promise<string>

/** What came of one shown command. */
export interface CommandResult {
  readonly command: string
  readonly isChange: boolean
  /** It failed because of what it names. */
  readonly isMisnamed: boolean
  readonly failure?: string
}

const CHANGES =
  /\b(?:kubectl|fitout|flux)\b[^|;]*?\b(?:patch|delete|annotate|label|scale|apply|create|retry|uncordon|taint|rollout (?:undo|resume|restart)|resume|reconcile|set|replace)\b/
const MISNAMED =
  /NotFound|not found|AlreadyExists|doesn't have a resource type|unknown (?:flag|command)|no matches for|error: the path|invalid|required|no resources/i
// The lab has neither kubelets nor a Deployment of Cluster API: what only they have cannot be shown here.
const NOT_IN_LAB =
  /dial tcp|connection refused|no such host|proxy error|InternalError|no preferred addresses|capi-controller-manager/i

/** Whether a command changes something. */
function isChange(command: string): boolean {
  return CHANGES.test(command)
}

/** Runs a command that looks, and says what came of it. What a person would end by hand is ended after a while. */
export async function runLook(shell: Shell, command: string): Promise<CommandResult> {
  return run(shell, command, `export EDITOR=true; timeout 15 bash -c ${quoted(command)} < /dev/null`)
}

/** Runs a command that changes something on a terminal, where it may ask. */
export async function runChange(terminal: Shell, command: string): Promise<CommandResult> {
  return run(terminal, command, command)
}

async function run(shell: Shell, command: string, script: string): Promise<CommandResult> {
  const failure = await shell(script).then(
    () => undefined,
    (error: unknown) => wordsOf(error),
  )
  const isEnded = failure?.startsWith('124 ') === true
  const isHarmless = failure !== undefined && NOT_IN_LAB.test(failure) && /\blogs\b|\bexec\b/.test(command)
  const about = { command, isChange: isChange(command) }
  if (failure === undefined || isEnded || isHarmless) return { ...about, isMisnamed: false }
  return { ...about, isMisnamed: MISNAMED.test(failure), failure }
}

/** The commands of an answer: first those that look, then those that change. */
export function commandsOf(next: readonly Advice[]): {
  readonly looks: readonly string[]
  readonly changes: readonly string[]
} {
  const all = next.flatMap(({ command }) => command ?? [])
  return { looks: all.filter(one => !isChange(one)), changes: all.filter(isChange) }
}

function quoted(script: string): string {
  return `'${script.replaceAll("'", String.raw`'\''`)}'`
}

function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { code, stdout, stderr } = error as { code?: number; stdout?: string; stderr?: string }
  if (code === undefined) return error.message.slice(0, 600)
  return `${code} ${(stderr ?? '').trim()} ${(stdout ?? '').trim()}`.slice(0, 600)
}
