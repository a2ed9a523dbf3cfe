import type { Position } from '../yaml/position.ts'
import type { EnvsubstError } from './envsubst-error.ts'
import { applyOperator } from './operators/apply-operator.ts'
import type { NegativeLength } from './operators/substring.ts'
import { fromBytes, isWhole, toBytes, wellFormed } from './operators/utf8.ts'
import { Work } from './operators/work.ts'
import { positionFinder } from './position-finder.ts'
import { type TemplateExpression, type Part, type Template, isDefaultOperator } from './template.ts'

/** Finds the value of a variable. Undefined means not set, which is not the same as set but empty. */
export type Lookup = (name: string) => string | undefined

/** One use of a variable that has no value. */
export interface UnsetVariable extends Position {
  readonly name: string
}

/** The filled text, or every use of a variable that has no value. */
export type Expansion =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly unset: readonly UnsetVariable[] }

/** Where values come from, and how old the library is that works on them. */
export interface Filling {
  readonly lookup: Lookup
  readonly negativeLength: NegativeLength
}

/** Fills the variables of a template that has been read, if there is a value for each that needs one. */
export function evaluateStrictly(template: Template, filling: Filling): Expansion {
  const evaluator = new Evaluator(template, filling)
  const text = evaluator.run()
  // All that is missing comes first: what goes wrong with the values can only be judged when they are there.
  const unset = evaluator.unset()
  return unset.length > 0 ? { ok: false, unset } : { ok: true, text: evaluator.fix(text) }
}

/** Fills the variables of a template that has been read; one that is not set is empty. */
export function evaluateLeniently(template: Template, filling: Filling): string {
  const evaluator = new Evaluator(template, filling)
  return evaluator.fix(evaluator.run())
}

class Evaluator {
  readonly #template: Template
  readonly #filling: Filling
  readonly #work: Work
  readonly #unset: TemplateExpression[] = []
  #failure: EnvsubstError | undefined

  constructor(template: Template, filling: Filling) {
    this.#template = template
    this.#filling = filling
    this.#work = new Work(template.source)
  }

  run(): string {
    let text = ''
    for (const part of this.#template.parts) text += this.#part(part)
    return text
  }

  // Halves of a character that were cut apart may have come together again.
  fix(text: string): string {
    if (!this.#failure) return text
    const fixed = fromBytes(toBytes(text))
    if (this.#failure.code !== 'CHARACTER_CUT' || !isWhole(fixed)) throw this.#failure
    return fixed
  }

  unset(): readonly UnsetVariable[] {
    const find = positionFinder(this.#template.source)
    return this.#unset
      .toSorted((a, b) => a.start - b.start)
      .map(({ name, start }) => ({ name, ...find(start) }))
  }

  #part(part: Part): string {
    return part.kind === 'text' ? part.text : this.#expression(part)
  }

  // Arguments come first, whether they are needed or not: as upstream does, so an unset variable in a default counts
  // even when the default is not used.
  #expression(expression: TemplateExpression): string {
    const { name, operator, start } = expression
    const args = expression.args.map(arg => this.#part(arg))
    this.#work.begin(start)
    const found = this.#filling.lookup(name)
    if (found === undefined && !isDefaultOperator(operator)) this.#unset.push(expression)
    const value = wellFormed(found ?? '')
    const { negativeLength } = this.#filling
    const result = applyOperator(operator, { value, args, work: this.#work, negativeLength })
    if (result === undefined)
      return this.#fail('UPSTREAM_CRASH', 'Flux and clusterctl crash on such a length')
    this.#work.add(result.length)
    if (result !== value && !isWhole(result)) this.#fail('CHARACTER_CUT', 'it splits a character')
    return result
  }

  // The first of a kind is kept, and a crash counts more than a cut, which may still heal.
  #fail(code: 'UPSTREAM_CRASH' | 'CHARACTER_CUT', reason: string): '' {
    const isWorse = code === 'UPSTREAM_CRASH' && this.#failure?.code === 'CHARACTER_CUT'
    if (!this.#failure || isWorse) this.#failure = this.#work.fail(code, reason)
    return ''
  }
}
