import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { type Plugin, rolldown } from 'rolldown'
import { consoleBundle } from './console-bundle.ts'

const MODULE = 'src/cli/console/console-bundle.ts'

/** Puts the web console into the bundle as text: a single file has nothing beside it. */
export function embedConsole(): Plugin {
  return {
    name: 'embed-console',
    async load(id) {
      if (!id.replaceAll('\\', '/').endsWith(MODULE)) return null
      const files = [...(await bundledFiles())].map(
        ([name, text]) => `[${JSON.stringify(name)}, ${packed(text)}]`,
      )
      return [
        "import { brotliDecompressSync } from 'node:zlib'",
        `const files = [${files.join(', ')}]`,
        'export async function consoleBundle() {',
        "  return new Map(files.map(([name, text]) => [name, brotliDecompressSync(Buffer.from(text, 'base64'))]))",
        '}',
      ].join('\n')
    },
  }
}

async function bundledFiles(): Promise<ReadonlyMap<string, Buffer>> {
  const folder = await mkdtemp(join(tmpdir(), 'fitout-console-'))
  try {
    const { output, ...input } = consoleBundle(folder)
    const bundle = await rolldown(input)
    await bundle.write(output)
    await bundle.close()
    const root = join(folder, 'console')
    const assets = (await readdir(join(root, 'assets'))).toSorted().map(name => `assets/${name}`)
    const read = async (name: string) => [name, await readFile(join(root, name))] as const
    return new Map(await Promise.all(['index.html', ...assets].map(read)))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function packed(content: Buffer): string {
  return JSON.stringify(brotliCompressSync(content).toString('base64'))
}
