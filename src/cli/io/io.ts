/** All that a command knows about the world outside. Commands never touch the process. */
export interface Io {
  /** Writes data for programs to standard output, as it is. */
  readonly write: (text: string) => void
  /** Says words to the person in front of the terminal, on standard error, and ends the line. */
  readonly say: (words: string) => void
  /** Whether words on standard error are coloured. */
  readonly hasColor: boolean
  /** Whether standard error is a terminal, so that progress may be shown there. */
  readonly isTerminal: boolean
  /** Whether questions can be asked: standard error is a terminal. */
  readonly mayAsk: boolean
  /** Whether each request to a cluster is reported. */
  readonly isVerbose: boolean
  /** Standard input, which is opened when it is asked for, and can be read once. */
  readonly stdin: () => AsyncIterable<Uint8Array>
  /** The folder from which relative paths are seen. */
  readonly cwd: () => string
  readonly env: Readonly<Record<string, string | undefined>>
  /** Completes a command that is shown, so that it asks the same fleet when it is pasted. */
  readonly pasteable: (command: string) => string
  /** Resolves when the process is asked to end (Ctrl-C or a signal). From the first call on it no longer dies of it. */
  readonly whenStopped: () => Promise<void>
}
