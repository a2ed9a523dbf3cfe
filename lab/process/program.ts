import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ownerMark } from './owner.ts'

export interface ProgramSpec {
  /** What people call it, and the name of its log file: `blue/kube-apiserver`. */
  readonly name: string
  readonly path: string
  readonly args: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  readonly logFile: string
  /** Answers whether the program does its work now. Without it, running is ready. */
  readonly isReady?: () => Promise<boolean>
}

export interface Exit {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

/** A program that did not come up, or went down while it was waited for. The message ends with what it said last. */
export class ProgramFailedError extends Error {
  override readonly name = 'ProgramFailedError'
  readonly code = 'PROGRAM_FAILED'
}

const READY_WITHIN_MS = 180_000
const GRACE_MS = 5_000
const LAST_LINES = 15
// Nearly all are written in Go, which collects garbage whenever the heap has doubled: a sixth of what an API server takes to
// start. Half as often costs a hundred megabytes.
const GOGC = '200'

const running = new Map<ChildProcess, Program>()
process.on('exit', () => {
  for (const child of running.keys()) child.kill('SIGKILL')
})

/** Ends at once every program that logs somewhere below this folder: what a lab's start left when it failed half-way. */
export async function killProgramsOf(folder: string): Promise<void> {
  const theirs = [...running.values()].filter(({ spec }) => spec.logFile.startsWith(`${folder}/`))
  await Promise.all(theirs.map(program => program.kill()))
}

/** One real program of the lab: a process that can be started, frozen, killed and started again. */
export class Program {
  readonly spec: ProgramSpec
  #child: ChildProcess | undefined
  #exit: Exit | undefined

  constructor(spec: ProgramSpec) {
    this.spec = spec
  }

  get name(): string {
    return this.spec.name
  }

  get pid(): number | undefined {
    return this.#child?.pid
  }

  /** How the last run ended; undefined while it runs. */
  get exit(): Exit | undefined {
    return this.#exit
  }

  get isRunning(): boolean {
    return this.#child !== undefined && this.#exit === undefined
  }

  /** Starts the program and waits until it is ready. */
  async start(): Promise<this> {
    this.launch()
    await this.untilReady()
    return this
  }

  /** Starts the program without waiting. */
  launch(onExit?: (exit: Exit) => void): void {
    if (this.isRunning) throw new ProgramFailedError(`cannot start ${this.name}: it runs already`)
    const { path, args, env, logFile } = this.spec
    mkdirSync(dirname(logFile), { recursive: true })
    const log = openSync(logFile, 'a')
    const child = spawn(path, args, {
      stdio: ['ignore', log, log],
      env: { PATH: process.env['PATH'], HOME: dirname(logFile), GOGC, ...env, ...ownerMark() },
    })
    closeSync(log)
    this.#child = child
    this.#exit = undefined
    running.set(child, this)
    const ended = (exit: Exit) => {
      running.delete(child)
      this.#exit = exit
      onExit?.(exit)
    }
    child.once('exit', (code, signal) => ended({ code, signal }))
    // Without this, a program that cannot be started at all would end the lab.
    child.once('error', () => ended({ code: 127, signal: null }))
  }

  /** Waits until the program says that it is ready. */
  async untilReady(): Promise<void> {
    const deadline = performance.now() + READY_WITHIN_MS
    while (this.isRunning) {
      if ((await this.spec.isReady?.()) ?? true) return
      if (performance.now() > deadline) throw this.#failed(`was not ready within ${READY_WITHIN_MS / 1000} s`)
      await sleep(50)
    }
    throw this.#failed(describeExit(this.#exit))
  }

  /** Asks the program to end, and makes it end when it does not. */
  async stop(graceMs = GRACE_MS): Promise<void> {
    this.signal('SIGTERM')
    // A frozen program gets its signal only when it continues.
    this.signal('SIGCONT')
    const deadline = performance.now() + graceMs
    while (this.isRunning && performance.now() < deadline) await sleep(10)
    await this.kill()
  }

  /** Ends the program at once, as a crash does. */
  async kill(): Promise<void> {
    this.signal('SIGKILL')
    while (this.isRunning) await sleep(5)
  }

  /** Stops the program in the middle of whatever it does: it holds its connections and answers nothing. */
  freeze(): void {
    this.signal('SIGSTOP')
  }

  /** Lets a frozen program continue. */
  thaw(): void {
    this.signal('SIGCONT')
  }

  /** Kills the program and starts it again with the same ports and data. */
  async restart(): Promise<void> {
    await this.kill()
    await this.start()
  }

  /** The last lines that the program wrote. */
  lastLines(count = LAST_LINES): string {
    const lines = readFileSync(this.spec.logFile, 'utf8').trimEnd().split('\n')
    return lines.slice(-count).join('\n')
  }

  private signal(signal: NodeJS.Signals): void {
    if (this.isRunning) this.#child?.kill(signal)
  }

  #failed(what: string): ProgramFailedError {
    const log = basename(dirname(this.spec.logFile)) + '/' + basename(this.spec.logFile)
    return new ProgramFailedError(
      `cannot run ${this.name}: it ${what}; the last lines of ${log}:\n${indent(this.lastLines())}`,
    )
  }
}

function describeExit(exit: Exit | undefined): string {
  if (!exit) return 'was never started'
  return exit.signal ? `was ended by ${exit.signal}` : `ended with exit code ${exit.code}`
}

function indent(text: string): string {
  return text.replaceAll(/^/gm, '  ')
}
