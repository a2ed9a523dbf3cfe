import { isFields } from '../../domain/object/fields.ts'
import { parseSelector } from '../../domain/labels/parse-selector.ts'
import { matchesSelector } from '../../domain/labels/selector.ts'
import { SelectorError } from '../../domain/labels/selector-error.ts'
import type { Selection } from '../../engine/api/api.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'
import type { Kind } from '../kinds/kind.ts'
import { refusal } from './refusal.ts'

/** Returns whether an object is one of those that were asked for. */
export type Matcher = (object: KubeObject) => boolean

/** Reads the selectors of a selection once, so that each object is only compared. Throws `Invalid` for what cannot be read. */
export function matcherOf(selection: Selection, kind: Kind): Matcher {
  const matchers = [
    ...(selection.namespace === undefined ? [] : [inNamespace(selection.namespace)]),
    ...(selection.labels ? [byLabels(selection.labels, selection)] : []),
    ...(selection.fields ? byFields(selection.fields, selection, kind) : []),
  ]
  return object => matchers.every(matches => matches(object))
}

function inNamespace(namespace: string): Matcher {
  return object => object.metadata.namespace === namespace
}

function byLabels(text: string, { resource }: Selection): Matcher {
  try {
    const selector = parseSelector(text)
    return object => matchesSelector(selector, object.metadata.labels)
  } catch (error) {
    if (!(error instanceof SelectorError)) throw error
    throw refusal('Invalid', { verb: 'list', resource }, error.message)
  }
}

function byFields(text: string, { resource }: Selection, kind: Kind): readonly Matcher[] {
  const known = new Set(['metadata.name', 'metadata.namespace', ...kind.selectable])
  return text
    .split(',')
    .filter(term => term !== '')
    .map(term => {
      const [, path = '', sign, value = ''] = /^([^=!]*)(==|=|!=)(.*)$/.exec(term) ?? []
      if (sign === undefined || !known.has(path))
        throw refusal(
          'Invalid',
          { verb: 'list', resource },
          `"${path || term}" is not a known field selector`,
        )
      const names = path.split('.')
      return (object: KubeObject) => (valueAt(object, names) === value) === (sign !== '!=')
    })
}

function valueAt(object: KubeObject, path: readonly string[]): string {
  let value: unknown = object
  for (const name of path) value = isFields(value) ? value[name] : undefined
  return typeof value === 'string'
    ? value
    : value === undefined || value === null
      ? ''
      : JSON.stringify(value)
}
