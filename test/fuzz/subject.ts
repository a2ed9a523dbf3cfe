/** A reader that must survive any input. */
export interface FuzzSubject {
  readonly name: string
  /** Good inputs, from which bad ones are made. */
  readonly samples: readonly string[]
  /** Reads the input. It may return or report in its own way; whatever it throws beyond that is a fault. */
  readonly read: (input: string) => void
}

/** Runs `work` and lets pass the errors that the reader documents: those of the classes given. */
export function reporting(
  work: () => unknown,
  ...known: readonly (abstract new (...args: never[]) => Error)[]
): void {
  try {
    work()
  } catch (error) {
    if (!known.some(kind => error instanceof kind)) throw error
  }
}
