import { fromJson } from '../value/from-json.ts'
import type { CelValue, CelOutcome } from '../value/cel-value.ts'
import type { Meter } from './meter.ts'

/** The variables that a step can see, and the meter of the evaluation it is part of. */
export class Scope {
  readonly meter: Meter
  private readonly variables: object
  private readonly parent: Scope | undefined
  private readonly name: string
  /** The value of the variable that this scope adds. A macro sets it again for every element. */
  value: CelValue = null

  private constructor(
    variables: object,
    meter: Meter,
    inner?: { readonly parent: Scope; readonly name: string },
  ) {
    this.variables = variables
    this.meter = meter
    this.parent = inner?.parent
    this.name = inner?.name ?? ''
  }

  /** The scope of a whole expression. */
  static of(variables: object, meter: Meter): Scope {
    return new Scope(variables, meter)
  }

  /** A scope with one more variable, which hides one of the same name. */
  with(name: string): Scope {
    return new Scope(this.variables, this.meter, { parent: this, name })
  }

  /** The scope outside of all macros. */
  root(): Scope {
    return this.parent ? this.parent.root() : this
  }

  /** The variable of a macro, or undefined. */
  local(name: string): CelValue | undefined {
    if (this.parent === undefined) return undefined
    return this.name === name ? this.value : this.parent.local(name)
  }

  /** A variable of the expression, or undefined. */
  variable(name: string): CelOutcome | undefined {
    if (!Object.hasOwn(this.variables, name)) return undefined
    const json: unknown = Reflect.get(this.variables, name)
    return fromJson(json)
  }
}
