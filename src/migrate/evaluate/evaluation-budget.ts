import type { HclSpan } from '../hcl/source-file.ts'
import { EvaluationError } from './evaluation-error.ts'
import { isUnknown, isValueList, isValueMap, type Value } from './value.ts'

/** More expressions than the largest configuration evaluates, and few enough to end in seconds. */
const MAX_STEPS = 5_000_000

/** How deeply expressions and the locals that they refer to can be nested. */
const MAX_DEPTH = 400

/** The characters and elements of one value: more than any chart takes. */
const MAX_SIZE = 4 * 1024 * 1024

/** What the evaluation of a configuration can cost: a few lines can describe more than a machine can hold. */
export class EvaluationBudget {
  #steps = 0
  #depth = 0
  // A value can be in others more than once: it is measured once.
  readonly #sizes = new WeakMap<object, number>()

  /** Evaluates one expression. Throws an EvaluationError if that is too much. */
  spend(span: HclSpan, evaluate: () => Value): Value {
    if (this.#steps >= MAX_STEPS) throw new EvaluationError('evaluating this takes too long', span)
    if (this.#depth >= MAX_DEPTH) throw new EvaluationError('this is nested too deeply', span)
    this.#steps += 1
    this.#depth += 1
    try {
      const value = evaluate()
      if (this.#sizeOf(value) > MAX_SIZE) throw new EvaluationError('this value is too large', span)
      return value
    } catch (error) {
      // A text that is longer than the longest of JavaScript.
      if (error instanceof RangeError) throw new EvaluationError('this value is too large', span)
      throw error
    } finally {
      this.#depth -= 1
    }
  }

  #sizeOf(value: Value): number {
    if (typeof value === 'string') return 1 + value.length
    if (value === null || typeof value !== 'object' || isUnknown(value)) return 1
    const known = this.#sizes.get(value)
    if (known !== undefined) return known
    const items = isValueList(value) ? value : isValueMap(value) ? [...value.values()] : []
    const size = items.reduce((sum: number, item) => sum + this.#sizeOf(item), 1)
    this.#sizes.set(value, size)
    return size
  }
}
