import { copyValues, type DraftValues, type HelmValues, isMap, MAX_VALUES_COUNT } from '../copy-values.ts'
import { mergeDrafts } from '../merge-values.ts'
import { MAX_LINE_LENGTH } from './fault-words.ts'
import { skipGoSpace } from './go-space.ts'
import { LineReader } from './line-reader.ts'
import { assignSetLine, setLineError } from './parse-set-line.ts'
import { readJson } from './read-json.ts'

/** What the flags of one Helm command say, each in the order of the command line. */
export interface SetFlags {
  readonly setJson?: readonly string[] | undefined
  readonly set?: readonly string[] | undefined
  readonly setString?: readonly string[] | undefined
  readonly setLiteral?: readonly string[] | undefined
}

/**
 * Applies the flags to a copy of `values` as Helm does.
 *
 * Helm goes kind by kind, not in the order of the command line: JSON first, literals last.
 */
export function applySetFlags(flags: SetFlags, values: HelmValues = {}): HelmValues {
  let result = copyValues(values)
  for (const line of flags.setJson ?? []) result = withJson(line, result)
  for (const line of flags.set ?? []) assignSetLine(line, 'set', result)
  for (const line of flags.setString ?? []) assignSetLine(line, 'set-string', result)
  for (const line of flags.setLiteral ?? []) assignSetLine(line, 'set-literal', result)
  return result
}

// What begins with a brace is one object, merged at the top, and not a line of names and values.
function withJson(line: string, values: DraftValues): DraftValues {
  const start = skipGoSpace(line, 0)
  if (line[start] !== '{') {
    assignSetLine(line, 'set-json', values)
    return values
  }
  if (line.length > MAX_LINE_LENGTH)
    throw setLineError(line, 'set-json', { code: 'LINE_TOO_LONG', offset: MAX_LINE_LENGTH })
  const reader = new LineReader(line, { escapes: false })
  const read = readJson(line, start, () => reader.countValue())
  if (!read.ok) {
    const code = read.isTooMany ? 'TOO_MANY_VALUES' : 'BAD_JSON'
    throw setLineError(line, 'set-json', { code, offset: read.offset })
  }
  const end = skipGoSpace(line, read.end)
  if (end < line.length || !isMap(read.value))
    throw setLineError(line, 'set-json', { code: 'BAD_JSON', offset: end })
  return mergeDrafts(values, read.value, { left: MAX_VALUES_COUNT })
}
