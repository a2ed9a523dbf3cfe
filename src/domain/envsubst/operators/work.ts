import { EnvsubstError, type EnvsubstErrorCode } from '../envsubst-error.ts'

/** How long a text may get by filling its variables, in UTF-16 units: many times what any API server takes. */
export const MAX_RESULT_LENGTH = 16 * 1024 * 1024

/** How much text the functions of a small text may work on; a large text may use more, in proportion. */
const MAX_FUNCTION_INPUT = 256 * 1024
const FUNCTION_INPUT_PER_CHARACTER = 64

/** How many comparisons the patterns of one text may take: a small part of a second. */
const MAX_PATTERN_STEPS = 4_000_000

/** Counts what the expansion of one text costs, and stops it when that is too much. */
export class Work {
  readonly #text: string
  #offset = 0
  #length = 0
  #input = 0
  #steps = 0

  constructor(text: string) {
    this.#text = text
  }

  /** Call before each expression: whatever goes wrong from here on is its fault. */
  begin(offset: number): void {
    this.#offset = offset
  }

  /** Call before a text of this length is made. */
  allow(length: number): void {
    if (length <= MAX_RESULT_LENGTH) return
    throw this.fail('RESULT_TOO_LARGE', `the result is longer than ${MAX_RESULT_LENGTH} characters`)
  }

  /** Call for every text that may become part of the result. */
  add(length: number): void {
    this.#length += length
    this.allow(this.#length)
  }

  /** Call for every text that a function works on. */
  take(text: string): void {
    this.#input += text.length
    const limit = MAX_FUNCTION_INPUT + FUNCTION_INPUT_PER_CHARACTER * this.#text.length
    if (this.#input <= limit) return
    throw this.fail('VALUES_TOO_LARGE', `functions would work on more than ${limit} characters`)
  }

  /** Call for every comparison of a pattern with a value, with what it costs against that of two bytes. */
  step(cost: number): void {
    this.#steps += cost
    if (this.#steps <= MAX_PATTERN_STEPS) return
    throw this.fail('PATTERN_TOO_SLOW', `its pattern needs more than ${MAX_PATTERN_STEPS} comparisons`)
  }

  /** The error of the expression at hand. */
  fail(code: EnvsubstErrorCode, cause: string): EnvsubstError {
    return new EnvsubstError(code, cause, { text: this.#text, offset: this.#offset })
  }
}
