import type { CallExpression } from '../hcl/expression.ts'
import { readHcl } from '../hcl/read-hcl.ts'
import { HclError } from '../hcl/hcl-error.ts'
import { attributeOf } from '../hcl/body.ts'
import type { SourceFile } from '../hcl/source-file.ts'
import { EvaluationError } from './evaluation-error.ts'
import type { Evaluation } from './functions.ts'
import { hasMark, unknown } from './holes.ts'
import type { HclScope } from './scope.ts'
import { isUnknown, isValueMap, type Value } from './value.ts'

type FileFunction = (call: CallExpression, scope: HclScope, evaluation: Evaluation) => Value

/** The functions that read files. */
export const fileFunctions: Readonly<Record<string, FileFunction>> = {
  file: (call, scope, evaluation) => {
    const read = readArgument(call, scope, evaluation)
    return 'text' in read ? read.text : read.value
  },
  fileexists: (call, scope, evaluation) => {
    const read = readArgument(call, scope, evaluation)
    return 'text' in read ? true : read.value
  },
  templatefile: (call, scope, evaluation) => {
    const read = readArgument(call, scope, evaluation)
    if (!('text' in read)) return read.value
    const [, second] = call.args
    const values = second ? evaluation.evaluate(second, scope) : new Map<string, Value>()
    if (isUnknown(values) || !isValueMap(values)) return evaluation.opaque(call, scope, [values])
    const file = templateSource(read.path, read.text)
    // A template sees its own variables and nothing of the module.
    const inside: HclScope = { ...scope, names: values, resolve: noReference }
    const text = templateText(file, read.text, { scope: inside, template: evaluation.template })
    return text === undefined ? evaluation.opaque(call, scope, [...values.values()]) : text
  },
}

type ReadArgument = { readonly path: string; readonly text: string } | { readonly value: Value }

function readArgument(call: CallExpression, scope: HclScope, evaluation: Evaluation): ReadArgument {
  const [first] = call.args
  const path = first ? evaluation.evaluate(first, scope) : null
  if (isUnknown(path) || (typeof path === 'string' && hasMark(path))) {
    return { value: evaluation.opaque(call, scope, [path]) }
  }
  if (typeof path !== 'string') throw new EvaluationError(`function ${call.name} needs a path`, call)
  const read = scope.files.read(path)
  if ('text' in read) return read
  const { hole } = evaluation.opaque(call, scope, [])
  return { value: unknown({ ...hole, reason: read.reason }) }
}

const MARK = 'FITOUT_END_OF_TEMPLATE'

// A template file is what a heredoc has between its marks.
function templateSource(path: string, text: string): SourceFile {
  const end = text.endsWith('\n') ? '' : '\n'
  return { path, text: `x = <<${MARK}\n${text}${end}${MARK}\n`, origin: { line: 0, column: 1 } }
}

// The line end that a heredoc has, and the file has not, is taken back unless a `~` took it.
const TAKES_LINE_END = /[$%]\{[^{}]*~\}$/

function templateText(
  file: SourceFile,
  whole: string,
  { scope, template }: TemplateText,
): string | undefined {
  const value = attributeOf(readHcl(file, scope.files.parse), 'x')?.value
  if (value?.kind !== 'template') throw new HclError('this is no template', { file, start: 0, end: 0 })
  const text = template(value.parts, scope)
  return whole.endsWith('\n') || TAKES_LINE_END.test(whole) ? text : text?.replace(/\n$/, '')
}

interface TemplateText {
  readonly scope: HclScope
  readonly template: Evaluation['template']
}

function noReference() {
  return { kind: 'unknown', reason: 'a template file sees its own variables only' } as const
}
