import type { DraftValue } from '../copy-values.ts'
import { skipGoSpace } from './go-space.ts'
import { type LineReader, type Stops, stopsAt } from './line-reader.ts'
import { readJson } from './read-json.ts'
import type { SetLineErrorCode } from './set-line-error.ts'
import { typedValue } from './typed-value.ts'

/** The flags of Helm that take a line of names and values. */
export type SetMode = 'set' | 'set-string' | 'set-json' | 'set-literal'

/** A value that was read, or why it cannot be. `atEnd`: nothing stood behind the equals sign. */
type ValueReading =
  | { readonly ok: true; readonly value: DraftValue; readonly atEnd?: boolean }
  | { readonly ok: false; readonly code: SetLineErrorCode; readonly offset: number }

/** How a flag reads its line. */
export interface Dialect {
  /** Whether a backslash takes the next character as it is. */
  readonly escapes: boolean
  /** The characters that end a name. */
  readonly keyStops: Stops
  /** Reads the value behind an equals sign, and the comma behind the value. */
  readonly readValue: (reader: LineReader) => ValueReading
}

const keyStops = stopsAt('=[,.')
const valueStops = stopsAt(',')
const itemStops = stopsAt(',}')

/** How Helm reads a line of Flux in which every character of the value is escaped, without escaping them. */
export const verbatim: Dialect = {
  escapes: true,
  keyStops,
  readValue: reader =>
    reader.peek() === undefined ? { ok: true, value: '', atEnd: true } : { ok: true, value: reader.rest() },
}

/** The four grammars. Only that of `--set-literal` has no escapes and no second assignment. */
export const dialects: Readonly<Record<SetMode, Dialect>> = {
  set: { escapes: true, keyStops, readValue: reader => listOrText(reader, typedValue) },
  'set-string': { escapes: true, keyStops, readValue: reader => listOrText(reader, text => text) },
  'set-json': { escapes: true, keyStops, readValue: json },
  'set-literal': {
    escapes: false,
    keyStops: stopsAt('=[.'),
    readValue: reader => ({ ok: true, value: reader.rest() }),
  },
}

function listOrText(reader: LineReader, typed: (text: string) => DraftValue): ValueReading {
  const first = reader.peek()
  if (first === undefined) return { ok: true, value: '', atEnd: true }
  if (first !== '{') return { ok: true, value: typed(reader.until(valueStops).text) }

  const { offset } = reader
  reader.moveTo(offset + 1)
  const list: DraftValue[] = []
  for (;;) {
    const { text, stop } = reader.until(itemStops)
    if (stop === undefined) return { ok: false, code: 'OPEN_LIST', offset }
    if (!reader.countValue()) return { ok: false, code: 'TOO_MANY_VALUES', offset }
    list.push(typed(text))
    if (stop === ',') continue
    if (reader.peek() === ',') reader.moveTo(reader.offset + 1)
    return { ok: true, value: list }
  }
}

function json(reader: LineReader): ValueReading {
  if (skipToComma(reader)) return { ok: true, value: null }
  const read = readJson(reader.line, reader.offset, () => reader.countValue())
  if (!read.ok)
    return { ok: false, code: read.isTooMany ? 'TOO_MANY_VALUES' : 'BAD_JSON', offset: read.offset }
  reader.moveTo(read.end)
  skipToComma(reader)
  return { ok: true, value: read.value }
}

/** Skips space, and one comma behind it. Returns whether nothing else stood there. */
function skipToComma(reader: LineReader): boolean {
  reader.moveTo(skipGoSpace(reader.line, reader.offset))
  const char = reader.peek()
  if (char === ',') reader.moveTo(reader.offset + 1)
  return char === undefined || char === ','
}
