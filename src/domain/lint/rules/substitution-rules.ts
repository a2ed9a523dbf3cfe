import { isFields, itemsIn, partOf, textIn } from '../../object/fields.ts'
import { oncePerObject } from '../../object/once-per-object.ts'
import { EnvsubstError } from '../../envsubst/envsubst-error.ts'
import { scanVariables, type VariableUse } from '../../envsubst/scan-variables.ts'
import { isVariableName } from '../../envsubst/flux/variable-name.ts'
import { resolveScalar } from '../../yaml/scalar/resolve-scalar.ts'
import type { YamlPath } from '../../yaml/node/node-at.ts'
import { addAnnotation } from '../edits.ts'
import type { BuiltObject } from '../model/build.ts'
import { embeddedPlaces } from '../model/embedded-place.ts'
import { sourcesOfSets } from '../model/carried-objects.ts'
import { postBuildOf } from '../model/flux-kustomization.ts'
import { isUnfilled, type LintObject, named } from '../model/lint-object.ts'
import { type LintRepository, ofKind } from '../model/lint-repository.ts'
import type { LintRule, RuleFamily } from '../rule.ts'
import { isInPatch } from './given-by-patches.ts'

const SWITCH = 'kustomize.toolkit.fluxcd.io/substitute'

const flux = (more: string) =>
  `apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: {name: apps, namespace: flux-system}\nspec:\n  interval: 10m\n  path: ./clusters/blue\n  prune: true\n  sourceRef: {kind: GitRepository, name: flux-system}\n${more}`
const config = (value: string) =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: app\n  namespace: apps\ndata:\n  region: ${value}\n`

interface Substituted {
  readonly kustomization: LintObject
  readonly object: LintObject
  /** The variables that are set; undefined if a source of them is not in the repository. */
  readonly variables: ReadonlyMap<string, string | undefined> | undefined
}

/** The objects in which a Kustomization fills in variables. */
function* substituted(repository: LintRepository): Iterable<Substituted> {
  for (const { object: kustomization, build } of repository.flux) {
    const postBuild = postBuildOf(kustomization)
    if (!build || !postBuild || repository.isPatched(kustomization)) continue
    const variables = variablesOf(repository, kustomization, postBuild)
    for (const built of build.objects) {
      const { object } = built
      if (!object.document || object.isEncrypted || isDisabled(built)) continue
      if (built.isPatched && hasSwitchElsewhere(repository)) continue
      yield { kustomization, object, variables }
    }
  }
}

function isDisabled({ labels, annotations }: BuiltObject): boolean {
  return labels[SWITCH] === 'disabled' || annotations[SWITCH] === 'disabled'
}

// In a patch, where `~1` stands for a slash, or in a component.
const hasSwitchElsewhere = oncePerObject(
  (repository: LintRepository) =>
    isInPatch(repository, /fluxcd\.io(?:\/|~1)substitute\b/) ||
    repository.kustomizations.some(
      ({ fields }) => fields['kind'] === 'Component' && SWITCH in partOf(fields, 'commonAnnotations'),
    ),
)

function variablesOf(
  repository: LintRepository,
  kustomization: LintObject,
  postBuild: Readonly<Record<string, unknown>>,
): ReadonlyMap<string, string | undefined> | undefined {
  const found = new Map<string, string | undefined>()
  for (const ref of itemsIn(postBuild, 'substituteFrom')) {
    const [kind, name] = [textIn(ref, 'kind'), textIn(ref, 'name')]
    const sources = ofKind(repository, '', kind).filter(
      one =>
        one.name === name &&
        !repository.isPatched(one) &&
        [...repository.namespacesOf(one)].some(home => repository.namespacesOf(kustomization).has(home)),
    )
    // Another one, or one of another cluster, may have the name.
    const [source] = sources
    if (!source || sources.length > 1 || source.isEncrypted || source.isHashed) return undefined
    for (const field of ['data', 'stringData'])
      for (const [key, value] of Object.entries(partOf(source.content, field)))
        found.set(key, kind === 'ConfigMap' && typeof value === 'string' ? value : undefined)
  }
  for (const [key, value] of Object.entries(partOf(postBuild, 'substitute')))
    found.set(key, typeof value === 'string' && !isUnfilled(value) ? value : undefined)
  return found
}

/** All texts of an object, keys too, and where they stand. */
function* textsIn(
  value: unknown,
  path: YamlPath = [],
): Iterable<{ readonly text: string; readonly path: YamlPath }> {
  if (typeof value === 'string') {
    if (value.includes('$')) yield { text: value, path }
  } else if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) yield* textsIn(item, [...path, index])
  } else if (isFields(value)) {
    for (const [key, item] of Object.entries(value)) yield* textsIn(item, [...path, key])
  }
}

function usesIn(text: string): readonly VariableUse[] | EnvsubstError {
  try {
    return scanVariables(text)
  } catch (error) {
    if (error instanceof EnvsubstError) return error
    throw error
  }
}

const unset: LintRule = {
  code: 'VARIABLE_UNSET',
  severity: 'error',
  title: 'A variable is not set and has no default',
  why: 'Flux 2.9 refuses to apply the Kustomization, earlier releases replace it with an empty string. Scripts in ConfigMaps are filled in, too, unless the object has the annotation kustomize.toolkit.fluxcd.io/substitute: disabled. Judged if every source of variables is in the repository. A ClusterResourceSet fills in nothing at all.',
  bad: {
    'clusters/blue/apps.yaml': flux('  postBuild: {substitute: {env: dev}}\n'),
    'clusters/blue/app.yaml': config('${region}'),
  },
  good: {
    'clusters/blue/apps.yaml': flux('  postBuild: {substitute: {region: eu}}\n'),
    'clusters/blue/app.yaml': config('${region}'),
  },
  *check(repository) {
    for (const { kustomization, object, variables } of substituted(repository)) {
      if (!variables) continue
      const isPack = sourcesOfSets(repository.objects).includes(object)
      const missing = [...textsIn(object.content)].flatMap(({ text, path }) => {
        const uses = usesIn(text)
        if (uses instanceof EnvsubstError) return []
        return uses
          .filter(({ name, isRequired }) => isRequired && !variables.has(name))
          .map(use => ({ use, path }))
      })
      const isAll =
        isPack ||
        [...textsIn(object.content)].every(({ text }) => {
          const uses = usesIn(text)
          return uses instanceof EnvsubstError || uses.every(({ name }) => !variables.has(name))
        })
      for (const { use, path } of missing)
        yield {
          place: placeInText(object, path, use),
          message: `variable "${use.name}" is not set`,
          advice: `set it in spec.postBuild of ${named(kustomization)}, or give ${named(object)} the annotation ${SWITCH}: disabled`,
          edit: isAll && object.kind === 'ConfigMap' ? addAnnotation(object, SWITCH, 'disabled') : undefined,
        }
    }
    yield* literalInPacks(repository)
  },
}

function placeInText(object: LintObject, path: YamlPath, { line, column }: { line: number; column: number }) {
  const start = object.placeOf(path)
  const found = embeddedPlaces(object, path)({ path: object.path, line, column })
  return found.line === start.line && line === 1 ? start : found
}

// What a ClusterResourceSet delivers arrives as it stands, unless Flux filled it in before on the management cluster.
function* literalInPacks(repository: LintRepository) {
  const filled = new Set([...substituted(repository)].map(({ object }) => object))
  for (const object of repository.objects) {
    const { host } = object
    if (!host || host.kind === 'ResourceSet' || filled.has(host) || repository.isPatched(host)) continue
    if (isUnfilled(host.name) || object.kind === 'CustomResourceDefinition') continue
    // Where Flux of the workload cluster fills them in, or a shell does, they are meant for later.
    if (object.kind === 'ConfigMap' || object.kind === 'Secret' || object.kind === 'Kustomization') continue
    const isRelease = object.kind === 'HelmRelease'
    for (const { text, path } of textsIn(object.content)) {
      if (!/^\$\{[A-Za-z_][A-Za-z0-9_]*\}$/.test(text)) continue
      if (!isRelease && path[0] !== 'metadata') continue
      yield {
        place: object.placeOf(path),
        message: `variable "${text.slice(2, -1)}" is not set: a ClusterResourceSet fills in no variables, so ${named(object)} gets the text ${text}`,
        advice: 'hand the value over in a Secret (handOver of a Fitout), and take it with valuesFrom',
      }
    }
  }
}

const unreadable: LintRule = {
  code: 'VARIABLE_FORM',
  severity: 'error',
  title: 'A ${…} cannot be read by Flux',
  why: 'Flux fails to apply the whole Kustomization. A text that is not meant for Flux is written $${…}, or its object has the annotation kustomize.toolkit.fluxcd.io/substitute: disabled.',
  bad: {
    'clusters/blue/apps.yaml': flux('  postBuild: {substitute: {region: eu}}\n'),
    'clusters/blue/app.yaml': config('"${region.name}"'),
  },
  good: {
    'clusters/blue/apps.yaml': flux('  postBuild: {substitute: {region: eu}}\n'),
    'clusters/blue/app.yaml': config('"$${region.name}"'),
  },
  *check(repository) {
    for (const { kustomization, object } of substituted(repository))
      for (const { text, path } of textsIn(object.content)) {
        const uses = usesIn(text)
        if (!(uses instanceof EnvsubstError)) continue
        yield {
          place: placeInText(object, path, uses),
          message: `${named(kustomization)} fills in variables, and cannot read this one: ${uses.reason}`,
          advice: `write $\${ for a text that is not a variable, or give ${named(object)} the annotation ${SWITCH}: disabled`,
        }
      }
  },
}

const badName: LintRule = {
  code: 'VARIABLE_NAME',
  severity: 'error',
  title: 'postBuild.substitute has a name that is not allowed for a variable',
  why: 'Flux refuses the Kustomization: names have letters, digits and underscores, and do not begin with a digit.',
  bad: flux('  postBuild: {substitute: {aws-region: eu}}\n').replace('./clusters/blue', './apps'),
  good: flux('  postBuild: {substitute: {aws_region: eu}}\n').replace('./clusters/blue', './apps'),
  *check(repository) {
    for (const { object } of repository.flux) {
      if (repository.isPatched(object)) continue
      const names = Object.keys(partOf(partOf(partOf(object.content, 'spec'), 'postBuild'), 'substitute'))
      for (const name of names) {
        if (isVariableName(name) || isUnfilled(name)) continue
        yield {
          place: object.placeOf(['spec', 'postBuild', 'substitute', name], 'key'),
          message: `"${name}" cannot be the name of a variable: use letters, digits and underscores`,
        }
      }
    }
  },
}

const losesQuotes: LintRule = {
  code: 'VARIABLE_NOT_A_STRING',
  severity: 'error',
  title: 'A variable becomes a number or a boolean where a text is needed',
  why: 'Flux writes the object as YAML without the quotes, fills in the variable and reads it again: a value such as true or 8080 is then no text, and the object is refused.',
  bad: {
    'clusters/blue/apps.yaml': flux('  postBuild: {substitute: {port: "8080"}}\n'),
    'clusters/blue/app.yaml': config('"${port}"'),
  },
  good: {
    'clusters/blue/apps.yaml': flux('  postBuild: {substitute: {port: "8080"}}\n'),
    'clusters/blue/app.yaml': config('"port ${port}"'),
  },
  *check(repository) {
    for (const { object, variables } of substituted(repository))
      for (const { text, path } of textsIn(object.content)) {
        const found = /^\$\{([A-Za-z_][A-Za-z0-9_]*)\}$/.exec(text)
        const value = found && variables?.get(found[1] ?? '')
        if (typeof value !== 'string' || !isTextOnly(object, path)) continue
        const typed = resolveScalar(value.replaceAll('\n', ''))
        if (typeof typed === 'string' || typed === null) continue
        yield {
          place: object.placeOf(path),
          message: `${path.join('.')} must be a text, and variable "${found?.[1]}" makes it ${typeof typed === 'boolean' ? 'a boolean' : 'a number'}`,
          advice: 'put quotes into the value of the variable: \'"…"\'',
        }
      }
  },
}

function isTextOnly({ kind, apiVersion }: LintObject, path: YamlPath): boolean {
  const [first, second] = path
  if (first === 'metadata') return second === 'labels' || second === 'annotations'
  return apiVersion === 'v1' && kind === 'ConfigMap' && first === 'data' && path.length === 2
}

/** Variables that Flux fills in. */
export const substitutionRules: RuleFamily = {
  title: 'Variables',
  rules: [unset, unreadable, badName, losesQuotes],
}
