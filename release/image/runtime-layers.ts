import type { ParsedTarEntryWithData } from 'modern-tar'
import { type Entry, file } from './entry.ts'

/** What a package brings, by paths without a slash at the begin. */
export type PackageFiles = ReadonlyMap<string, readonly ParsedTarEntryWithData[]>

// What `node` is linked with, and no more: `readelf -d` lists them, and the loader.
const library =
  /^(?:usr\/)?lib(?:64)?\/(?:[^/]+\/)?(?:ld-linux-[^/]+|lib(?:c|dl|m|pthread|gcc_s|stdc\+\+)\.so\.[\d.]+)$/
const licence = /^usr\/share\/doc\/[^/]+(?:\/copyright)?$/
const certificate = /^usr\/share\/ca-certificates\/mozilla\/[^/]+\.crt$/
const commonLicence = /\/usr\/share\/common-licenses\/([A-Za-z0-9.-]*[A-Za-z0-9])/g

const USER = 65_532

/** Libraries, certificates and the few files of /etc that programs look for; with the licences. */
export function baseEntries(debian: PackageFiles): readonly Entry[] {
  const all = [...debian.values()].flat()
  const kept = all.flatMap(entry => entryOf(entry, path => library.test(path) || licence.test(path)))
  const texts = commonLicences(all, referredLicences(kept))
  // A name may stand for another: GPL for GPL-3.
  const behind = texts.flatMap(text => (text.kind === 'link' ? [text.target] : []))
  const paths = new Set(texts.map(({ path }) => path))
  const more = commonLicences(all, new Set(behind)).filter(({ path }) => !paths.has(path))
  return [...kept, ...texts, ...more, certificates(all), ...settings]
}

/** Node, as its project has published it. */
export function nodeEntries(npm: PackageFiles): readonly Entry[] {
  const all = [...npm.values()].flat()
  const names: Readonly<Record<string, string>> = {
    'package/bin/node': 'usr/local/bin/node',
    'package/LICENSE': 'usr/share/doc/node/copyright',
  }
  return all.flatMap(({ header, data }) => {
    const path = names[header.name]
    if (path === undefined || data === undefined) return []
    return [file(path, data, path.endsWith('/node') ? 0o755 : 0o644)]
  })
}

const settings: readonly Entry[] = [
  file('etc/passwd', `root:x:0:0:root:/:/sbin/nologin\nfitout:x:${USER}:${USER}:fitout:/:/sbin/nologin\n`),
  file('etc/group', `root:x:0:\nfitout:x:${USER}:\n`),
  file('etc/hosts', '127.0.0.1 localhost\n::1 localhost\n'),
  file('etc/nsswitch.conf', 'passwd: files\ngroup: files\nhosts: files dns\n'),
]

// As update-ca-certificates writes it.
function certificates(all: readonly ParsedTarEntryWithData[]): Entry {
  const found = all
    .flatMap(entry => entryOf(entry, path => certificate.test(path)))
    .flatMap(entry => (entry.kind === 'file' ? [entry] : []))
    .toSorted((a, b) => (a.path < b.path ? -1 : 1))
  if (found.length === 0)
    throw new Error('cannot make the image: there is no certificate in the pinned packages')
  const text = found.map(({ content }) => `${Buffer.from(content).toString().trim()}\n`).join('')
  return file('etc/ssl/certs/ca-certificates.crt', text)
}

function commonLicences(
  all: readonly ParsedTarEntryWithData[],
  names: ReadonlySet<string>,
): readonly Entry[] {
  const paths = new Set([...names].map(name => `usr/share/common-licenses/${name}`))
  return all.flatMap(entry => entryOf(entry, path => paths.has(path)))
}

function referredLicences(entries: readonly Entry[]): ReadonlySet<string> {
  const texts = entries.flatMap(entry =>
    entry.kind === 'file' && licence.test(entry.path) ? [entry.content] : [],
  )
  const names = texts.flatMap(text =>
    [...Buffer.from(text).toString().matchAll(commonLicence)].map(([, name = '']) => name),
  )
  return new Set(names)
}

function entryOf(
  { header, data }: ParsedTarEntryWithData,
  wants: (path: string) => boolean,
): readonly Entry[] {
  const path = header.name.replace(/^\.\//, '')
  if (!wants(path)) return []
  if (header.type === 'symlink') return [{ kind: 'link', path, target: header.linkname ?? '' }]
  if (header.type !== 'file' || data === undefined) return []
  return [file(path, data, (header.mode ?? 0o644) & 0o755)]
}
