import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { cacheFolder } from '../packages/package-cache.ts'
import { run } from '../packages/run.ts'

/** Why this machine can have no rsync; undefined if it has one, or if Debian's can be had. */
export function noRsync(): string | undefined {
  if (onPath('rsync') !== undefined || onPath('apt-get') !== undefined) return undefined
  return 'rsync is not on the PATH, and there is no apt to get it from'
}

/**
 * The folder with `rsync`, for a PATH: the one of this machine, or that of its Debian.
 *
 * Nothing is installed: the packages are unpacked into the cache. Which ones are missing, and whether they are what Debian
 * signed, is apt's own decision; a version is not pinned, because mirrors drop a package when a newer one comes.
 */
export async function rsyncFolder(): Promise<string> {
  const found = onPath('rsync')
  if (found !== undefined) return found
  const folder = join(cacheFolder(), 'rsync')
  if (await isUsable(folder)) return folder
  await rm(folder, { recursive: true, force: true })
  await unpack(folder)
  return folder
}

// One of another release of Debian does not run here.
async function isUsable(folder: string): Promise<boolean> {
  try {
    await run(join(folder, 'rsync'), ['--version'])
    return true
  } catch {
    return false
  }
}

function onPath(program: string): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  return folders.find(folder => existsSync(join(folder, program)))
}

async function unpack(folder: string): Promise<void> {
  await mkdir(cacheFolder(), { recursive: true })
  const aside = await mkdtemp(`${folder}-`)
  try {
    for (const archive of await downloadPackages(join(aside, 'apt')))
      await run('dpkg-deb', ['--extract', archive, join(aside, 'root')])
    await rm(join(aside, 'apt'), { recursive: true })
    // Where it is run from is only known when it is run: the folder is moved as a whole.
    const script = `#!/bin/sh
here=$(dirname "$0")
export LD_LIBRARY_PATH="$(echo "$here"/root/usr/lib/*-linux-gnu*):$(echo "$here"/root/lib/*-linux-gnu*)"
exec "$here/root/usr/bin/rsync" "$@"
`
    await writeFile(join(aside, 'rsync'), script, { mode: 0o755 })
    // Whoever was faster has made the same.
    await rename(aside, folder).catch(error => {
      if (!existsSync(folder)) throw error
    })
  } finally {
    await rm(aside, { recursive: true, force: true })
  }
}

/** rsync and what it needs that this machine has not, as archives; with lists of its own, so that no root is needed. */
async function downloadPackages(folder: string): Promise<readonly string[]> {
  const archives = join(folder, 'cache', 'archives')
  await mkdir(join(archives, 'partial'), { recursive: true })
  await mkdir(join(folder, 'state', 'lists', 'partial'), { recursive: true })
  const options = [
    `Dir::State=${join(folder, 'state')}`,
    'Dir::State::status=/var/lib/dpkg/status',
    `Dir::Cache=${join(folder, 'cache')}`,
    'Debug::NoLocking=true',
    'APT::Sandbox::User=root',
  ].flatMap(option => ['-o', option])
  await run('apt-get', ['--quiet', 'update', ...options])
  await run('apt-get', [
    '--quiet',
    '--yes',
    '--download-only',
    '--no-install-recommends',
    ...options,
    'install',
    'rsync',
  ])
  return (await readdir(archives)).filter(name => name.endsWith('.deb')).map(name => join(archives, name))
}
