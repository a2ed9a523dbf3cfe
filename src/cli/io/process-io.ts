import type { Io } from './io.ts'

/** The part of Node's `process` that a command line needs. */
interface Process {
  readonly stdout: NodeJS.WritableStream
  readonly stderr: Terminal
  readonly env: NodeJS.ProcessEnv
}

type Terminal = NodeJS.WritableStream & { readonly isTTY?: boolean; readonly hasColors?: () => boolean }

/** Connects commands to the real streams. The environment is read here, once. */
export function processIo({ stdout, stderr, env }: Process): Io {
  return {
    write: text => void stdout.write(text),
    say: words => void stderr.write(`${words}\n`),
    hasColor: wantsColor(stderr, env),
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
