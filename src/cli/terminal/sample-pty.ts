import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { SampleScreen } from './sample-screen.ts'
import type { Size } from './terminal.ts'

/** The program of util-linux that gives another one a terminal. */
const SCRIPT = 'script'

/** For tests: whether this machine can give a program a terminal; Debian and its like can. */
export function hasPty(): boolean {
  return spawnSync(SCRIPT, ['--version'], { encoding: 'utf8' }).stdout?.includes('util-linux') ?? false
}

interface Start extends Size {
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

/** How a program ended, and whether the settings of the terminal are as they were. */
export interface Ending {
  readonly code: number
  readonly isAsBefore: boolean
}

const program = join(import.meta.dirname, '../main.ts')

/** For tests: this program on a terminal of its own, in a shell that says how it ended and whether the terminal is as before. */
export class SamplePty {
  readonly screen = new SampleScreen()
  /** All that was sent to the terminal. */
  output = ''
  readonly #folder = mkdtempSync(join(tmpdir(), 'fitout-pty-'))
  readonly #child: ChildProcess
  readonly #waiting = new Set<() => void>()
  #isOver = false

  constructor({ args, env, columns, rows }: Start) {
    const line = [
      `stty cols ${columns} rows ${rows}`,
      'tty > "$FOLDER/tty"',
      'before=$(stty -g)',
      `sh -c 'echo $$ > "$FOLDER/pid"; exec "$NODE" "$PROGRAM" ${args.join(' ')}'`,
      'code=$?',
      'test "$before" = "$(stty -g)" && echo "as before"',
      'echo "exit $code"',
    ].join('; ')
    this.#child = spawn(SCRIPT, ['-qfec', line, '/dev/null'], {
      stdio: ['pipe', 'pipe', 'ignore'],
      env: {
        PATH: process.env['PATH'] ?? '',
        SHELL: '/bin/sh',
        FOLDER: this.#folder,
        NODE: process.execPath,
        PROGRAM: program,
        ...env,
      },
    })
    this.#child.stdout?.setEncoding('utf8').on('data', (text: string) => this.#hear(text))
    this.#child.on('close', () => {
      this.#isOver = true
      rmSync(this.#folder, { recursive: true, force: true })
      for (const look of this.#waiting) look()
    })
  }

  /** Waits until something is on the screen. */
  async sees(text: string): Promise<void> {
    await this.until(() => this.screen.text().includes(text))
  }

  /** Waits until the shell says how the program ended. */
  async ends(): Promise<Ending> {
    await this.until(() => /exit \d+\r\n/.test(this.output))
    return {
      code: Number(/exit (\d+)\r\n/.exec(this.output)?.[1]),
      isAsBefore: this.output.includes('as before\r\nexit'),
    }
  }

  type(text: string): void {
    this.#child.stdin?.write(text)
  }

  /** Makes the window another size, as somebody does who draws at its corner. */
  resize({ columns, rows }: Size): void {
    const tty = readFileSync(join(this.#folder, 'tty'), 'utf8').trim()
    execFileSync('stty', ['-F', tty, 'cols', String(columns), 'rows', String(rows)])
  }

  /** Sends the program a signal. */
  kill(signal: NodeJS.Signals): void {
    process.kill(Number(readFileSync(join(this.#folder, 'pid'), 'utf8')), signal)
  }

  close(): void {
    this.#child.stdin?.end()
    this.#child.kill()
  }

  #hear(text: string): void {
    this.output += text
    this.screen.feed(text)
    for (const look of this.#waiting) look()
  }

  /** Waits until something is so; looks each time something was sent. */
  until(isSo: () => boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const look = (): void => {
        if (!isSo() && !this.#isOver) return
        this.#waiting.delete(look)
        if (isSo()) resolve()
        else
          reject(
            new Error(`cannot wait: the program has ended, and the screen shows:\n${this.screen.text()}`),
          )
      }
      this.#waiting.add(look)
      look()
    })
  }
}
