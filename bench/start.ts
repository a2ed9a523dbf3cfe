import { spawnSync } from 'node:child_process'
import { relative, resolve } from 'node:path'
import { compare } from './compare.ts'
import type { Subject } from './subject.ts'

const ROUNDS = 20
const root = resolve(import.meta.dirname, '..')
const fitout = resolve(root, 'dist/fitout.js')

/** What a user waits for before the command has done anything: shells call it for every completion. */
export const start: Subject = {
  name: 'start',
  summary: `start of the bundled command, median of ${ROUNDS} runs in turns`,
  measure: () =>
    compare(
      [
        { name: 'node -e 0', run: () => node(['-e', '0']) },
        { name: 'fitout --version', run: () => node([fitout, '--version']) },
        { name: 'fitout --help', run: () => node([fitout, '--help']) },
      ],
      ROUNDS,
    ),
}

function node(args: readonly string[]): void {
  const { status, stderr } = spawnSync(process.execPath, args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
  })
  if (status === 0) return
  const words = args.map(arg => relative(root, arg) || arg).join(' ')
  throw new Error(`cannot measure node ${words}: it ended with ${status}: ${stderr.trim().split('\n')[0]}`)
}
