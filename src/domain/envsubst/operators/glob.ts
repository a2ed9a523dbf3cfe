import { runeAt } from './utf8.ts'
import type { Work } from './work.ts'

/** One step of a pattern: a certain byte, any character, or a character out of ranges. */
type Step =
  | { readonly kind: 'byte'; readonly byte: number }
  | { readonly kind: 'any' }
  | {
      readonly kind: 'class'
      readonly isNegated: boolean
      readonly ranges: readonly (readonly [number, number])[]
    }

/** Steps that follow each other, and whether a star stands before them. */
export interface Chunk {
  readonly hasStar: boolean
  readonly steps: readonly Step[]
}

/** A pattern as Flux reads it: `*`, `?`, `[a-z]`, `[^a-z]` and `\` before a character that means itself. */
export interface Glob {
  readonly chunks: readonly Chunk[]
  readonly endsWithStar: boolean
  /** Whether only bytes are compared: then it does not matter where a value is cut. */
  readonly isLiteral: boolean
}

/** What is matched, how far, and at whose cost. */
interface Matching {
  readonly bytes: string
  readonly end: number
  readonly work: Work
}

/** Reads a pattern of bytes, or returns undefined for one that is malformed and so can never match. */
export function parseGlob(pattern: string): Glob | undefined {
  const chunks: Chunk[] = []
  let endsWithStar = false
  let isLiteral = true
  for (let at = 0; at < pattern.length;) {
    const start = skipStars(pattern, at)
    const end = endOfChunk(pattern, start)
    const steps = parseSteps(pattern.slice(start, end))
    if (!steps) return undefined
    if (start === pattern.length) endsWithStar = true
    else chunks.push({ hasStar: start > at, steps })
    isLiteral &&= steps.every(step => step.kind === 'byte')
    at = end
  }
  return { chunks, endsWithStar, isLiteral }
}

const RUNE_COST = 4

/** Returns where the match of `steps` at `from` ends, or -1. Nothing behind `end` is looked at. */
export function matchSteps(steps: readonly Step[], from: number, { bytes, end, work }: Matching): number {
  let at = from
  for (const step of steps) {
    work.step(step.kind === 'byte' ? 1 : RUNE_COST)
    if (at >= end) return -1
    if (step.kind === 'byte') {
      if (bytes.charCodeAt(at) !== step.byte) return -1
      at++
      continue
    }
    const { code, width } = runeAt(bytes, at, end)
    if (step.kind === 'class' && isIn(step.ranges, code) === step.isNegated) return -1
    at += width
  }
  return at
}

function skipStars(pattern: string, from: number): number {
  let at = from
  while (pattern[at] === '*') at++
  return at
}

function endOfChunk(pattern: string, from: number): number {
  let isInClass = false
  let at = from
  for (; at < pattern.length; at++) {
    const char = pattern[at]
    if (char === '\\') at++
    else if (char === '[') isInClass = true
    else if (char === ']') isInClass = false
    else if (char === '*' && !isInClass) break
  }
  return Math.min(at, pattern.length)
}

function parseSteps(chunk: string): Step[] | undefined {
  const steps: Step[] = []
  for (let at = 0; at < chunk.length;) {
    if (chunk[at] === '[') {
      const parsed = parseClass(chunk, at + 1)
      if (!parsed) return undefined
      steps.push(parsed.step)
      at = parsed.end
    } else if (chunk[at] === '?') {
      steps.push({ kind: 'any' })
      at++
    } else {
      if (chunk[at] === '\\') at++
      if (at === chunk.length) return undefined
      steps.push({ kind: 'byte', byte: chunk.charCodeAt(at) })
      at++
    }
  }
  return steps
}

function parseClass(chunk: string, from: number): { step: Step; end: number } | undefined {
  const isNegated = chunk[from] === '^'
  let at = isNegated ? from + 1 : from
  const ranges: [number, number][] = []
  while (ranges.length === 0 || chunk[at] !== ']') {
    const low = parseBound(chunk, at)
    const high = low && chunk[low.end] === '-' ? parseBound(chunk, low.end + 1) : low
    if (!low || !high) return undefined
    ranges.push([low.code, high.code])
    at = high.end
  }
  return { step: { kind: 'class', isNegated, ranges }, end: at + 1 }
}

// A bound is never the last character: the bracket that closes the class is still to come.
function parseBound(chunk: string, from: number): { code: number; end: number } | undefined {
  const char = chunk[from]
  if (char === undefined || char === '-' || char === ']') return undefined
  const start = char === '\\' ? from + 1 : from
  if (start >= chunk.length) return undefined
  const { code, width } = runeAt(chunk, start, chunk.length)
  const end = start + width
  const isCut = code === 0xfffd && width === 1
  return isCut || end >= chunk.length ? undefined : { code, end }
}

function isIn(ranges: readonly (readonly [number, number])[], code: number): boolean {
  return ranges.some(([low, high]) => low <= code && code <= high)
}
