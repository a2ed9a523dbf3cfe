import { join } from 'node:path'
import { run } from '../packages/run.ts'

const root = join(import.meta.dirname, '..', '..')

/** Bundles the command as `make build` does, into a folder; gives the file that Node runs. `from` is another checkout. */
export async function bundleFitout(folder: string, from = root): Promise<string> {
  const rolldown = join(root, 'node_modules', 'rolldown', 'bin', 'cli.mjs')
  await run(process.execPath, [rolldown, '-c', '--dir', folder, '--log-level', 'silent'], from)
  return join(folder, 'fitout.js')
}
