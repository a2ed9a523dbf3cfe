import { itemsIn, partOf, textIn } from '../../object/fields.ts'
import { lineOf, nameOf, sayCondition, sentenceOf } from '../claim.ts'
import type { CauseRule } from '../guide.ts'
import { conditionOf, type SeenObject } from '../seen-object.ts'
import { commit, refresh } from '../show/commands.ts'
import { innermost } from './words/flux-words.ts'

/** A HelmRelease whose values cannot be put together. */
export const valuesInvalid: CauseRule = ({ object }, { facts }) => {
  const ready = object && conditionOf(object, 'Ready')
  if (!object || ready?.reason !== 'ValuesError') return undefined
  const given = readReference(ready.message)
  const problem = given ? problemOf(given, object) : asItSays(ready.message, object)
  return {
    reason: 'FluxValuesInvalid',
    sentence: sentenceOf(`${nameOf(object.ref)} ${problem.sentence}`),
    evidence: [lineOf(object, sayCondition(ready))],
    next: [commit(problem.advice), refresh(facts)],
  }
}

interface Problem {
  /** Goes on after the name of the release. */
  readonly sentence: string
  readonly advice: string
}

interface Reference {
  readonly kind: string
  readonly name: string
  readonly key: string
  readonly cause: string
}

// helm-controller: could not resolve Secret chart values reference 'ns/name' with key 'k': key not found
function readReference(message: string): Reference | undefined {
  const [, kind, name, key = 'values.yaml', cause = ''] =
    /could not resolve (?:optional )?(Secret|ConfigMap) chart values reference '[^'/]*\/([^']{1,253})'(?: with key '([^']{1,253})')?: (.*)/s.exec(
      message,
    ) ?? []
  return kind === undefined || name === undefined ? undefined : { kind, name, key, cause }
}

const MAX_WORDS = 80

function problemOf({ kind, name, key, cause }: Reference, object: SeenObject): Problem {
  const what = `${kind} "${name}"`
  const user = nameOf(object.ref)
  const path = targetPath(object, { kind, name, key })
  const lacks = path === '' ? 'has no values' : `lacks value "${path}"`
  if (cause.startsWith('key not found')) {
    return {
      sentence: `${lacks}: ${what} has no key "${key}"`,
      advice: `Add key "${key}" to ${what}, or correct valuesFrom of ${user}`,
    }
  }
  if (/(?:"|resource) not found$/.test(cause.trim())) {
    return {
      sentence: `${lacks}: ${what} does not exist`,
      advice: `Deliver ${what} to namespace "${object.ref.namespace ?? ''}", or correct valuesFrom of ${user}`,
    }
  }
  const words = innermost(cause, MAX_WORDS)
  if (path !== '') {
    return {
      sentence: `cannot put key "${key}" of ${what} at value "${path}": ${words}`,
      advice: `Correct key "${key}" of ${what}, or set literal: true in valuesFrom of ${user} if it is plain text`,
    }
  }
  return {
    sentence: `cannot read key "${key}" of ${what} as values: ${words}`,
    advice: `Correct the YAML under key "${key}" of ${what}`,
  }
}

function asItSays(message: string, { ref }: SeenObject): Problem {
  return {
    sentence: `has values that cannot be composed: ${innermost(message, MAX_WORDS)}`,
    advice: `Correct the values of ${nameOf(ref)}`,
  }
}

function targetPath({ fields }: SeenObject, { kind, name, key }: Omit<Reference, 'cause'>): string {
  const entry = itemsIn(partOf(fields, 'spec'), 'valuesFrom').find(
    one =>
      textIn(one, 'kind') === kind &&
      textIn(one, 'name') === name &&
      textIn(one, 'valuesKey', 'values.yaml') === key,
  )
  return entry ? textIn(entry, 'targetPath') : ''
}
