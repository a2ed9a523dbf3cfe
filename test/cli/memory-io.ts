import type { Io } from '../../src/cli/io/io.ts'

/** An `Io` that remembers what was written to it. */
interface MemoryIo extends Io {
  readonly stdout: () => string
  readonly stderr: () => string
}

/** What a test decides about the world outside. */
interface World {
  readonly hasColor?: boolean
  readonly isTerminal?: boolean
  readonly stdin?: string | Uint8Array
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
}

/** For tests: streams that are strings, without colour and terminal unless asked for. */
export function memoryIo({
  hasColor = false,
  isTerminal = false,
  stdin = '',
  cwd = '.',
  env = {},
}: World = {}): MemoryIo {
  let stdout = ''
  let stderr = ''
  return {
    write: text => void (stdout += text),
    say: words => void (stderr += `${words}\n`),
    hasColor,
    isTerminal,
    mayAsk: isTerminal,
    isVerbose: false,
    stdin: () => chunksOf(typeof stdin === 'string' ? new TextEncoder().encode(stdin) : stdin),
    cwd: () => cwd,
    env,
    pasteable: command => command,
    // Called to end before it began: a command that runs for ever is over at once.
    whenStopped: async () => undefined,
    stdout: () => stdout,
    stderr: () => stderr,
  }
}

// In two pieces, because who reads real streams must not count on getting all at once.
async function* chunksOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  const middle = Math.floor(bytes.length / 2)
  if (middle > 0) yield bytes.subarray(0, middle)
  if (bytes.length > 0) yield bytes.subarray(middle)
}
