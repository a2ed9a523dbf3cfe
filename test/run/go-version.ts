import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const needed = { major: 1, minor: 26 }

/** Why the lab cannot be built on this machine, or undefined when it can. Nothing else decides this. */
export async function labSkipReason(env: NodeJS.ProcessEnv): Promise<string | undefined> {
  return skipReasonFor(await goVersion(env))
}

/** Judges what `go env GOVERSION` said; undefined means that there is no go to ask. */
export function skipReasonFor(version: string | undefined): string | undefined {
  const need = `Go ${needed.major}.${needed.minor} or newer is needed to build the lab`
  if (version === undefined) return `${need}, and no go is on the PATH`

  // Released, candidate and development versions: go1.26.8, go1.27rc1, "devel go1.28-0a1b2c3".
  const [, major, minor] = /\bgo(\d+)\.(\d+)/.exec(version) ?? []
  if (major === undefined || minor === undefined)
    return `${need}, and the go on the PATH calls itself "${version}"`
  if (Number(major) > needed.major || Number(minor) >= needed.minor) return undefined
  return `${need}, and the go on the PATH is ${version.replace(/^go/, '')}`
}

async function goVersion(env: NodeJS.ProcessEnv): Promise<string | undefined> {
  try {
    // The machine's own toolchain counts: fetching a newer one would take minutes, or hang without a network.
    const { stdout } = await promisify(execFile)('go', ['env', 'GOVERSION'], {
      env: { ...env, GOTOOLCHAIN: 'local' },
    })
    return stdout.trim()
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw new Error('cannot read the version of go: "go env GOVERSION" failed', { cause: error })
  }
}
