import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import manifest from '../package.json' with { type: 'json' }
import { chartRepository, packHelmChart, pushHelmChart } from './formats/helm-chart.ts'
import { checkTagged } from './contents/tagged.ts'
import type { Image } from './image/build-image.ts'
import { layoutEntries } from './image/layout.ts'
import { sizeLines } from './image/sizes.ts'
import { makeImage } from './make-image.ts'
import { makeRelease } from './make-release.ts'
import { pinsFile } from './packages/pins.ts'
import { newestPins } from './packages/renew-pins.ts'
import { pushImage } from './registry/push-image.ts'
import { RegistryClient, parseReference } from './registry/registry-client.ts'
import { writeEntries } from './write-entries.ts'

const root = join(import.meta.dirname, '..')
const out = join(root, 'dist', 'release')

const commands: Readonly<Record<string, (words: readonly string[]) => Promise<void>>> = {
  /** `image [--push <registry>/<repository>:<tag>]` */
  image: async words => {
    const { values } = parseArgs({ args: [...words], options: { push: { type: 'string' } } })
    const image = await makeImage()
    const folder = join(out, 'image')
    await rm(folder, { recursive: true, force: true })
    await writeEntries(folder, layoutEntries(image, manifest.version))
    say(`${image.index.digest} ${folder}`)
    await report(image, values.push)
  },
  /** `all [--untagged] [--url <where the files will be>] [--push <registry>/<repository>:<tag>]` */
  all: async words => {
    const options = {
      untagged: { type: 'boolean' },
      url: { type: 'string' },
      push: { type: 'string' },
    } as const
    const { untagged = false, url, push } = parseArgs({ args: [...words], options }).values
    if (!untagged) await checkTagged(root, manifest)
    checkHome(push, { isFree: untagged })
    const section = untagged ? 'Unreleased' : manifest.version
    const { image, files } = await makeRelease({ section, ...(url === undefined ? {} : { url }) })
    await rm(out, { recursive: true, force: true })
    await writeEntries(out, files)
    for (const { path, content } of files) say(`${(content.length / 1e6).toFixed(1).padStart(6)} MB  ${path}`)
    await report(image, push)
    if (push !== undefined) await pushChart(push)
  },
  'renew-pins': async () => {
    const pins = await newestPins(manifest.devDependencies.node)
    await writeFile(pinsFile, `${JSON.stringify(pins, null, 2)}\n`)
    say(`wrote ${pinsFile}: read the diff`)
  },
}

async function report(image: Image, reference: string | undefined): Promise<void> {
  for (const line of sizeLines(image)) say(`image ${line}`)
  if (reference === undefined) return
  const { tag, ...repository } = parseReference(reference)
  await pushImage(new RegistryClient(repository, accountOf(process.env)), image, tag)
  say(`pushed ${reference} ${image.index.digest}`)
}

/** Refuses to push an image elsewhere than where the command and the chart of the release look for it. */
function checkHome(reference: string | undefined, { isFree }: { readonly isFree: boolean }): void {
  if (reference === undefined || isFree) return
  const { host, path } = parseReference(reference)
  if (manifest.image !== `${host}/${path}`)
    throw new Error(`cannot release to ${host}/${path}: "image" in package.json is "${manifest.image}"`)
}

async function pushChart(reference: string): Promise<void> {
  const { host, path } = parseReference(reference)
  const place = chartRepository({ host, path })
  const chart = await packHelmChart(`${host}/${path}`)
  await pushHelmChart(new RegistryClient(place, accountOf(process.env)), chart)
  say(`pushed oci://${place.host}/${place.path} ${chart.about.version}`)
}

function accountOf({ REGISTRY_USERNAME: username, REGISTRY_PASSWORD: password }: NodeJS.ProcessEnv) {
  return username !== undefined && password !== undefined ? { username, password } : undefined
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

const [name = '', ...words] = process.argv.slice(2)
const command = commands[name]
try {
  if (!command) throw new Error(`cannot run "${name}": choose one of ${Object.keys(commands).join(', ')}`)
  await command(words)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
