import { LineReader, stopsAt } from '../set-line/line-reader.ts'
import { isQuoted, type TargetPath, withoutQuotes } from './set-at-target-path.ts'

/** A value as Flux and Helm look at it, with everything the rules about values ask for. */
export interface ValueInLine {
  readonly value: string
  /** `literal` and `quoted` make text of everything; `plain` values get a type. */
  readonly manner: 'literal' | 'quoted' | 'plain'
  /** The value as Helm gets it: without the quotes that Flux takes off. */
  readonly text: string
  /** What the first unescaped comma leaves of it; undefined if there is none, or if the value is a list. */
  readonly beforeComma: string | undefined
  readonly list: ListInLine | undefined
}

/** A value that begins with a brace. */
export interface ListInLine {
  readonly items: number
  readonly isClosed: boolean
  /** What follows the closing brace, without the comma in between. */
  readonly rest: string
}

const commas = stopsAt(',')
const itemEnd = stopsAt(',}')

/** Looks at the value of a targetPath with the eyes of Flux and Helm. */
export function valueInLine({ value, literal }: TargetPath): ValueInLine {
  if (literal) return { value, manner: 'literal', text: value, beforeComma: undefined, list: undefined }
  const manner = isQuoted(value) ? 'quoted' : 'plain'
  const text = manner === 'quoted' ? withoutQuotes(value) : value
  const list = text.startsWith('{') ? listIn(text) : undefined
  return { value, manner, text, list, beforeComma: list ? undefined : beforeComma(text) }
}

function beforeComma(text: string): string | undefined {
  const { text: before, stop } = new LineReader(text, { escapes: true }).until(commas)
  return stop === undefined ? undefined : before
}

function listIn(text: string): ListInLine {
  const reader = new LineReader(text, { escapes: true })
  reader.moveTo(1)
  for (let items = 1; ; items++) {
    const { stop } = reader.until(itemEnd)
    if (stop === undefined) return { items, isClosed: false, rest: '' }
    if (stop === '}') return { items, isClosed: true, rest: reader.rest().replace(/^,/, '') }
  }
}
