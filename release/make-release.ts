import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import manifest from '../package.json' with { type: 'json' }
import { tar, tarGz } from './formats/tar-gz.ts'
import { packHelmChart } from './formats/helm-chart.ts'
import { commandFiles } from './contents/command-files.ts'
import { executableBlob, makeExecutable } from './formats/make-executable.ts'
import { type Image, type ImageContents, buildImage } from './image/build-image.ts'
import { type FileEntry, file } from './image/entry.ts'
import { folderEntries } from './image/folder-entries.ts'
import { layoutEntries } from './image/layout.ts'
import { contentsWith, packageFolder, withBundle } from './make-image.ts'
import { type Download, homebrewFormula, krewManifest } from './notes/package-managers.ts'
import { changesOf, releaseNotes } from './notes/release-notes.ts'
import { packNpm } from './formats/npm-package.ts'
import { architectures, pinsOf, readPins } from './packages/pins.ts'

const root = join(import.meta.dirname, '..')
const { name, version } = manifest

/** How a release is made. */
export interface ReleaseOptions {
  /** The section of CHANGELOG.md that describes it. */
  readonly section: string
  /** Where its files will be served. Without it there is nothing for Homebrew and krew to point to. */
  readonly url?: string
}

/** A release: its files, and the image among them. */
export interface Release {
  readonly image: Image
  readonly files: readonly FileEntry[]
}

/** Makes everything that users get of what is checked out. */
export async function makeRelease({ section, url }: ReleaseOptions): Promise<Release> {
  const changes = changesOf(await readFile(join(root, 'CHANGELOG.md'), 'utf8'), section)
  return withBundle(async bundle => {
    const contents = await contentsWith(bundle, architectures)
    const image = await buildImage(contents)
    const files = [
      file(`${name}-${version}-image.tar`, await tar(layoutEntries(image, version))),
      file(`${name}-${version}.tgz`, await npmPackage(bundle, contents.source.time)),
      file(`${name}-chart-${version}.tgz`, (await packHelmChart(manifest.image)).archive),
      ...billsOf(contents),
    ]
    const executables = await executableArchives(bundle, contents)
    files.push(...executables, ...(url === undefined ? [] : forPackageManagers(url, executables)))
    const sums = files.map(one => `${sha256(one)}  ${one.path}\n`).join('')
    const notes = releaseNotes({ version, changes, imageDigest: image.index.digest, sums })
    return { image, files: [...files, file('SHA256SUMS', sums), file('NOTES.md', notes)] }
  })
}

/** The archive for npm, of the bundle in a folder and a commit of that time. */
export async function npmPackage(bundle: string, time: Date): Promise<Buffer> {
  const texts = ['README.md', 'LICENSE'].map(async one => file(one, await readFile(join(root, one))))
  return packNpm(manifest, [
    ...(await folderEntries(bundle, 'dist')),
    ...commandFiles({ version, time }),
    ...(await Promise.all(texts)),
  ])
}

async function executableArchives(bundle: string, { source }: ImageContents): Promise<readonly FileEntry[]> {
  const blob = await executableBlob()
  const licences = [
    file('LICENSE', await readFile(join(root, 'LICENSE'))),
    file('THIRD-PARTY-LICENSES.txt', await readFile(join(bundle, 'THIRD-PARTY-LICENSES.txt'))),
  ]
  const archives: FileEntry[] = []
  for (const architecture of architectures) {
    for (const pin of pinsOf(readPins(), architecture).npm) {
      const executable = file('fitout', await makeExecutable(pin, blob, packageFolder()), 0o755)
      const entries = [executable, ...licences, ...commandFiles({ version, time: source.time })]
      archives.push(file(`${name}-${version}-linux-${architecture}.tar.gz`, await tarGz(entries)))
    }
  }
  return archives
}

function billsOf({ platforms }: ImageContents): readonly FileEntry[] {
  return architectures.flatMap(architecture => {
    const bill = platforms[architecture]?.bill
    return bill
      ? [file(`${name}-${version}-image-${architecture}.cdx.json`, `${JSON.stringify(bill, null, 2)}\n`)]
      : []
  })
}

function forPackageManagers(url: string, archives: readonly FileEntry[]): readonly FileEntry[] {
  const downloads = archives.map((one, index): Download => {
    return { architecture: architectures[index] ?? '', name: one.path, sha256: sha256(one) }
  })
  const product = { ...manifest, url, downloads }
  return [
    file('fitout.rb', homebrewFormula(product)),
    file('fitout.krew.yaml', `${JSON.stringify(krewManifest(product), null, 2)}\n`),
  ]
}

function sha256({ content }: FileEntry): string {
  return createHash('sha256').update(content).digest('hex')
}
