import { spawn } from 'node:child_process'
import { Refusal } from '../command/refusal.ts'

/** How git is called. */
export interface GitCall {
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly args: readonly string[]
  readonly input?: string
  readonly timeoutMs?: number
}

/** How a call ended. */
export interface GitAnswer {
  /** 128 is git's own code for what it cannot do; undefined if it did not end in time. */
  readonly code: number | undefined
  readonly out: Buffer
  /** Not for people: it may hold addresses with tokens in them. */
  readonly err: string
}

const LOCAL_MS = 120_000
const MAX_BYTES = 256 * 1024 * 1024

/** Runs the program git with these arguments, without a shell. It never asks anybody for a password. */
export function runGit({ cwd, env, args, input, timeoutMs = LOCAL_MS }: GitCall): Promise<GitAnswer> {
  return new Promise((resolve, reject) => {
    const child = spawn('git', args, {
      cwd,
      env: {
        ...env,
        LC_ALL: 'C',
        GIT_TERMINAL_PROMPT: '0',
        GIT_OPTIONAL_LOCKS: '0',
        GIT_NO_REPLACE_OBJECTS: '1',
      },
      stdio: ['pipe', 'pipe', 'pipe'],
      timeout: timeoutMs,
    })
    const chunks: Buffer[] = []
    let [bytes, err] = [0, '']
    child.stdout.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > MAX_BYTES) child.kill()
      else chunks.push(chunk)
    })
    child.stderr.on('data', (chunk: Buffer) => void (err += chunk.toString('utf8').slice(0, 4096)))
    child.on('error', error => reject(notStarted(error)))
    child.on('close', code => resolve({ code: code ?? undefined, out: Buffer.concat(chunks), err }))
    // A git that ends early reads no more: its exit code says why.
    child.stdin.on('error', () => undefined)
    child.stdin.end(input ?? '')
  })
}

function notStarted(error: Error): Error {
  if (!('code' in error) || error.code !== 'ENOENT') return error
  return new Refusal('cannot run git: it is not installed, or not in PATH', { exitCode: 2 })
}
