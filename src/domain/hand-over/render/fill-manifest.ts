import type { EnvsubstErrorCode } from '../../envsubst/envsubst-error.ts'
import { type FillProblem, type FillProblemCode, fillScalars } from '../../envsubst/fill-scalars.ts'
import { findBuiltInKind } from '../../kinds/built-in-kinds.ts'
import { nearest } from '../../text/nearest.ts'
import type { Manifest } from '../../pack/manifest.ts'
import { apiGroup } from '../../object/api-group.ts'
import { readStrictYaml } from '../../yaml/read-go-yaml.ts'
import { decodeUtf8 } from '../../bytes/utf8.ts'
import { YamlError } from '../../yaml/yaml-error.ts'
import type { YamlValue } from '../../yaml/yaml-value.ts'
import { YamlWriteError, writeYaml } from '../../yaml/write/write-yaml.ts'
import type { HandOverReason } from '../hand-over-hold.ts'
import type { SecretValue } from '../secret-value.ts'
import type { ManifestProblem } from './manifest-problem.ts'
import { nameProblems } from './name-problems.ts'
import { hasSameShape, isSameValue } from './same-shape.ts'
import type { Variables } from './variables.ts'

/** A filled object and its text, or everything that keeps it from being filled. */
export type FilledManifest =
  | { readonly ok: true; readonly content: YamlValue; readonly text: string }
  | { readonly ok: false; readonly problems: readonly ManifestProblem[] }

/**
 * Fills the variables of one object and writes it.
 *
 * What was written is read again and held against the template: a value is a text wherever it stands, and nothing else
 * of the object may have changed.
 */
export function fillManifest(manifest: Manifest, variables: Variables): FilledManifest {
  const use = new VariableUse(variables)
  const filled = fillScalars(manifest.content, name => use.textOf(name))
  const problems = [
    ...kindProblems(manifest),
    ...nameProblems(manifest),
    ...(filled.ok ? [] : filled.problems.map(problem => fillProblem(problem, variables))),
    ...use.problems.values(),
  ]
  if (!filled.ok || problems.length > 0) return { ok: false, problems }
  return written(manifest.content, filled.value)
}

/** Looks variables up, and remembers those that were asked for and cannot be used. */
class VariableUse {
  readonly problems = new Map<string, ManifestProblem>()
  readonly #variables: Variables
  readonly #texts = new Map<string, string>()

  constructor(variables: Variables) {
    this.#variables = variables
  }

  textOf(name: string): string | undefined {
    const variable = this.#variables.get(name)
    if (variable === undefined) return undefined
    if (variable.kind === 'text') return this.#texts.get(name) ?? this.#decoded(name, variable.value)
    const { reason, message, source } = variable.hold
    this.problems.set(name, { reason, cause: message, source })
    return ''
  }

  #decoded(name: string, value: SecretValue): string {
    const text = decodeUtf8(value.reveal()) ?? ''
    this.#texts.set(name, text)
    return text
  }
}

function written(template: YamlValue, content: YamlValue): FilledManifest {
  try {
    const text = writeYaml(content)
    const isKept = hasSameShape(template, content) && isSameValue(content, readStrictYaml(text))
    return isKept ? { ok: true, content, text } : changed
  } catch (error) {
    if (error instanceof YamlWriteError || error instanceof YamlError) return changed
    throw error
  }
}

const changed: FilledManifest = {
  ok: false,
  problems: [{ reason: 'RenderShapeChanged', cause: 'a value would change more than its own scalar' }],
}

function kindProblems({ kind, apiVersion, namespace }: Manifest): readonly ManifestProblem[] {
  const builtIn = findBuiltInKind(apiGroup(apiVersion), kind)
  // A ClusterResourceSet that reconciles takes away what others put on an object, and everybody puts labels on these.
  if (builtIn?.kind === 'Namespace')
    return malformed('a Namespace cannot be rendered; deliver it with a pack')
  if (builtIn?.scope !== 'Namespaced' || namespace !== '') return []
  return malformed('it has no namespace, and a ClusterResourceSet does not set one')
}

function malformed(cause: string): readonly ManifestProblem[] {
  return [{ reason: 'RenderSourceMalformed', cause }]
}

function fillProblem({ code, message, variable }: FillProblem, variables: Variables): ManifestProblem {
  if (variable === undefined) return { reason: reasonOf(code), cause: message }
  const meant = nearest(variable, [...variables.keys()])
  const hint = meant === undefined ? '' : `; did you mean "${meant}"?`
  return { reason: 'RenderVariableMissing', cause: `variable "${variable}" is not set${hint}` }
}

const structural: ReadonlySet<FillProblemCode> = new Set(['VARIABLE_IN_KEY', 'VARIABLE_IN_TYPE', 'TEXT_CUT'])
const large: ReadonlySet<FillProblemCode | EnvsubstErrorCode> = new Set([
  'TOO_LARGE',
  'TOO_DEEP',
  'RESULT_TOO_LARGE',
  'VALUES_TOO_LARGE',
])

function reasonOf(code: FillProblemCode): HandOverReason {
  if (structural.has(code)) return 'RenderShapeChanged'
  return large.has(code) ? 'HandOverTooLarge' : 'RenderSourceMalformed'
}
