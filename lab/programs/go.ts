import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** The folder of the Go module that pins every program. */
export const goModule = import.meta.dirname

// The toolchain of the machine builds everything; fetching another one would hide that it is too old.
const settings = { GOTOOLCHAIN: 'local', GOFLAGS: '-mod=readonly', GOWORK: 'off', CGO_ENABLED: '0' }

/** Runs `go` in the lab's module and returns what it printed. */
export async function go(args: readonly string[], signal?: AbortSignal): Promise<string> {
  try {
    const options = {
      cwd: goModule,
      env: { ...process.env, ...settings },
      maxBuffer: 64 * 1024 * 1024,
      signal,
    }
    return (await run('go', args, options)).stdout
  } catch (error) {
    throw new Error(`cannot run go ${args[0]}: ${explain(error)}`, { cause: error })
  }
}

function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if ('code' in error && error.code === 'ENOENT')
    return 'no go is on the PATH; the lab needs Go 1.26 or newer'
  const said = 'stderr' in error ? String(error.stderr).trim() : ''
  return said === '' ? error.message : said.split('\n').slice(-15).join('\n')
}
