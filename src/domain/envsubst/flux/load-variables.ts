import { listFirst } from '../../text/list-first.ts'
import { SubstitutionError } from './substitution-error.ts'
import { isVariableName } from './variable-name.ts'

/** An entry of `substituteFrom`. @internal */
export interface SubstituteReference {
  readonly kind: string
  readonly name: string
  readonly optional?: boolean
}

/** The part of a Flux Kustomization that says which variables there are: `spec.postBuild`. */
export interface PostBuild {
  readonly substitute?: Readonly<Record<string, string>>
  readonly substituteFrom?: readonly SubstituteReference[]
  readonly substituteStrategy?: 'WithVariables' | 'Always'
}

/** Returns the data of a ConfigMap or Secret beside the Kustomization, decoded; undefined if there is no such object. */
export type FindSource = (reference: SubstituteReference) => Readonly<Record<string, string>> | undefined

/**
 * Collects the variables of a Kustomization as Flux does; throws a SubstitutionError if a source is missing or a name
 * is not allowed.
 *
 * Later sources win over earlier ones, and `substitute` over all of them. Line breaks are taken out of the values.
 */
export function loadVariables(postBuild: PostBuild, find: FindSource): ReadonlyMap<string, string> {
  const references = (postBuild.substituteFrom ?? []).filter(isKnown)
  const sources = references.map(reference => ({ reference, data: find(reference) }))
  const missing = sources.filter(({ reference, data }) => !data && reference.optional !== true)
  if (missing.length > 0) throw notFound(missing.map(({ reference: { kind, name } }) => `${kind} "${name}"`))

  const variables = new Map<string, string>()
  for (const data of [...sources.map(source => source.data ?? {}), postBuild.substitute ?? {}]) {
    for (const [name, value] of Object.entries(data)) variables.set(name, value.replaceAll('\n', ''))
  }
  const invalid = [...variables.keys()].filter(name => !isVariableName(name))
  if (invalid.length > 0) throw invalidNames(invalid.map(name => `"${name}"`))
  return variables
}

// Flux passes over every other kind in silence; the schema of a Kustomization does not let one in.
function isKnown({ kind }: SubstituteReference): boolean {
  return kind === 'ConfigMap' || kind === 'Secret'
}

function notFound(sources: readonly string[]): SubstitutionError {
  return new SubstitutionError('SOURCE_NOT_FOUND', `${listFirst(sources.toSorted())} not found`)
}

function invalidNames(names: readonly string[]): SubstitutionError {
  const rule = 'use letters, digits and underscores, and no digit at the beginning'
  return new SubstitutionError(
    'INVALID_VARIABLE_NAME',
    `${listFirst(names.toSorted())} cannot be the name of a variable: ${rule}`,
  )
}
