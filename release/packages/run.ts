import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const execute = promisify(execFile)
const MOST_BYTES = 256 * 1024 * 1024

/** Runs a program and gives what it printed. Throws with the last lines that it wrote to standard error. */
export async function run(program: string, args: readonly string[], cwd = '.'): Promise<Buffer> {
  try {
    const { stdout } = await execute(program, args, { cwd, encoding: 'buffer', maxBuffer: MOST_BYTES })
    return stdout
  } catch (error) {
    throw new Error(`cannot run ${program} ${args[0] ?? ''}: ${causeOf(error)}`, { cause: error })
  }
}

function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if ('code' in error && error.code === 'ENOENT') return 'it is not on the PATH'
  const written = 'stderr' in error ? String(error.stderr).trim() : ''
  return written === '' ? error.message : written.split('\n').slice(-3).join('; ')
}
