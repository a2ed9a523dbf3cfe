import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import { embedConsole } from '../contents/embed-console.ts'
import { embedGrammar } from '../contents/embed-grammar.ts'
import { npmFiles } from '../packages/npm.ts'
import type { NpmPin } from '../packages/pins.ts'
import { run } from '../packages/run.ts'

const root = join(import.meta.dirname, '..', '..')
const postject = join(root, 'node_modules', 'postject', 'dist', 'cli.js')

// Node looks for this text in itself: after it stands whether there is a program inside.
const FUSE = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2'

/** What Node is given to run, for every platform the same: without the code cache, which only one would understand. */
export async function executableBlob(): Promise<Buffer> {
  return inFolder(async folder => {
    const bundle = await rolldown({
      input: join(root, 'src/cli/main.ts'),
      platform: 'node',
      cwd: root,
      plugins: [embedGrammar(), embedConsole()],
    })
    // Node takes one file of CommonJS, with nothing beside it.
    await bundle.write({
      file: join(folder, 'fitout.cjs'),
      format: 'cjs',
      minify: true,
      codeSplitting: false,
    })
    const settings = { main: 'fitout.cjs', output: 'fitout.blob', disableExperimentalSEAWarning: true }
    await writeFile(join(folder, 'settings.json'), JSON.stringify(settings))
    await run(process.execPath, ['--experimental-sea-config', 'settings.json'], folder)
    return readFile(join(folder, 'fitout.blob'))
  })
}

/** One file that needs no Node: the pinned Node of a platform with the blob inside. */
export async function makeExecutable(pin: NpmPin, blob: Buffer, cache: string): Promise<Buffer> {
  const node = (await npmFiles(pin, cache)).find(({ header }) => header.name === 'package/bin/node')?.data
  if (!node) throw new Error(`cannot make an executable: ${pin.name} has no bin/node`)
  return inFolder(async folder => {
    const [file, inside] = [join(folder, 'fitout'), join(folder, 'fitout.blob')]
    await writeFile(file, node)
    await chmod(file, 0o755)
    await writeFile(inside, blob)
    await run(process.execPath, [postject, file, 'NODE_SEA_BLOB', inside, '--sentinel-fuse', FUSE])
    return readFile(file)
  })
}

async function inFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'fitout-executable-'))
  try {
    return await use(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
