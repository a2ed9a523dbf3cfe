import { copyValues, type DraftValues, type HelmValues } from '../copy-values.ts'
import { assignLine, type Assignment } from '../set-line/assign-line.ts'
import { dialects, verbatim } from '../set-line/dialect.ts'
import { faultWords, MAX_LINE_LENGTH, MAX_PATH_LENGTH, quoted } from '../set-line/fault-words.ts'
import { type SetLineFault, positionIn, SetLineError } from '../set-line/set-line-error.ts'
import { targetPathViolation } from '../values-from/validate-values-reference.ts'

/** A targetPath of Flux, and the text that it takes from a ConfigMap or Secret. */
export interface TargetPath {
  readonly path: string
  readonly value: string
  readonly literal?: boolean | undefined
}

/** Sets a value at a targetPath in a copy of `values`, as Flux does. */
export function setAtTargetPath(target: TargetPath, values: HelmValues = {}): HelmValues {
  const result = copyValues(values)
  assignTargetPath(target, result)
  return result
}

/** Sets a value at a targetPath in `values` itself, and tells `onValue` of every value that this sets. */
export function assignTargetPath(
  target: TargetPath,
  values: DraftValues,
  onValue?: Assignment['onValue'],
): void {
  const excess = excessOf(target)
  if (excess) throw excess
  const { dialect, text, offsetIn } = lineValue(target)
  const error = (fault: SetLineFault) => targetPathError(target, fault, offsetIn)
  assignLine({ line: `${target.path}=${text}`, dialect, values, error, ...(onValue && { onValue }) })
}

/** The value as Flux hands it to Helm, and the way back from an offset in it to one in the original. */
interface LineValue {
  readonly dialect: Assignment['dialect']
  readonly text: string
  readonly offsetIn: (offset: number) => number
}

// Flux makes a line for Helm out of path and value. That is why a value can be taken apart, and how literal prevents it.
function lineValue({ path, value, literal }: TargetPath): LineValue {
  // A path that cannot reach into the value leaves it as it is: nothing need be escaped, only to be undone.
  if (literal && isSelfContained(path)) return { dialect: verbatim, text: value, offsetIn: offset => offset }
  if (literal) return escaped(value)
  if (!isQuoted(value)) return { dialect: dialects.set, text: value, offsetIn: offset => offset }
  const removed = /^['"]*/.exec(value)?.[0].length ?? 0
  return { dialect: dialects['set-string'], text: withoutQuotes(value), offsetIn: offset => offset + removed }
}

function isSelfContained(path: string): boolean {
  return targetPathViolation(path) === undefined && !path.endsWith('\\')
}

/** Whether Flux takes the value for quoted: the same quote at both ends, of which one may be the other. */
export function isQuoted(value: string): boolean {
  return (value.startsWith("'") && value.endsWith("'")) || (value.startsWith('"') && value.endsWith('"'))
}

/** Takes off all quotes at both ends, of both kinds, however many. */
export function withoutQuotes(value: string): string {
  const inner = value.replace(/^['"]+/, '')
  // Not a pattern with $: that would try again at every quote of a long value.
  let end = inner.length
  while (end > 0 && `'"`.includes(inner.charAt(end - 1))) end--
  return inner.slice(0, end)
}

function escaped(value: string): LineValue {
  const text = value.replace(/[\\,[\]{}]/g, String.raw`\$&`)
  const offsetIn = (offset: number) => unescaped(text.slice(0, offset)).length
  return { dialect: dialects['set-string'], text, offsetIn }
}

const MAX_ESCAPED_LENGTH = 64 * 1024

/** What is too long: the path, or the value. */
function excessOf({ path, value, literal }: TargetPath): SetLineError | undefined {
  const isPath = path.length > MAX_PATH_LENGTH
  // With a path that no API server takes, a literal value is escaped character by character.
  const limit = literal && !isPath && !isSelfContained(path) ? MAX_ESCAPED_LENGTH : MAX_LINE_LENGTH
  if (!isPath && value.length <= limit) return undefined
  const code = isPath ? 'PATH_TOO_LONG' : 'LINE_TOO_LONG'
  const at = isPath ? positionIn(path, MAX_PATH_LENGTH, 'path') : positionIn(value, limit, 'value')
  const cause = `it is longer than ${isPath ? MAX_PATH_LENGTH : limit} characters`
  return new SetLineError(code, at, { action: `set targetPath ${quoted(path)}`, cause })
}

function targetPathError(
  target: TargetPath,
  fault: SetLineFault,
  offsetIn: (offset: number) => number,
): SetLineError {
  const inValue = fault.offset - target.path.length - 1
  const at =
    inValue < 0
      ? positionIn(target.path, fault.offset, 'path')
      : positionIn(target.value, offsetIn(inValue), 'value')
  // A key that begins in the path may continue in the value, which may be a secret.
  const mayBeShown = inValue < 0 && unescaped(target.path).includes(fault.key ?? '')
  const words = { action: `set targetPath ${quoted(target.path)}`, cause: faultWords(fault, mayBeShown) }
  return new SetLineError(fault.code, at, words)
}

/** The text without its escapes: what Helm makes of it. */
export function unescaped(text: string): string {
  return text.replace(/\\(.)/gs, '$1')
}
