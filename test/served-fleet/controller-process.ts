import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { deployedEnvironment } from './deployed-environment.ts'
import { type MemoryLimit, limitMemory } from './memory-limit.ts'

interface ControllerOptions {
  /** The bundled command. */
  readonly command: string
  readonly kubeconfigFile: string
  /** Where its log goes. */
  readonly folder: string
  /** The limit of its container. Node takes half of it for its heap, as it does in a Pod. */
  readonly memoryBytes: number
  readonly flags?: readonly string[]
  /** Instead of what `deploy` sets; an empty text takes it away. */
  readonly environment?: Readonly<Record<string, string>>
}

/** Of the clock of processes in /proc. */
const TICKS_PER_SECOND = 100
const MEBIBYTE = 1024 * 1024

/** A bundled `fitout controller` in a process of its own. */
export class ControllerProcess {
  readonly logFile: string
  readonly #child: ChildProcess
  readonly #limit: MemoryLimit | undefined

  private constructor(child: ChildProcess, logFile: string, limit: MemoryLimit | undefined) {
    this.#child = child
    this.logFile = logFile
    this.#limit = limit
  }

  static start(options: ControllerOptions): ControllerProcess {
    const { command, kubeconfigFile, folder, memoryBytes, flags = [], environment = {} } = options
    const logFile = join(folder, 'controller.log')
    const log = openSync(logFile, 'w')
    const limit = limitMemory(memoryBytes)
    const controller = [
      process.execPath,
      ...(limit ? [] : [`--max-old-space-size=${Math.floor(memoryBytes / 2 / MEBIBYTE)}`]),
      command,
      'controller',
      `--kubeconfig=${kubeconfigFile}`,
      '--address=127.0.0.1:0',
      ...flags,
    ]
    // Node looks at its limit when it starts, so the process must have it by then.
    const script = limit ? 'echo $$ > "$0" && exec "$@"' : 'exec "$@"'
    const child = spawn('/bin/sh', ['-c', script, limit?.processes ?? 'sh', ...controller], {
      stdio: ['ignore', log, log],
      env: { ...process.env, ...deployedEnvironment(), ...environment },
    })
    closeSync(log)
    return new ControllerProcess(child, logFile, limit)
  }

  /** Whether the kernel keeps the limit of its memory; otherwise only the heap has one. */
  get isLimitedByKernel(): boolean {
    return this.#limit !== undefined
  }

  /** How often the kernel has ended it for its memory. */
  get kills(): number {
    return this.#limit?.kills() ?? 0
  }

  get pid(): number {
    return this.#child.pid ?? 0
  }

  /** How it ended; undefined while it runs. */
  get exit(): string | undefined {
    const { exitCode, signalCode } = this.#child
    return signalCode ?? (exitCode === null ? undefined : `exit code ${exitCode}`)
  }

  /** What it takes of memory now, and the most that it has taken, in MB; nothing once it has ended. */
  memory(): { readonly now: number; readonly peak: number } {
    const file = `/proc/${this.pid}/status`
    const status = existsSync(file) ? readFileSync(file, 'utf8') : ''
    const megabytes = (name: string): number =>
      (Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) * 1024) / 1e6
    return { now: megabytes('VmRSS'), peak: megabytes('VmHWM') }
  }

  /** The time of a processor that it has taken so far, in seconds. */
  cpuSeconds(): number {
    // The name of the program, in parentheses, may have spaces; of what stands after it, the 12th and 13th are its times.
    const fields = readFileSync(`/proc/${this.pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
    return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
  }

  /** A figure of its own metrics, summed over all series that have these labels; undefined before it serves them. */
  async metric(name: string, labels: Readonly<Record<string, string>> = {}): Promise<number | undefined> {
    const page = await this.#metrics()
    if (page === undefined) return undefined
    const wanted = Object.entries(labels).map(([label, value]) => `${label}="${value}"`)
    return page
      .split('\n')
      .filter(line => line.startsWith(`${name}{`) || line.startsWith(`${name} `))
      .filter(line => wanted.every(label => line.includes(label)))
      .reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)
  }

  async stop(): Promise<void> {
    if (this.exit === undefined) {
      const ended = once(this.#child, 'exit')
      this.#child.kill('SIGTERM')
      const isEnded = await Promise.race([ended.then(() => true), sleep(20_000, false)])
      if (!isEnded) this.kill()
      await ended
    }
    this.#limit?.release()
  }

  kill(): void {
    this.#child.kill('SIGKILL')
  }

  async #metrics(): Promise<string | undefined> {
    const [, port] = /"port":(\d+)/.exec(readFileSync(this.logFile, 'utf8')) ?? []
    if (port === undefined) return undefined
    try {
      return await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
    } catch {
      return undefined
    }
  }
}
