import { spawn } from 'node:child_process'
import { platform } from 'node:os'
import { ListenError } from '../../engine/metrics/serve-health.ts'
import { consoleFilesOf } from '../../server/http/console-files.ts'
import type { RunningConsole } from '../../server/http/serve-console.ts'
import { type ConsoleStart, startConsole } from '../../server/start-console.ts'
import { Refusal } from '../command/refusal.ts'
import { sayFix } from '../command/say.ts'
import { version } from '../command/version.ts'
import type { Io } from '../io/io.ts'
import { consoleBundle } from './console-bundle.ts'

/** How a person wants to reach the page. */
export interface PageFlags {
  readonly port: string
  readonly open: boolean
}

/** What the page shows, without what is the same for every command. */
export type PageContent = Omit<ConsoleStart, 'host' | 'port' | 'files' | 'version' | 'onFailure'>

const HOST = '127.0.0.1'

/** Serves the console on this machine, and says where. Refuses if that cannot be done. */
export async function servePage(content: PageContent, flags: PageFlags, io: Io): Promise<RunningConsole> {
  const server = await serveHosted(content, { listen: { host: HOST, port: readPort(flags.port) }, io })
  const address = `http://localhost:${server.port}/`
  io.write(`${address}\n`)
  io.say('serving the console on this machine only; stop it with Ctrl-C')
  if (flags.open) openInBrowser(address, io)
  return server
}

/** Serves the console where others reach it. Refuses if that cannot be done. */
export async function serveHosted(
  content: PageContent,
  { listen, io }: { readonly listen: Pick<ConsoleStart, 'host' | 'port'>; readonly io: Io },
): Promise<RunningConsole> {
  const bundle = await consoleBundle()
  if (!bundle)
    throw new Refusal('cannot serve the console: its bundle is missing', { fix: 'run: make build' })
  return started({
    ...content,
    ...listen,
    files: consoleFilesOf(bundle),
    version,
    onFailure: error => io.say(`note: a request failed: ${causeOf(error)}`),
  })
}

/** Reads a port, or refuses. */
function readPort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN
  if (port <= 65_535) return port
  throw new Refusal(`flag "--port": ${JSON.stringify(text)} is not a port from 0 to 65535`, { exitCode: 2 })
}

async function started(start: ConsoleStart): Promise<RunningConsole> {
  try {
    return await startConsole(start)
  } catch (error) {
    if (!(error instanceof ListenError)) throw error
    throw new Refusal(`cannot serve the console: ${error.message}`, {
      fix: 'give another port with --port, or 0 for a free one',
    })
  }
}

function causeOf(error: unknown): string {
  return error instanceof Error ? error.name : 'unknown'
}

const openers: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
}

/** Opens an address in the browser of this person; if that does not work, the person does it. */
function openInBrowser(address: string, io: Io): void {
  const [program, ...words] = openers[platform()] ?? ['xdg-open']
  const opener = spawn(program, [...words, address], { stdio: 'ignore', detached: true })
  opener.on('error', () => sayFix(io, `open ${address} in a browser`))
  opener.unref()
}
