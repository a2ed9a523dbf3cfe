import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { type IPty, spawn } from '@lydell/node-pty'
import { SampleScreen } from './sample-screen.ts'
import type { TerminalSize } from '../../src/cli/terminal/terminal.ts'

interface Start extends TerminalSize {
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

/** How a program ended, and whether the settings of the terminal are as they were. */
export interface Ending {
  readonly code: number
  readonly isAsBefore: boolean
}

const program = join(import.meta.dirname, '../../src/cli/main.ts')

/** For tests: this program on a terminal of its own, in a shell that says how it ended and whether the terminal is as before. */
export class SamplePty {
  readonly screen = new SampleScreen()
  /** All that was sent to the terminal. */
  output = ''
  readonly #folder = mkdtempSync(join(tmpdir(), 'fitout-pty-'))
  readonly #child: IPty
  readonly #waiting = new Set<() => void>()
  #isOver = false

  constructor({ args, env, columns, rows }: Start) {
    const line = [
      'before=$(stty -g)',
      `sh -c 'echo $$ > "$FOLDER/pid"; exec "$NODE" "$PROGRAM" ${args.join(' ')}'`,
      'code=$?',
      'test "$before" = "$(stty -g)" && echo "as before"',
      // Stays, so that nothing that was said is lost when the terminal goes.
      'echo "exit $code"; read -r _',
    ].join('; ')
    this.#child = spawn('/bin/sh', ['-c', line], {
      cols: columns,
      rows,
      env: {
        PATH: process.env['PATH'] ?? '',
        FOLDER: this.#folder,
        NODE: process.execPath,
        PROGRAM: program,
        ...env,
      },
    })
    this.#child.onData(text => this.#hear(text))
    this.#child.onExit(() => {
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
    this.#child.write(text)
  }

  /** Makes the window another size, as someone does who draws at its corner. */
  resize({ columns, rows }: TerminalSize): void {
    this.#child.resize(columns, rows)
  }

  /** Sends the program a signal. */
  kill(signal: NodeJS.Signals): void {
    process.kill(Number(readFileSync(join(this.#folder, 'pid'), 'utf8')), signal)
  }

  close(): void {
    if (!this.#isOver) this.#child.kill()
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
