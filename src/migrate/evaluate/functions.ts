import type { CallExpression, HclExpression, TemplatePart } from '../hcl/expression.ts'
import { jsonEncode, yamlEncode } from './encode.ts'
import { EvaluationError } from './evaluation-error.ts'
import { fileFunctions } from './file-functions.ts'
import { isKnown, unknown } from './holes.ts'
import { LEFT } from './left-to-terraform.ts'
import { shapeFunctions } from './list-functions.ts'
import type { HclScope } from './scope.ts'
import { textFunctions } from './text-functions.ts'
import { isUnknown, isValueList, type Unknown, type Value } from './value.ts'

/** What a function needs of the evaluation around it. */
export interface Evaluation {
  readonly evaluate: (expression: HclExpression, scope: HclScope) => Value
  readonly opaque: (expression: HclExpression, scope: HclScope, causes: readonly Value[]) => Unknown
  readonly template: (parts: readonly TemplatePart[], scope: HclScope) => string | undefined
}

/** Calls a function of Terraform. One that Fitout does not have is left to Terraform. */
export function callFunction(call: CallExpression, scope: HclScope, evaluation: Evaluation): Value {
  const special = specials[call.name.replace(/^core::/, '')]
  if (special) return special(call, scope, evaluation)
  const args = argumentsOf(call, scope, evaluation)
  if (isUnknown(args)) return args
  const name = call.name.replace(/^core::/, '')
  const takesAll = shapeFunctions.get(name)
  if (!takesAll && !args.every(isKnown)) return evaluation.opaque(call, scope, args)
  const found = takesAll ?? textFunctions.get(name)
  if (!found) return notRead(call, scope, evaluation)
  const result = found(args)
  if (result === undefined) throw refused(call)
  return result === LEFT ? evaluation.opaque(call, scope, args) : result
}

function argumentsOf(
  call: CallExpression,
  scope: HclScope,
  evaluation: Evaluation,
): readonly Value[] | Unknown {
  const values = call.args.map(arg => evaluation.evaluate(arg, scope))
  const last = values.at(-1)
  if (!call.isSpread || last === undefined) return values
  if (isUnknown(last)) return evaluation.opaque(call, scope, values)
  if (!isValueList(last)) throw refused(call)
  return [...values.slice(0, -1), ...last]
}

function refused(call: CallExpression): EvaluationError {
  return new EvaluationError(`function ${call.name} does not take these values`, call)
}

function notRead(call: CallExpression, scope: HclScope, { opaque }: Evaluation): Value {
  const value = opaque(call, scope, [])
  if (changing.has(call.name)) {
    const reason = `function ${call.name} gives another value each time`
    return unknown({ ...value.hole, expression: undefined, reason })
  }
  return unknown({ ...value.hole, reason: `Fitout does not evaluate function ${call.name}` })
}

/** Written in two places, these would be two values. */
const changing: ReadonlySet<string> = new Set(['bcrypt', 'timestamp', 'uuid'])

type Special = (call: CallExpression, scope: HclScope, evaluation: Evaluation) => Value

const specials: Readonly<Record<string, Special>> = {
  ...fileFunctions,
  try: firstThatWorks,
  can: (call, scope, evaluation) => {
    const value = attempt(call.args[0], scope, evaluation)
    if (value === undefined) return false
    return isUnknown(value) ? evaluation.opaque(call, scope, [value]) : true
  },
  sensitive: hidden,
  ephemeralasnull: hidden,
  // What was secret once is not printed because a function says that it may be.
  nonsensitive: (call, scope, evaluation) => argument(call, scope, evaluation),
  jsonencode: (call, scope, evaluation) => jsonEncode(argument(call, scope, evaluation), scope.holes),
  yamlencode: (call, scope, evaluation) => yamlEncode(argument(call, scope, evaluation), scope.holes),
}

function argument(call: CallExpression, scope: HclScope, { evaluate }: Evaluation): Value {
  const [first] = call.args
  if (!first || call.args.length > 1) throw refused(call)
  return evaluate(first, scope)
}

function hidden(call: CallExpression, scope: HclScope, evaluation: Evaluation): Value {
  const { hole } = evaluation.opaque(call, scope, [argument(call, scope, evaluation)])
  return unknown({ ...hole, isSensitive: true, reason: 'it is sensitive' })
}

function firstThatWorks(call: CallExpression, scope: HclScope, evaluation: Evaluation): Value {
  for (const arg of call.args) {
    const value = attempt(arg, scope, evaluation)
    // Whether Terraform will find it is not known.
    if (value !== undefined && isUnknown(value)) return evaluation.opaque(call, scope, [value])
    if (value !== undefined) return value
  }
  throw new EvaluationError('none of the alternatives of try can be evaluated', call)
}

function attempt(
  arg: HclExpression | undefined,
  scope: HclScope,
  { evaluate }: Evaluation,
): Value | undefined {
  if (!arg) return undefined
  try {
    return evaluate(arg, scope)
  } catch (error) {
    if (error instanceof EvaluationError) return undefined
    throw error
  }
}
