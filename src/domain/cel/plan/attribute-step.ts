import { ParseFailure } from '../syntax/parse-failure.ts'
import { CelOptional, located, type CelOutcome } from '../value/cel-value.ts'
import { ComputedAttribute, type Attribute } from './attribute.ts'
import { ConstantQualifier, PresenceQualifier, type Qualifier } from './qualifier.ts'
import type { Scope } from './scope.ts'
import type { Step } from './step.ts'

/** A variable or a value, and the parts of it that an expression asks for. */
export class AttributeStep implements Step {
  readonly attribute: Attribute
  /** Where the last part stands. */
  offset: number
  /** `has()`: every part that is asked for from here on is tested for presence, even behind the parenthesis. */
  private readonly isPresenceTest: boolean

  constructor(attribute: Attribute, offset: number, isPresenceTest = false) {
    this.attribute = attribute
    this.offset = offset
    this.isPresenceTest = isPresenceTest
  }

  /** Asks for a part of what has been asked for so far. */
  addQualifier(qualifier: Qualifier, offset: number): void {
    this.offset = offset
    if (!this.isPresenceTest) {
      this.attribute.addQualifier(qualifier)
      return
    }
    if (!(qualifier instanceof ConstantQualifier)) {
      throw new ParseFailure('test only expressions must have constant qualifiers', offset, 'CEL_INVALID')
    }
    this.attribute.addQualifier(new PresenceQualifier(qualifier))
  }

  evaluate(scope: Scope): CelOutcome {
    scope.meter.charge(1)
    const outcome = this.attribute.resolve(scope)
    if (this.isPresenceTest && outcome instanceof CelOptional) return outcome.value !== undefined
    return located(outcome, this.offset)
  }
}

/** The step itself if parts can be asked of it, or one around it of which they can. */
export function asAttributeStep(step: Step): AttributeStep {
  return step instanceof AttributeStep ? step : new AttributeStep(new ComputedAttribute(step), step.offset)
}
