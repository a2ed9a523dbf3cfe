/** Readers that must survive any input. */
export interface FuzzSubject {
  readonly name: string
  /** Good inputs, from which bad ones are made. */
  readonly samples: readonly string[]
  readonly readers: readonly FuzzReader[]
}

/**
 * Reads an input. It may return or report in its own way; whatever it throws beyond that is a fault.
 *
 * One that returns its steps lets others work between them: only a single step must not take too long.
 */
export type FuzzReader = (input: string) => Iterator<unknown> | undefined

type ErrorClass = abstract new (...args: never[]) => Error

/** A reader that may throw errors of the classes given: those that it documents. */
export function reporting(read: (input: string) => unknown, ...known: readonly ErrorClass[]): FuzzReader {
  return input => {
    try {
      read(input)
    } catch (error) {
      if (!known.some(kind => error instanceof kind)) throw error
    }
    return undefined
  }
}

/** A reader of many documents, which may throw such errors at any step. */
export function stepping(
  read: (input: string) => Iterable<unknown>,
  ...known: readonly ErrorClass[]
): FuzzReader {
  return function* steps(input) {
    try {
      yield* read(input)
    } catch (error) {
      if (!known.some(kind => error instanceof kind)) throw error
    }
  }
}
