import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import manifest from '../package.json' with { type: 'json' }
import { layoutEntries } from './image/layout.ts'
import { sizeLines } from './image/sizes.ts'
import { makeImage } from './make-image.ts'
import { pinsFile } from './packages/pins.ts'
import { newestPins } from './packages/renew-pins.ts'
import { pushImage } from './registry/push-image.ts'
import { RegistryClient, parseReference } from './registry/registry-client.ts'
import { writeEntries } from './write-entries.ts'

const out = join(import.meta.dirname, '..', 'dist', 'release')

const commands: Readonly<Record<string, (words: readonly string[]) => Promise<void>>> = {
  /** `image [<registry>/<repository>:<tag>]` */
  image: async ([reference]) => {
    const image = await makeImage()
    const folder = join(out, 'image')
    await rm(folder, { recursive: true, force: true })
    await writeEntries(folder, layoutEntries(image, manifest.version))
    for (const line of sizeLines(image)) say(line)
    say(`${image.index.digest} ${folder}`)
    if (reference === undefined) return
    const { tag, ...repository } = parseReference(reference)
    await pushImage(new RegistryClient(repository, accountOf(process.env)), image, tag)
    say(`pushed ${reference}`)
  },
  'renew-pins': async () => {
    const pins = await newestPins(manifest.devDependencies.node)
    await writeFile(pinsFile, `${JSON.stringify(pins, null, 2)}\n`)
    say(`wrote ${pinsFile}: read the diff`)
  },
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
