import { configMapKeyProblems } from '../../names/config-map-key.ts'
import type { ObjectPath } from '../../envsubst/object-path.ts'
import type { ApiProblem } from '../api-problem.ts'
import type { Fitout } from '../../api/schema/fitout-schema.ts'
import { valuePathProblem } from '../../api/value-path.ts'
import { valueFormatProblem } from '../../api/value-format.ts'
import { placedSteps, problemAt, repeated } from './rule.ts'

type HandedOverKey = NonNullable<Fitout['spec']['steps'][number]['handOver']>[number]['keys'][string]

interface PlacedKey {
  readonly name: string
  readonly key: HandedOverKey
  readonly path: ObjectPath
}

/** Names must be such as a Secret can have. */
export function badKey(fitout: Fitout): readonly ApiProblem[] {
  return keys(fitout).flatMap(({ name, key, path }) => [
    ...configMapKeyProblems(name).flatMap(problem => problemAt('BAD_KEY', path, problem)),
    ...configMapKeyProblems(key.as ?? name).flatMap(problem =>
      problemAt('BAD_KEY', [...path, 'as'], key.as === undefined ? undefined : problem),
    ),
  ])
}

/** The way to a value must be one that can be gone. */
export function badPath(fitout: Fitout): readonly ApiProblem[] {
  return keys(fitout).flatMap(({ key, path }) =>
    problemAt('BAD_PATH', [...path, 'path'], key.path === undefined ? undefined : valuePathProblem(key.path)),
  )
}

/** A default that would be refused as a value helps nobody. */
export function badDefault(fitout: Fitout): readonly ApiProblem[] {
  return keys(fitout).flatMap(({ key: { format, default: value }, path }) => {
    if (format === undefined || value === undefined) return []
    return problemAt('BAD_DEFAULT', [...path, 'default'], valueFormatProblem(format, value))
  })
}

/** Two values cannot have one place. */
export function duplicateKey(fitout: Fitout): readonly ApiProblem[] {
  return handOvers(fitout).flatMap(placed =>
    repeated(placed, ({ name, key }) => key.as ?? name).flatMap(({ item, first }) =>
      problemAt(
        'DUPLICATE_KEY',
        item.path,
        `has the same target key "${item.key.as ?? item.name}" as "${first.name}"`,
      ),
    ),
  )
}

function keys(fitout: Fitout): readonly PlacedKey[] {
  return handOvers(fitout).flat()
}

function handOvers(fitout: Fitout): readonly (readonly PlacedKey[])[] {
  return placedSteps(fitout).flatMap(({ step, path }) =>
    (step.handOver ?? []).map((handOver, index) =>
      Object.entries(handOver.keys).map(([name, key]) => ({
        name,
        key,
        path: [...path, 'handOver', index, 'keys', name],
      })),
    ),
  )
}
