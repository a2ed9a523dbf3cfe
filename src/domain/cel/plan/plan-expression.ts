import type {
  CelCall,
  Conditional,
  Expression,
  Fold,
  Index,
  ListLiteral,
  MapLiteral,
  MessageLiteral,
  OptionalMap,
  Select,
} from '../syntax/expression.ts'
import { ParseFailure } from '../syntax/parse-failure.ts'
import { Fault } from '../value/cel-value.ts'
import {
  ComputedAttribute,
  ConditionalAttribute,
  LocalAttribute,
  VariableAttribute,
  type Attribute,
} from './attribute.ts'
import { AttributeStep, asAttributeStep } from './attribute-step.ts'
import type { Environment } from './environment.ts'
import { FoldStep } from './fold-step.ts'
import { ListStep, MapStep } from './literal-steps.ts'
import { LogicStep } from './logic-steps.ts'
import type { Meter } from './meter.ts'
import { OptionalMapStep } from './optional-map-step.ts'
import { planCall } from './plan-call.ts'
import { ComputedQualifier, ConstantQualifier, isKey, notAKey, type Qualifier } from './qualifier.ts'
import { Scope } from './scope.ts'
import { ConstantStep, type Step } from './step.ts'

/** Turns an expression into steps; throws a ParseFailure for what cel-go finds when it makes a program. */
export function planExpression(expression: Expression, environment: Environment, meter: Meter): Step {
  return new Planner(environment, Scope.of({}, meter)).plan(expression)
}

class Planner {
  private readonly environment: Environment
  /** For what is computed beforehand: it sees no variable. */
  private readonly nowhere: Scope
  /** The variables of the macros around the part that is being planned. */
  private readonly locals: string[] = []

  constructor(environment: Environment, nowhere: Scope) {
    this.environment = environment
    this.nowhere = nowhere
  }

  plan(expression: Expression): Step {
    switch (expression.kind) {
      case 'literal':
        return new ConstantStep(expression.value, expression.offset)
      case 'identifier':
        return new AttributeStep(this.variable(expression.name), expression.offset)
      case 'select':
        return this.select(expression)
      case 'index':
        return this.index(expression)
      case 'call':
        return this.call(expression)
      case 'logic':
        return new LogicStep(expression.operator === '||', this.planAll(expression.terms), expression.offset)
      case 'conditional':
        return this.conditional(expression)
      case 'list':
        return this.list(expression)
      case 'map':
        return this.map(expression)
      case 'message':
        return this.refuseMessage(expression)
      case 'fold':
        return this.fold(expression)
      default:
        return this.optionalMap(expression)
    }
  }

  private planAll(expressions: readonly Expression[]): Step[] {
    return expressions.map(expression => this.plan(expression))
  }

  private variable(name: string): Attribute {
    const isLocal = this.locals.includes(name) && !name.startsWith('.')
    return isLocal ? new LocalAttribute(name) : new VariableAttribute(name, this.environment.types)
  }

  private select({ operand, field, isPresenceTest, offset }: Select): Step {
    const planned = asAttributeStep(this.plan(operand))
    const step = isPresenceTest ? new AttributeStep(planned.attribute, offset, true) : planned
    step.addQualifier(new ConstantQualifier(field), offset)
    return step
  }

  private index({ operand, index, isOptional, offset }: Index): Step {
    const step = asAttributeStep(this.plan(operand))
    step.addQualifier(qualifierOf(this.plan(index), isOptional, offset), offset)
    return step
  }

  private call({ name, target, args, offset }: CelCall): Step {
    const qualified = target && this.qualifiedFunction(target, name)
    const called = target && qualified === undefined ? [target, ...args] : args
    const call = { name: qualified ?? withoutDot(name), args: this.planAll(called), offset }
    return planCall(call, this.environment, this.nowhere)
  }

  /** `optional.of(…)` looks like a call on a variable and is one of the function "optional.of". */
  private qualifiedFunction(target: Expression, name: string): string | undefined {
    const prefix = qualifiedName(target)
    const qualified = prefix === undefined ? '' : withoutDot(`${prefix}.${name}`)
    const { functions, missing } = this.environment
    return functions.has(qualified) || missing.functions.has(qualified) ? qualified : undefined
  }

  private conditional({ condition, whenTrue, whenFalse, offset }: Conditional): Step {
    const decision = this.plan(condition)
    const branches = {
      whenTrue: attributeOf(this.plan(whenTrue)),
      whenFalse: attributeOf(this.plan(whenFalse)),
    }
    return new AttributeStep(new ConditionalAttribute(decision, branches), offset)
  }

  private list({ elements, offset }: ListLiteral): Step {
    const planned = elements.map(({ value, isOptional }) => ({ value: this.plan(value), isOptional }))
    const step = new ListStep(planned, offset)
    const isConstant = planned.every(({ value }) => value instanceof ConstantStep)
    return isConstant ? new ConstantStep(step.evaluate(this.nowhere), offset) : step
  }

  private map({ entries, offset }: MapLiteral): Step {
    const planned = entries.map(({ key, value, isOptional }) => ({
      key: this.plan(key),
      value: this.plan(value),
      isOptional,
    }))
    const step = new MapStep(planned, offset)
    const isConstant = planned.every(
      ({ key, value }) => key instanceof ConstantStep && value instanceof ConstantStep,
    )
    return isConstant ? new ConstantStep(step.evaluate(this.nowhere), offset) : step
  }

  private refuseMessage({ typeName, offset }: MessageLiteral): never {
    if (!this.environment.missing.messages.has(typeName)) {
      throw new ParseFailure(`unknown type: ${typeName}`, offset, 'CEL_INVALID')
    }
    throw new ParseFailure(`messages cannot be made here: ${typeName}`, offset, 'CEL_UNSUPPORTED')
  }

  private fold({ macro, range, variables, filter, body, offset }: Fold): Step {
    const walk = { range: this.plan(range), variables }
    this.locals.push(...variables)
    const parts = { filter: filter && this.plan(filter), body: this.plan(body), offset }
    this.locals.length -= variables.length
    return new FoldStep(macro, walk, parts)
  }

  private optionalMap({ macro, target, variable, body, offset }: OptionalMap): Step {
    const planned = this.plan(target)
    this.locals.push(variable)
    const parts = { target: planned, variable, body: this.plan(body), isFlat: macro === 'optFlatMap' }
    this.locals.pop()
    return new OptionalMapStep(parts, offset)
  }
}

function qualifierOf(index: Step, isOptional: boolean, offset: number): Qualifier {
  if (!(index instanceof ConstantStep)) return new ComputedQualifier(attributeOf(index), isOptional)
  const key = index.value
  if (key instanceof Fault) throw new ParseFailure(key.reason, key.offset ?? offset, 'CEL_INVALID')
  if (isKey(key)) return new ConstantQualifier(key, isOptional)
  throw new ParseFailure(notAKey(key), offset, 'CEL_INVALID')
}

function attributeOf(step: Step): Attribute {
  return step instanceof AttributeStep ? step.attribute : new ComputedAttribute(step)
}

function qualifiedName(expression: Expression): string | undefined {
  if (expression.kind === 'identifier') return expression.name
  if (expression.kind !== 'select' || expression.isPresenceTest) return undefined
  const prefix = qualifiedName(expression.operand)
  return prefix === undefined ? undefined : `${prefix}.${expression.field}`
}

function withoutDot(name: string): string {
  return name.startsWith('.') ? name.slice(1) : name
}
