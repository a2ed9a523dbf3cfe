import { encodeUtf8 } from '../../domain/bytes/utf8.ts'
import type { Io } from './io.ts'

/** The part of Node's `process` that a command line needs. */
interface Process {
  readonly stdin: AsyncIterable<string | Uint8Array>
  readonly stdout: NodeJS.WritableStream
  readonly stderr: Terminal
  readonly env: NodeJS.ProcessEnv
  readonly cwd: () => string
  readonly once: (signal: 'SIGINT' | 'SIGTERM', listener: () => void) => unknown
}

type Terminal = NodeJS.WritableStream & { readonly isTTY?: boolean; readonly hasColors?: () => boolean }

/** Connects commands to the real streams. The environment is read here, once. */
export function processIo(program: Process): Io {
  const { stdout, stderr, env } = program
  return {
    write: text => void stdout.write(text),
    say: words => void stderr.write(`${words}\n`),
    hasColor: wantsColor(stderr, env),
    isTerminal: stderr.isTTY === true,
    mayAsk: stderr.isTTY === true,
    isVerbose: false,
    // Node opens standard input at the first look at it, so this looks only when a command asks.
    stdin: () => bytesOf(program.stdin),
    cwd: () => cwdOf(program),
    env,
    pasteable: command => command,
    whenStopped: () => whenStopped(program),
  }
}

// Once each: who presses Ctrl-C a second time does not want to wait.
async function whenStopped(program: Process): Promise<void> {
  return new Promise(resolve => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) program.once(signal, () => resolve())
  })
}

async function* bytesOf(chunks: AsyncIterable<string | Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) yield typeof chunk === 'string' ? encodeUtf8(chunk) : chunk
}

// A folder that was removed under the shell has no path. Files seen from it are then "not found", which says more to
// a person than an exception here.
function cwdOf(program: Process): string {
  try {
    return program.cwd()
  } catch {
    return '.'
  }
}

// Who asks for no colour wins over who asks for colour: escape codes in a log hurt more than plain words on a screen.
function wantsColor(stream: Terminal, env: NodeJS.ProcessEnv): boolean {
  if (isSet(env['NO_COLOR'])) return false
  if (isSet(env['CLICOLOR_FORCE']) && env['CLICOLOR_FORCE'] !== '0') return true
  return stream.isTTY === true && stream.hasColors?.() === true
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== ''
}
