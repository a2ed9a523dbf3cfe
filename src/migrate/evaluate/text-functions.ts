import { encodeUtf8 } from '../../domain/bytes/utf8.ts'
import { encodeBase64 } from '../../domain/bytes/base64.ts'
import { readGoYaml } from '../../domain/yaml/read-go-yaml.ts'
import { YamlError } from '../../domain/yaml/yaml-error.ts'
import { formatText } from './format-text.ts'
import { valueOfJson } from './json-values.ts'
import { type FunctionResult, LEFT, type TerraformFunction } from './left-to-terraform.ts'
import { asNumber } from './operate.ts'
import { textOfValue } from './text-of-value.ts'
import { isUnknown, isValueList, type Value } from './value.ts'

/** Functions of known values. */
export const textFunctions: ReadonlyMap<string, TerraformFunction> = new Map<string, TerraformFunction>([
  ['lower', ([value]) => onText(value, text => text.toLowerCase())],
  ['upper', ([value]) => onText(value, text => text.toUpperCase())],
  ['trimspace', ([value]) => onText(value, text => text.trim())],
  ['chomp', ([value]) => onText(value, text => text.replace(/[\r\n]+$/, ''))],
  [
    'trimprefix',
    ([value, part]) =>
      onTexts(value, part, (text, cut) => (text.startsWith(cut) ? text.slice(cut.length) : text)),
  ],
  [
    'trimsuffix',
    ([value, part]) =>
      onTexts(value, part, (text, cut) =>
        cut !== '' && text.endsWith(cut) ? text.slice(0, -cut.length) : text,
      ),
  ],
  ['startswith', ([value, part]) => onTexts(value, part, (text, begin) => text.startsWith(begin))],
  ['endswith', ([value, part]) => onTexts(value, part, (text, end) => text.endsWith(end))],
  ['strcontains', ([value, part]) => onTexts(value, part, (text, piece) => text.includes(piece))],
  ['split', ([by, value]) => onTexts(by, value, (separator, text) => text.split(separator))],
  ['join', join],
  ['replace', replace],
  ['format', ([form, ...args]) => onText(form, text => formatText(text, args) ?? LEFT)],
  ['substr', ([value, from, length]) => substring(value, from, length)],
  [
    'indent',
    ([count, value]) =>
      onText(value, text => text.replaceAll('\n', `\n${' '.repeat(asNumber(count ?? null) ?? 0)}`)),
  ],
  ['tostring', ([value]) => (value === null ? null : onText(value, text => text))],
  ['tonumber', ([value]) => (value === null ? null : asNumber(value ?? null))],
  ['tobool', ([value]) => toBool(value)],
  ['basename', ([value]) => onText(value, text => text.split('/').findLast(part => part !== '') ?? text)],
  ['dirname', ([value]) => onText(value, text => text.replace(/\/?[^/]*\/?$/, '') || '.')],
  ['jsondecode', ([value]) => onText(value, decodeJson)],
  ['yamldecode', ([value]) => onText(value, decodeYaml)],
  ['base64encode', ([value]) => onText(value, text => encodeBase64(encodeUtf8(text)))],
  ['max', args => extreme(args, Math.max)],
  ['min', args => extreme(args, Math.min)],
  ['sort', ([list]) => sorted(list)],
])

function onText(value: Value | undefined, use: (text: string) => FunctionResult): FunctionResult {
  const text = textOfValue(value ?? null)
  return text === undefined ? undefined : use(text)
}

function onTexts(
  one: Value | undefined,
  other: Value | undefined,
  use: (one: string, other: string) => FunctionResult,
): FunctionResult {
  return onText(one, first => onText(other, second => use(first, second)))
}

function textsIn(value: Value | undefined): readonly string[] | undefined {
  if (value === undefined || isUnknown(value) || !isValueList(value)) return undefined
  const texts = value.map(textOfValue)
  return texts.includes(undefined) ? undefined : texts.map(text => text ?? '')
}

function join([by, ...lists]: readonly Value[]): FunctionResult {
  const texts = lists.map(textsIn)
  if (texts.includes(undefined)) return undefined
  return onText(by, separator => texts.flatMap(list => list ?? []).join(separator))
}

function replace([value, part, by]: readonly Value[]): FunctionResult {
  return onTexts(value, part, (text, piece) => {
    const put = textOfValue(by ?? null)
    // Between slashes it is a pattern of RE2.
    if (put === undefined || /^\/.*\/$/s.test(piece)) return LEFT
    return text.replaceAll(piece, () => put)
  })
}

function substring(
  value: Value | undefined,
  from: Value | undefined,
  length: Value | undefined,
): FunctionResult {
  const [start, count] = [asNumber(from ?? null), asNumber(length ?? null)]
  if (start === undefined || count === undefined) return undefined
  return onText(value, text => {
    const chars = Array.from(text)
    const begin = start < 0 ? chars.length + start : start
    return chars.slice(begin, count < 0 ? undefined : begin + count).join('')
  })
}

function toBool(value: Value | undefined): Value | undefined {
  if (value === null || value === true || value === false) return value
  if (value === 'true') return true
  return value === 'false' ? false : undefined
}

function decodeJson(text: string): Value | undefined {
  try {
    return valueOfJson(JSON.parse(text))
  } catch {
    return undefined
  }
}

function decodeYaml(text: string): Value | undefined {
  try {
    return valueOfJson(readGoYaml(text))
  } catch (error) {
    if (error instanceof YamlError) return undefined
    throw error
  }
}

function extreme(args: readonly Value[], choose: (...numbers: number[]) => number): Value | undefined {
  const numbers = args.map(asNumber)
  return numbers.includes(undefined) || numbers.length === 0
    ? undefined
    : choose(...numbers.map(number => number ?? 0))
}

function sorted(list: Value | undefined): Value | undefined {
  return textsIn(list)?.toSorted()
}
