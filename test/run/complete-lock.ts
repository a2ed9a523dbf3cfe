import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { promisify } from 'node:util'

// Run by hand after a version was raised: see CONTRIBUTING.md.
const file = 'package-lock.json'
const platform =
  /(?:binding-|\/)(?<os>android|darwin|freebsd|linux|openharmony|win32|wasm32)-(?<cpu>[a-z0-9]+)(?:-(?<abi>\w+))?$/

interface Entry {
  readonly version?: string
  readonly integrity?: string
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

const lock = JSON.parse(readFileSync(file, 'utf8')) as { packages: Record<string, Entry> }
const { packages } = lock
const before = Object.keys(packages).length
for (const [folder, { optionalDependencies = {} }] of Object.entries(packages)) {
  for (const [name, version] of Object.entries(optionalDependencies)) complete(folder, name, version)
}
const unpinned = Object.entries(packages).filter(
  ([folder, { integrity }]) => folder !== '' && integrity === undefined,
)
const digests = await Promise.all(unpinned.map(async ([folder, entry]) => digestOf(folder, entry)))
lock.packages = Object.fromEntries(
  Object.entries(packages).toSorted(([one], [other]) => one.localeCompare(other, 'en')),
)
writeFileSync(file, `${JSON.stringify(lock, undefined, 2)}\n`)
process.stdout.write(
  `added ${Object.keys(packages).length - before} packages of other platforms to ${file}, and ` +
    `${digests.filter(Boolean).length} digests; the registry at hand serves no digest of ` +
    `${digests.filter(digest => digest === '').length} packages\n`,
)

function complete(folder: string, name: string, version: string): void {
  const places = placesFor(folder, name)
  const found = platform.exec(name)?.groups
  if (!found || places.some(place => packages[place]?.version === version)) return
  // The outermost place that no other version has taken, as npm itself chooses.
  const free = places.toReversed().find(place => !packages[place])
  if (free !== undefined) packages[free] = { version, dev: true, optional: true, ...limits(found) } as Entry
}

/** Asks npm for the digest of a package, and notes it. Empty if the registry does not serve this version. */
async function digestOf(folder: string, { version = '', ...entry }: Entry): Promise<string> {
  const name = folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length)
  try {
    const { stdout } = await promisify(execFile)('npm', ['view', `${name}@${version}`, 'dist.integrity'])
    const integrity = stdout.trim()
    if (integrity !== '') packages[folder] = { version, integrity, ...entry }
    return integrity
  } catch {
    return ''
  }
}

// Where Node would look for the package, innermost first.
function placesFor(folder: string, name: string): string[] {
  const places = [`${folder === '' ? '' : `${folder}/`}node_modules/${name}`]
  for (let outer = folder; outer !== '';) {
    outer = outer.slice(0, Math.max(0, outer.lastIndexOf('/node_modules/')))
    places.push(`${outer === '' ? '' : `${outer}/`}node_modules/${name}`)
  }
  return places
}

function limits({ os, cpu, abi }: Record<string, string | undefined>): object {
  if (os === 'wasm32') return { cpu: ['wasm32'] }
  const libc = { musl: 'musl', gnu: 'glibc' }[abi ?? '']
  return { os: [os], cpu: [cpu], ...(libc ? { libc: [libc] } : {}) }
}
