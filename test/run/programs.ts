import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { ChildrenCpu } from './children-cpu.ts'

const GRACE_MS = 5_000

export interface Order {
  readonly command: readonly string[]
  readonly env: NodeJS.ProcessEnv
  /** Shown output goes to the terminal as it comes; kept output is returned. */
  readonly output: 'show' | 'keep'
  /** How much it leaves to others that run at the same time: 0 is nothing, 19 all that they want. */
  readonly niceness?: number
}

export interface Ended {
  /** As in a shell: 128 plus its number when a signal ended the program. */
  readonly code: number
  readonly output: string
  /** What it and the children that it waited for took of the processors; undefined where the system does not say. */
  readonly cpuSeconds: number | undefined
}

/** The programs that one run has started. Each leads a process group of its own, so that its children end with it. */
export class Programs {
  readonly #groups = new Set<number>()
  readonly #cpu = new ChildrenCpu()
  #isEnding = false

  /** Runs a program to its end. Never settles once `end` was called: a run that was broken off has no result. */
  async run({ command, env, output, niceness = 0 }: Order): Promise<Ended> {
    const [program = '', ...args] = command
    const ended = await new Promise<Ended>((resolve, reject) => {
      const stream = output === 'keep' ? 'pipe' : 'inherit'
      const child = spawn(program, args, { env, stdio: ['ignore', stream, stream], detached: true })
      const group = child.pid
      if (group !== undefined) {
        this.#groups.add(group)
        setNiceness(group, niceness)
      }

      const chunks: Buffer[] = []
      child.stdout?.on('data', (chunk: Buffer) => chunks.push(chunk))
      child.stderr?.on('data', (chunk: Buffer) => chunks.push(chunk))
      let cpuSeconds: number | undefined
      child.on('exit', () => (cpuSeconds = this.#cpu.ofLastChild()))
      child.on('error', cause => reject(new Error(`cannot run ${program}: ${cause.message}`, { cause })))
      child.on('close', (code, signal) => {
        if (group !== undefined && !this.#isEnding) this.#groups.delete(group)
        resolve({
          code: code ?? 128 + (signal ? constants.signals[signal] : 0),
          output: Buffer.concat(chunks).toString(),
          cpuSeconds,
        })
      })
    })
    return this.#isEnding ? new Promise<never>(() => {}) : ended
  }

  /** Passes the signal on to everything that runs, and kills what is still there after a while, or on a second call. */
  async end(signal: NodeJS.Signals): Promise<void> {
    const patience = this.#isEnding ? 0 : GRACE_MS
    this.#isEnding = true
    this.#signal(signal)
    for (let waited = 0; waited < patience && this.#groups.size > 0; waited += 50) {
      await sleep(50)
      this.#signal(0)
    }
    this.kill()
  }

  kill(): void {
    this.#signal('SIGKILL')
  }

  /** Signal 0 does nothing but find out which groups still have someone in them. */
  #signal(signal: NodeJS.Signals | 0): void {
    for (const group of this.#groups) {
      try {
        process.kill(-group, signal)
      } catch {
        this.#groups.delete(group)
      }
    }
  }
}

/**
 * Linux shares a processor between sessions first, and between the processes of a session second (`sched_autogroup_enabled`).
 * A program with a session of its own, as all of these, therefore needs both.
 */
function setNiceness(pid: number, niceness: number): void {
  if (niceness === 0) return
  try {
    setPriority(pid, niceness)
    writeFileSync(`/proc/${pid}/autogroup`, String(niceness))
  } catch {
    // It has ended already, or this system has no such groups.
  }
}
