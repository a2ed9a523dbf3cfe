import type { HandOverHold } from '../hand-over-hold.ts'
import type { SecretValue } from '../secret-value.ts'
import { isClusterVariable } from './cluster-variables.ts'
import { variableName } from './variable-name.ts'
import { type Variables, gatherVariables } from './variables.ts'

export type { Variables } from './variables.ts'

/** One value that was read and checked: where it comes from and where it goes. */
export interface HandedOverValue {
  readonly name: string
  /** The way to it, as it is written in the Fitout. */
  readonly path: string
  readonly secret: string
  readonly to: { readonly namespace: string; readonly secret: string }
  /** Its key there. */
  readonly as: string
  readonly value: SecretValue
  readonly isText: boolean
}

/**
 * The variables that handed-over values give, each under its own name and in capitals.
 *
 * A name that belongs to the Cluster stays the Cluster's, set or not: what a template means must not change with a
 * key. Such a value can still be had under its own name, if that has small letters.
 */
export function handedOverVariables(values: readonly HandedOverValue[]): {
  readonly variables: Variables
  readonly shadowed: readonly string[]
} {
  const given = values.flatMap(value =>
    namesOf(value).map(name => ({
      name,
      value: value.value,
      origin: originOf(value),
      problem: notText(value),
    })),
  )
  const shadowed = values
    .map(({ name }) => name)
    .filter(name => isClusterVariable(variableName(name).toUpperCase()))
  return {
    variables: gatherVariables(given.filter(({ name }) => !isClusterVariable(name))),
    shadowed: [...new Set(shadowed)].toSorted(),
  }
}

function namesOf({ name }: HandedOverValue): readonly string[] {
  const own = variableName(name)
  return [...new Set([own, own.toUpperCase()])]
}

function originOf({ path, secret }: HandedOverValue): string {
  return `key "${path}" of Secret "${secret}"`
}

function notText({ isText, name, secret }: HandedOverValue): HandOverHold | undefined {
  if (isText) return undefined
  const message = `Key "${name}" of Secret "${secret}" is not text, so it cannot be the value of a variable`
  return { reason: 'HandOverValueMalformed', message, source: { kind: 'Secret', name: secret, key: name } }
}
