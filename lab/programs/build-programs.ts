import { createHash, type Hash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { oneAtATime } from '../process/one-at-a-time.ts'
import { go, goModule } from './go.ts'
import { type ProgramName, type ProgramSource, programs } from './programs.ts'

/** Where each program stands once it is built. */
export type ProgramPaths = Readonly<Record<ProgramName, string>>

const UNUSED_AFTER_MS = 30 * 24 * 60 * 60 * 1000

/**
 * Builds what is not in the cache yet, and returns where every program stands.
 *
 * The cache is outside the clone and each file is named after everything that went into it, so a second clone finds it
 * and a changed pin never runs an old program.
 */
export async function buildPrograms(say: (line: string) => void): Promise<ProgramPaths> {
  const folder = cacheFolder()
  await mkdir(folder, { recursive: true })
  const base = await commonInputs()
  const sources: [string, ProgramSource][] = Object.entries(programs)
  const wanted = sources.map(([name, source]) => ({
    name,
    source,
    path: join(folder, `${name}-${key(base, source)}`),
  }))
  const missing = wanted.filter(({ path }) => !existsSync(path))

  for (const [index, { name, source, path }] of missing.entries()) {
    const count = `${index + 1}/${missing.length}`
    // Another clone may ask for the same program at the same time.
    await oneAtATime(path, async () => {
      if (existsSync(path)) return
      say(`building ${name} (${count})`)
      const start = performance.now()
      await build(source, path)
      say(`built ${name} (${count}) in ${Math.round((performance.now() - start) / 1000)} s`)
    })
  }
  await forgetUnused(
    folder,
    wanted.map(({ path }) => path),
  )
  return Object.fromEntries(wanted.map(({ name, path }) => [name, path])) as ProgramPaths
}

/** Where programs are kept, outside of all clones. */
export function cacheFolder(): string {
  const cache = process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache')
  return join(cache, 'fitout', 'lab', 'programs')
}

async function commonInputs(): Promise<Hash> {
  const hash = createHash('sha256')
  for (const file of ['go.mod', 'go.sum']) hash.update(await readFile(join(goModule, file)))
  return hash.update(await go(['env', 'GOVERSION', 'GOOS', 'GOARCH']))
}

function key(base: Hash, source: ProgramSource): string {
  return base
    .copy()
    .update(JSON.stringify([source, flagsOf(source)]))
    .digest('hex')
    .slice(0, 16)
}

function flagsOf({ variables = {} }: ProgramSource): string[] {
  const links = Object.entries(variables).map(([name, value]) => `-X ${name}=${value}`)
  return ['-trimpath', '-buildvcs=false', '-ldflags', ['-s', '-w', ...links].join(' ')]
}

// Aside first, then renamed: an interrupted build leaves no half program under a name that is trusted.
async function build(source: ProgramSource, path: string): Promise<void> {
  const aside = `${path}.${process.pid}.partial`
  try {
    await go(['build', ...flagsOf(source), '-o', aside, source.package])
    await rename(aside, path)
  } finally {
    await rm(aside, { force: true })
  }
}

// A set of programs is close to a gigabyte: what no clone asked for in a month goes.
async function forgetUnused(folder: string, used: readonly string[]): Promise<void> {
  const now = new Date()
  for (const path of used) await utimes(path, now, now)
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    // What another process sets aside comes and goes.
    const kept = await stat(path).catch(() => undefined)
    const age = kept ? now.getTime() - kept.mtimeMs : 0
    if (age > UNUSED_AFTER_MS) await rm(path, { force: true })
  }
}
