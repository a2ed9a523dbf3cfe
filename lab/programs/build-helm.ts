import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, cp, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { cacheFolder } from './build-programs.ts'
import { go } from './go.ts'

const run = promisify(execFile)

/** The Helm that installs our chart in stories. Not in the lab's module: its libraries are other ones than those of the lab. */
const HELM = { module: 'helm.sh/helm/v3', version: 'v3.22.0' } as const

/**
 * Builds Helm from its published module with its own go.mod, if it is not in the cache yet, and returns where it stands.
 *
 * It takes two minutes, once for each machine.
 */
export async function buildHelm(): Promise<string> {
  const folder = cacheFolder()
  const path = join(folder, `helm-${HELM.version}`)
  if (existsSync(path)) return path
  await mkdir(folder, { recursive: true })
  const said = await go(['mod', 'download', '-json', `${HELM.module}@${HELM.version}`])
  const { Dir } = JSON.parse(said) as { readonly Dir: string }
  const copy = await mkdtemp(join(tmpdir(), 'fitout-helm-'))
  const aside = `${path}.${process.pid}.partial`
  try {
    await cp(Dir, copy, { recursive: true })
    await makeWritable(copy)
    const variables = [`-X ${HELM.module}/internal/version.version=${HELM.version}`]
    const words = ['build', '-trimpath', '-buildvcs=false', '-ldflags', ['-s', '-w', ...variables].join(' ')]
    const env = { ...process.env, GOTOOLCHAIN: 'local', GOWORK: 'off', CGO_ENABLED: '0', GOFLAGS: '-mod=mod' }
    await run('go', [...words, '-o', aside, './cmd/helm'], { cwd: copy, env, maxBuffer: 64 * 1024 * 1024 })
    await rename(aside, path)
    return path
  } finally {
    await rm(aside, { force: true })
    await rm(copy, { recursive: true, force: true })
  }
}

// What Go keeps of a module is read-only, and so are its copies.
async function makeWritable(folder: string): Promise<void> {
  await chmod(folder, 0o755)
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) await makeWritable(path)
    else await chmod(path, 0o644)
  }
}
