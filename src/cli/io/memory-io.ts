import type { Io } from './io.ts'

/** An `Io` that remembers what was written to it. */
interface MemoryIo extends Io {
  readonly stdout: () => string
  readonly stderr: () => string
}

/** For tests: streams that are strings, without colour unless asked for. */
export function memoryIo({ hasColor = false } = {}): MemoryIo {
  let stdout = ''
  let stderr = ''
  return {
    write: text => void (stdout += text),
    say: words => void (stderr += `${words}\n`),
    hasColor,
    stdout: () => stdout,
    stderr: () => stderr,
  }
}
