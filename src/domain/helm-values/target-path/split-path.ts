import { LineReader, stopsAt } from '../set-line/line-reader.ts'

/** A part of a targetPath: the name of a key, or the index of a list. `raw` is how it was written. */
export type PathPart =
  | { readonly kind: 'name'; readonly name: string; readonly raw: string }
  | { readonly kind: 'index'; readonly raw: string }

const nameEnd = stopsAt('.[')
const indexEnd = stopsAt(']')

/** Takes a targetPath apart at its dots and brackets; undefined if its brackets are wrong. */
export function splitPath(path: string): readonly PathPart[] | undefined {
  const reader = new LineReader(path, { escapes: true })
  const parts: PathPart[] = []
  for (;;) {
    const from = reader.offset
    const { text: name, stop } = reader.until(nameEnd)
    parts.push({ kind: 'name', name, raw: path.slice(from, stop ? reader.offset - 1 : reader.offset) })
    const next = stop === '[' ? takeIndexes(reader, parts) : stop
    if (next === undefined) return parts
    if (next !== '.') return undefined
  }
}

// Begins behind an opening bracket, and returns what comes behind the last closing one.
function takeIndexes(reader: LineReader, parts: PathPart[]): '.' | 'wrong' | undefined {
  for (;;) {
    const { text, stop } = reader.until(indexEnd)
    if (stop === undefined) return 'wrong'
    parts.push({ kind: 'index', raw: `[${text}]` })
    const next = reader.peek()
    if (next === undefined) return undefined
    reader.moveTo(reader.offset + 1)
    if (next !== '[') return next === '.' ? '.' : 'wrong'
  }
}

/** Puts the parts of a path together again. */
export function joinPath(parts: readonly PathPart[]): string {
  return parts.map((part, at) => (part.kind === 'name' && at > 0 ? `.${part.raw}` : part.raw)).join('')
}

/** A part for a key that is to be taken as it is, dots and all. */
export function namePart(name: string): PathPart {
  return { kind: 'name', name, raw: name.replace(/[\\.,=[]/g, String.raw`\$&`) }
}
