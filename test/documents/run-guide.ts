import { execFile } from 'node:child_process'
import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import type { ShellBlock } from './shell-blocks.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '..', '..')

/**
 * Runs the commands of a guide in `folder`, in one shell as a reader has it, and returns what each block printed.
 *
 * `fitout` is the one of this repository. The first command that fails ends it, and is the error.
 */
export async function runGuide(blocks: readonly ShellBlock[], folder: string): Promise<readonly string[]> {
  const [bin, work] = [join(folder, 'bin'), join(folder, 'work')]
  await mkdir(bin)
  await mkdir(work, { recursive: true })
  const fitout = join(bin, 'fitout')
  await writeFile(fitout, `#!/bin/sh\nexec '${process.execPath}' '${join(root, 'src/cli/main.ts')}' "$@"\n`)
  await chmod(fitout, 0o755)

  // What people read on a terminal is both streams, so the script joins them; a byte that no command prints ends a block.
  const script = ['exec 2>&1', ...blocks.map(({ commands }) => `${commands}printf '\\0'`)].join('\n')
  const { stdout } = await run('bash', ['--norc', '-euo', 'pipefail', '-c', script], {
    cwd: work,
    env: {
      ...process.env,
      PATH: [bin, process.env['PATH']].join(delimiter),
      NO_COLOR: '1',
      // Signs as most terminals show them, whatever this machine has.
      LC_ALL: 'C.UTF-8',
      // Every command after the first then starts in half the time.
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? join(folder, 'compiled'),
    },
  })
  return stdout.split('\0').slice(0, -1)
}

/** Whether a block printed what the guide shows, where `…` stands for what differs or is left out. */
export function isAsShown(printed: string, shown: string): boolean {
  let from = 0
  const parts = shown.split('…')
  for (const [index, part] of parts.entries()) {
    const at = index === parts.length - 1 ? printed.lastIndexOf(part) : printed.indexOf(part, from)
    if (at < from || (index === 0 && at !== 0)) return false
    from = at + part.length
  }
  return from === printed.length
}
