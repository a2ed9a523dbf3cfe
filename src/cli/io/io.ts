/** All that a command knows about the world outside. Commands never touch the process. */
export interface Io {
  /** Writes data for programs to standard output, as it is. */
  readonly write: (text: string) => void
  /** Says words to the person in front of the terminal, on standard error, and ends the line. */
  readonly say: (words: string) => void
  /** Whether words on standard error are coloured. */
  readonly hasColor: boolean
}
