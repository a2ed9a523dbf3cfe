import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { gzipSync } from 'node:zlib'

/** A file of the bundled console, as it is sent. */
export interface ConsoleFile {
  readonly type: string
  readonly bytes: Buffer
  readonly gzip: Buffer
  readonly tag: string
  /** Whether its name changes with its content, so that browsers may keep it. */
  readonly isImmutable: boolean
}

/** The page of the console, and what it loads: `assets/console-1a2b3c4d.js`. */
export interface ConsoleFiles {
  readonly page: ConsoleFile
  readonly assets: ReadonlyMap<string, ConsoleFile>
}

/** The bundle of the console as it lies there: the content of each file by its name. */
export type ConsoleBundle = ReadonlyMap<string, Uint8Array>

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
}

/** Reads the bundle of the console from its folder; undefined if there is none. */
export async function readConsoleBundle(folder: string): Promise<ConsoleBundle | undefined> {
  try {
    const assets = (await readdir(join(folder, 'assets'))).map(name => `assets/${name}`)
    const read = async (name: string) => [name, await readFile(join(folder, name))] as const
    return new Map(await Promise.all(['index.html', ...assets].map(read)))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

/** Prepares a bundle for sending: it is small, so it stays in memory, and no request touches a disk. */
export function consoleFilesOf(bundle: ConsoleBundle): ConsoleFiles {
  const html = bundle.get('index.html')
  if (!html) throw new Error('cannot serve the console: its bundle has no index.html')
  const others = [...bundle].filter(([name]) => name.startsWith('assets/'))
  return {
    page: consoleFile('index.html', html),
    assets: new Map(others.map(([name, bytes]) => [name, consoleFile(name, bytes)])),
  }
}

function consoleFile(name: string, content: Uint8Array): ConsoleFile {
  const bytes = Buffer.from(content)
  return {
    type: types[extname(name)] ?? 'application/octet-stream',
    bytes,
    gzip: gzipSync(bytes, { level: 9 }),
    tag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`,
    isImmutable: name !== 'index.html',
  }
}
