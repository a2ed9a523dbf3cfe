import type { HelmValue, HelmValues } from '../../domain/helm-values/copy-values.ts'
import { hasMark, type Holes, type MarkedPart } from '../evaluate/holes.ts'
import { targetPathOf } from './target-path.ts'

/** A value that is handed over. */
export type HandedValue =
  /** A text at a path of keys. */
  | { readonly kind: 'text'; readonly path: readonly string[]; readonly parts: readonly MarkedPart[] }
  /** Anything else: a list, or a value of any type. It comes as a document of values. */
  | { readonly kind: 'document'; readonly path: readonly string[]; readonly value: HelmValue }

/** Values, divided into what goes to Git and what is handed over. */
export interface SplitValues {
  readonly inline: HelmValues
  readonly handed: readonly HandedValue[]
  /** Keys that only Terraform knows: where they are. */
  readonly unknownKeys: readonly (readonly string[])[]
}

/** Divides values with marks. A list goes as a whole: Flux replaces lists, it does not merge them. */
export function splitValues(values: HelmValues, holes: Holes): SplitValues {
  const handed: HandedValue[] = []
  const unknownKeys: (readonly string[])[] = []

  const splitMap = (map: HelmValues, path: readonly string[]): HelmValues => {
    const kept: [string, HelmValue][] = []
    for (const [key, value] of Object.entries(map)) {
      if (hasMark(key)) {
        unknownKeys.push(path)
        continue
      }
      const left = split(value, [...path, key])
      if (left !== undefined) kept.push([key, left])
    }
    return Object.fromEntries(kept)
  }

  const split = (value: HelmValue, path: readonly string[]): HelmValue | undefined => {
    if (!marksIn(value)) return value
    if (typeof value === 'string') {
      const parts = holes.parts(value)
      const isText =
        parts.every(part => part.kind === 'text' || part.isText) && targetPathOf(path) !== undefined
      handed.push(isText ? { kind: 'text', path, parts } : { kind: 'document', path, value })
      return undefined
    }
    if (!isMap(value)) {
      handed.push({ kind: 'document', path, value })
      return undefined
    }
    const left = splitMap(value, path)
    return Object.keys(left).length === 0 ? undefined : left
  }

  const inline = splitMap(values, [])
  return { inline, handed, unknownKeys }
}

function isMap(value: HelmValue): value is HelmValues {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Whether a value or one of its keys has a mark. */
function marksIn(value: HelmValue): boolean {
  if (typeof value === 'string') return hasMark(value)
  if (typeof value !== 'object' || value === null) return false
  if (isMap(value)) return Object.entries(value).some(([key, item]) => hasMark(key) || marksIn(item))
  return value.some(marksIn)
}
