import { execFile, spawnSync } from 'node:child_process'
import { relative, resolve } from 'node:path'
import { promisify } from 'node:util'

const root = resolve(import.meta.dirname, '..')

// On Linux and macOS alike Node gives the peak in KiB. File descriptor 3 is ours alone.
const reporter = `import { writeSync } from 'node:fs'
process.on('exit', () => writeSync(3, String(process.resourceUsage().maxRSS)))`

/** The bundled command. `make bench` builds it first. */
export const fitout = resolve(root, 'dist/fitout.js')

/** Runs Node in a process of its own, and throws if that fails. */
export function runNode(args: readonly string[]): void {
  spawnNode(args, root)
}

/** The same without holding this process up, which serves a lab meanwhile. */
export async function runNodeBeside(args: readonly string[]): Promise<void> {
  await promisify(execFile)(process.execPath, args, { cwd: root })
}

/** The same in the folder `cwd`; returns the most memory that the process had at any time, in MB. */
export function peakOfNode(args: readonly string[], cwd: string): number {
  const said = spawnNode(['--import', `data:text/javascript,${encodeURIComponent(reporter)}`, ...args], cwd)
  return (Number(said) * 1024) / 1e6
}

function spawnNode(args: readonly string[], cwd: string): string {
  const { status, stderr, output } = spawnSync(process.execPath, args, {
    cwd,
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
  })
  if (status === 0) return output[3] ?? ''
  const words = args.map(arg => (arg.startsWith(root) ? relative(root, arg) : arg)).join(' ')
  throw new Error(`cannot measure node ${words}: it ended with ${status}: ${stderr.trim().split('\n')[0]}`)
}
