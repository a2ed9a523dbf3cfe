import { spawn } from 'node:child_process'
import { resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')

/** A program in this folder that is run with one bug in what it loads. */
export interface Child {
  readonly program: 'run-seeds.ts' | 'run-tests.ts'
  readonly args: readonly string[]
  /** For seeds: without, nothing is wrong with what it loads. Tests are told their bugs as arguments. */
  readonly bug?: string
  /** After so long without a line it is ended: what has a bug may continue for ever. */
  readonly patienceMs: number
}

/** What came of it: a value for each line that it wrote, and how it ended. */
export interface ChildEnd {
  readonly lines: readonly unknown[]
  readonly end: 'done' | 'failed' | 'endless'
  /** What it said of its failure. */
  readonly error: string
}

/** Runs such a program to its end, in a process of its own. */
export function runChild({ program, args, bug = '', patienceMs }: Child): Promise<ChildEnd> {
  const loader = ['--import', resolve(import.meta.dirname, 'plant.ts')]
  const command = [...loader, resolve(import.meta.dirname, program), ...args]
  return new Promise((done, fail) => {
    const child = spawn(process.execPath, command, {
      cwd: root,
      env: { ...process.env, FITOUT_PLANT: bug },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let [output, error, isEndless] = ['', '', false]
    const limit = setTimeout(() => {
      isEndless = true
      child.kill('SIGKILL')
    }, patienceMs)
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text
      limit.refresh()
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => (error += text))
    child.on('error', fail)
    child.on('close', code => {
      clearTimeout(limit)
      const lines = output.split('\n').filter(Boolean)
      const end = isEndless ? 'endless' : code === 0 ? 'done' : 'failed'
      done({ lines: lines.map(line => JSON.parse(line) as unknown), end, error })
    })
  })
}
