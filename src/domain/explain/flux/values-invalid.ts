import { partOf, textIn } from '../../health/read-field.ts'
import { lineOf, nameOf, sayCondition, sentenceOf } from '../claim.ts'
import type { Rule } from '../guide.ts'
import { conditionOf, itemsIn, type SeenObject } from '../object/seen-object.ts'
import { commit, refresh } from '../show/commands.ts'

/** A HelmRelease whose values cannot be put together. */
export const valuesInvalid: Rule = ({ object }, { facts }) => {
  const ready = object && conditionOf(object, 'Ready')
  if (!object || ready?.reason !== 'ValuesError') return undefined
  const given = readReference(ready.message)
  const path = given ? targetPath(object, given) : ''
  const lacks = path === '' ? 'has no values' : `lacks value "${path}"`
  const cause = given ? `${given.kind} "${given.name}" ${given.problem}` : 'its values cannot be merged'
  return {
    reason: 'FluxValuesInvalid',
    sentence: sentenceOf(`${nameOf(object.ref)} ${lacks}: ${cause}`),
    evidence: [lineOf(object, sayCondition(ready))],
    next: [
      commit(
        given
          ? `Give ${given.kind} "${given.name}" key "${given.key}", or correct valuesFrom of ${nameOf(object.ref)}`
          : `Correct the values of ${nameOf(object.ref)}`,
      ),
      refresh(facts),
    ],
  }
}

interface Reference {
  readonly kind: string
  readonly name: string
  readonly key: string
  readonly problem: string
}

// helm-controller: could not resolve Secret chart values reference 'ns/name' with key 'k': key not found
function readReference(message: string): Reference | undefined {
  const [, kind, name, key = 'values.yaml', cause = ''] =
    /could not resolve (?:optional )?(Secret|ConfigMap) chart values reference '[^'/]*\/([^']{1,253})'(?: with key '([^']{1,253})')?: (.*)/s.exec(
      message,
    ) ?? []
  if (kind === undefined || name === undefined) return undefined
  return { kind, name, key, problem: problemOf(cause, key) }
}

function problemOf(cause: string, key: string): string {
  if (cause.includes('key not found')) return `has no key "${key}"`
  if (cause.includes('not found')) return 'does not exist'
  return `has a value under "${key}" that does not fit`
}

function targetPath({ fields }: SeenObject, { kind, name, key }: Reference): string {
  const entry = itemsIn(partOf(fields, 'spec'), 'valuesFrom').find(
    one =>
      textIn(one, 'kind') === kind &&
      textIn(one, 'name') === name &&
      textIn(one, 'valuesKey', 'values.yaml') === key,
  )
  return entry ? textIn(entry, 'targetPath') : ''
}
