import type { YamlValue } from '../../yaml/yaml-value.ts'
import type { UnsetVariable } from '../evaluate.ts'
import { type Strictness, expand, lookupIn } from '../expand.ts'
import { findUnwritable } from '../go-yaml/find-unwritable.ts'
import { writeGoYaml } from '../go-yaml/write-go-yaml.ts'
import { formatPath } from '../object-path.ts'
import { type FindSource, type PostBuild, loadVariables } from './load-variables.ts'
import { type FluxManifest, isMapping } from './manifest.ts'
import { readFilledManifest } from './read-filled-manifest.ts'
import { SubstitutionError } from './substitution-error.ts'

/** What became of an object. Places of unset variables are places in the YAML that Flux makes of it, not in a file. */
export type Substitution =
  | { readonly outcome: 'substituted'; readonly object: FluxManifest }
  /** Its label or annotation says that it wants no substitution. */
  | { readonly outcome: 'disabled'; readonly object: FluxManifest }
  /** There are no variables, so Flux does not even look: defaults and `$$` stay as they are. */
  | { readonly outcome: 'no-variables'; readonly object: FluxManifest }
  | { readonly outcome: 'unset-variables'; readonly unset: readonly UnsetVariable[] }

const SWITCH = 'kustomize.toolkit.fluxcd.io/substitute'

/**
 * Substitutes variables in a whole object as Flux does; throws a SubstitutionError or an EnvsubstError where Flux fails.
 *
 * Flux writes the object as YAML, fills the text and reads it again. So a value may change its type (`8080` becomes a
 * number, an empty value null), may bring structure along, and every number of the object becomes a float.
 */
export function substituteObject(
  object: FluxManifest,
  postBuild: PostBuild | null | undefined,
  { find, strictness }: { readonly find: FindSource; readonly strictness: Strictness },
): Substitution {
  const text = writeObject(object)
  if (isDisabled(object)) return { outcome: 'disabled', object }
  const variables = loadVariables(postBuild ?? {}, find)
  if (variables.size === 0 && postBuild?.substituteStrategy !== 'Always')
    return { outcome: 'no-variables', object }
  const expansion = expand(text, lookupIn(variables), strictness)
  if (!expansion.ok) return { outcome: 'unset-variables', unset: expansion.unset }
  return { outcome: 'substituted', object: readFilledManifest(expansion.text) }
}

function writeObject(object: FluxManifest): string {
  const problem = findUnwritable(object)
  if (!problem) return writeGoYaml(object)
  const place = formatPath(problem.path) || 'the object'
  throw new SubstitutionError('OBJECT_NOT_WRITABLE', `${place} cannot be written as YAML: ${problem.reason}`)
}

function isDisabled({ metadata }: FluxManifest): boolean {
  return ['labels', 'annotations'].some(field => member(member(metadata, field), SWITCH) === 'disabled')
}

function member(value: YamlValue | undefined, key: string): YamlValue | undefined {
  return value !== undefined && isMapping(value) && Object.hasOwn(value, key) ? value[key] : undefined
}
