import { type Hole, isUnknown, isValueList, isValueMap, type Unknown, type Value } from './value.ts'

const OPEN = '\uFDD0'
const CLOSE = '\uFDD1'
const marks = /\uFDD0(\d+)(v?)\uFDD1/g

/** A part of a text with marks. */
export type MarkedPart =
  | { readonly kind: 'text'; readonly text: string }
  /** `isText`: Terraform writes the value as text here; otherwise it is of any type. */
  | { readonly kind: 'hole'; readonly hole: Hole; readonly isText: boolean }

/** The values that only Terraform knows, so that a text can have a mark where one stands. */
export class Holes {
  readonly #holes: Hole[] = []

  /** The mark of a hole in a text: of a value that Terraform writes as text, or of one of any type. */
  mark(hole: Hole, kind: 'text' | 'value'): string {
    const known = this.#holes.indexOf(hole)
    const index = known === -1 ? this.#holes.push(hole) - 1 : known
    return `${OPEN}${index}${kind === 'value' ? 'v' : ''}${CLOSE}`
  }

  /** The parts of a text. */
  parts(text: string): readonly MarkedPart[] {
    const parts: MarkedPart[] = []
    let at = 0
    for (const match of text.matchAll(marks)) {
      const hole = this.#holes[Number(match[1])]
      if (!hole) continue
      if (match.index > at) parts.push({ kind: 'text', text: text.slice(at, match.index) })
      parts.push({ kind: 'hole', hole, isText: match[2] === '' })
      at = match.index + match[0].length
    }
    if (at < text.length || parts.length === 0) parts.push({ kind: 'text', text: text.slice(at) })
    return parts
  }

  /** The mark that a text consists of. `yamlencode` and `jsonencode` put it between quotes. */
  wholeMark(text: string): string | undefined {
    const [, mark = ''] = /^\s*"?(\uFDD0\d+v?\uFDD1)"?\s*$/.exec(text) ?? []
    return this.parts(mark)[0]?.kind === 'hole' ? mark : undefined
  }

  /** Puts something else in the place of each mark. */
  fill(text: string, fill: (hole: Hole) => string): string {
    return text.replaceAll(marks, (whole, index: string) => {
      const hole = this.#holes[Number(index)]
      return hole ? fill(hole) : whole
    })
  }
}

/** Whether a text has a mark in it. */
export function hasMark(text: string): boolean {
  return text.includes(OPEN)
}

/** What a text has beside its marks. */
export function textBesideMarks(text: string): string {
  return text.replaceAll(marks, '')
}

/** Whether all of a value is known. */
export function isKnown(value: Value): boolean {
  if (isUnknown(value)) return false
  if (typeof value === 'string') return !hasMark(value)
  if (isValueList(value)) return value.every(isKnown)
  if (isValueMap(value)) return [...value.values()].every(isKnown)
  return true
}

/** A value that is not known. */
export function unknown(hole: Hole): Unknown {
  return { kind: 'unknown', hole }
}
