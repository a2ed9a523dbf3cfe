import { isFields, itemsIn, partOf, textIn } from '../../object/fields.ts'
import { oncePerObject } from '../../object/once-per-object.ts'
import { listFirst } from '../../text/list-first.ts'
import { fileNameOf, folderOf, kustomizeNames } from '../model/kustomize-file.ts'
import { isFluxKustomization, sourceKeyOf } from '../model/flux-kustomization.ts'
import { isUnfilled, type LintObject, named } from '../model/lint-object.ts'
import { type LintRepository, ofKind } from '../model/lint-repository.ts'
import type { LintRule, RuleFamily } from '../rule.ts'
import { exampleFlux as flux, exampleRelease as release, exampleSource as source } from './example-texts.ts'
import { mayChange } from './given-by-patches.ts'
import { homesOf, isAnyNamed, mayBeThere, nearestFolder, slip, slipInFolder, withName } from './references.ts'

const HELM = 'helm.toolkit.fluxcd.io'

const CONFIG_MAP = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: app, namespace: apps}\n'
const sync = { 'clusters/blue/flux-system/sync.yaml': flux('flux-system', './clusters/blue') }

const pathMissing: LintRule = {
  code: 'FLUX_PATH_MISSING',
  severity: 'error',
  title: 'A Kustomization of Flux applies a folder that is not in the repository',
  why: 'Flux reports "path not found" and applies nothing of it. Judged if the source is known to be this repository.',
  bad: { ...sync, 'clusters/blue/apps.yaml': flux('apps', './app'), 'apps/app.yaml': CONFIG_MAP },
  good: { ...sync, 'clusters/blue/apps.yaml': flux('apps', './apps'), 'apps/app.yaml': CONFIG_MAP },
  *check(repository) {
    if (!repository.isWhole) return
    const folders = new Set([...repository.files.paths].map(folderOf))
    for (const { object, folder, isOwn } of repository.flux) {
      if (folder === undefined || mayChange(repository, object, NEW_PATH)) continue
      if (repository.hasFolder(folder) || isHidden(repository, folder)) continue
      const home = object.host ? undefined : slipInFolder(folder, [homeOf(folder, object)])
      const near = home ?? (isOwn ? slipInFolder(folder, [...folders]) : undefined)
      // Of a source that is only likely this one, a path may be in another: but for a typo.
      if (near === undefined && (!isOwn || !repository.sources.certain.has(sourceKeyOf(object)))) continue
      const meant = near ?? nearestFolder(folder, [...folders])
      yield {
        place: object.placeOf(['spec', 'path']),
        message: `${named(object)} applies ${folder}, which is not a folder of this repository`,
        advice: meant === undefined ? undefined : `did you mean ./${meant}?`,
      }
    }
  },
}

// In a patch: an operation on it, or a path that is no pointer.
const NEW_PATH = /\/spec\/path\b|(?:^|[\s{,"'])path["']?:\s*["']?[^\s/"']/m

// What flux bootstrap writes applies the folder that it is in itself, or one above.
function homeOf(folder: string, { path }: LintObject): string {
  return folderOf(path).split('/').slice(0, folder.split('/').length).join('/')
}

// Below a link or in a submodule, or in a folder that is not read.
function isHidden({ files }: LintRepository, folder: string): boolean {
  const parts = folder.split('/')
  return parts.some((name, index) => {
    const part = parts.slice(0, index + 1).join('/')
    return name.startsWith('.') || files.paths.has(part) || files.paths.has(`${part}/.`)
  })
}

const foreignFile: LintRule = {
  code: 'FLUX_PATH_OTHER_FILES',
  severity: 'error',
  title: 'A folder that Flux applies has YAML that is no object, and no kustomization.yaml',
  why: 'Without a kustomization.yaml Flux takes every YAML file below the folder for manifests: a values.yaml or a Chart.yaml fails the build of all.',
  bad: {
    ...sync,
    'clusters/blue/apps.yaml': flux('apps', './apps'),
    'apps/app.yaml': CONFIG_MAP,
    'apps/values.yaml': 'replicas: 2\n',
  },
  good: {
    ...sync,
    'clusters/blue/apps.yaml': flux('apps', './apps'),
    'apps/app.yaml': CONFIG_MAP,
    'apps/values.yaml': 'replicas: 2\n',
    'apps/kustomization.yaml':
      'apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nresources:\n- app.yaml\n',
  },
  *check(repository) {
    const paths = [...repository.files.paths]
    const isIgnoring = paths.some(path => path.endsWith('.sourceignore'))
    const ignores = repository.objects.some(
      ({ group, content }) =>
        group === 'source.toolkit.fluxcd.io' && textIn(partOf(content, 'spec'), 'ignore') !== '',
    )
    if (isIgnoring || ignores) return
    const homes = new Set(
      paths.filter(path => kustomizeNames.some(name => fileNameOf(path) === name)).map(folderOf),
    )
    const withObjects = new Set(repository.objects.map(({ path }) => path))
    const told = new Set<string>()
    for (const { object, folder, build } of repository.flux) {
      if (!build || folder === undefined || repository.isPatched(object)) continue
      if (!repository.sources.certain.has(sourceKeyOf(object)) || told.has(folder)) continue
      told.add(folder)
      const isCovered = (path: string) => {
        for (let home = folderOf(path); home.length >= folder.length; home = folderOf(home)) {
          if (homes.has(home)) return true
          if (home === folder || home === '') return false
        }
        return false
      }
      for (const path of repository.below(folder)) {
        if (withObjects.has(path) || isCovered(path)) continue
        const text = repository.files.texts.get(path) ?? ''
        if (
          path.split('/').some(part => part.startsWith('.')) ||
          text.trim() === '' ||
          /^["']?(?:kind|sops)["']?:/m.test(text)
        )
          continue
        if (!/^[^#\s-][^\n]*:/m.test(text) || repository.leftAlone.some(one => one.path === path)) continue
        yield {
          place: { path, line: 1, column: 1 },
          message: `${path} is not an object of Kubernetes, and ${named(object)} applies every YAML file of ${folder === '' ? 'the repository' : folder}`,
          advice: 'give the folder a kustomization.yaml that lists what shall be applied, or move the file',
        }
      }
    }
  },
}

interface SourceReference {
  readonly object: LintObject
  readonly path: readonly string[]
  readonly kind: string
  readonly name: string
  readonly namespace: string
}

const sourceReferences = oncePerObject((repository: LintRepository) =>
  repository.objects.flatMap(referencesOfObject),
)

const referencesOfObject = oncePerObject((object: LintObject) => [...sourceReferencesIn(object)])

function* sourceReferencesIn(object: LintObject): Iterable<SourceReference> {
  const paths =
    object.kind === 'HelmRelease' && object.group === HELM
      ? [
          ['spec', 'chartRef'],
          ['spec', 'chart', 'spec', 'sourceRef'],
        ]
      : isFluxKustomization(object)
        ? [['spec', 'sourceRef']]
        : []
  // What is suspended reads no source: the release that it let go of may have another HelmRelease.
  if (partOf(object.content, 'spec')['suspend'] === true) return
  for (const path of paths) {
    const ref = path.reduce<unknown>(
      (value, step) => (isFields(value) ? value[step] : undefined),
      object.content,
    )
    if (!isFields(ref)) continue
    const [kind, name, namespace] = [textIn(ref, 'kind'), textIn(ref, 'name'), textIn(ref, 'namespace')]
    if (name !== '' && !isUnfilled(name) && !isUnfilled(namespace))
      yield { object, path, kind, name, namespace }
  }
}

const SOURCE = 'source.toolkit.fluxcd.io'

const sourceNamespace: LintRule = {
  code: 'SOURCE_REF_NAMESPACE',
  severity: 'error',
  title: 'A source is in another namespace than the object that names it',
  why: 'Without a namespace Flux looks in that of the object itself.',
  bad: `${release('app')}---\n${source('app', 'sources')}`,
  good: `${release('app').replace('name: app}', 'name: app, namespace: sources}')}---\n${source('app', 'sources')}`,
  *check(repository) {
    for (const { object, path, kind, name, namespace } of sourceReferences(repository)) {
      if (repository.isPatched(object)) continue
      const found = withName(repository, { group: SOURCE, kind }, name)
      const homes = homesOf(repository, object, namespace)
      if (
        !isAnyNamed(repository, { group: SOURCE, kind }, name) ||
        found.some(one => mayBeThere(repository, one, homes))
      )
        continue
      const there = new Set(found.flatMap(one => [...repository.namespacesOf(one)]))
      yield {
        place: object.placeOf([...path, 'name']),
        message: `${named(object)} names ${kind} ${name}, which is in namespace ${listFirst([...there].toSorted())}`,
        advice: 'say its namespace beside the name',
      }
    }
  },
}

// Controllers make these of other objects, and `flux bootstrap` makes flux-system.
const madeOnCluster: ReadonlySet<string> = new Set(['ExternalArtifact', 'HelmChart'])

const sourceMisspelt: LintRule = {
  code: 'SOURCE_REF_MISSPELT',
  severity: 'error',
  title: 'A source does not exist, and one that is nearly the same is',
  why: 'Nothing is applied from a source that does not exist. A source that is in no file can still exist on the cluster, so only likely typos and wrong kinds are reported.',
  bad: `${release('karpenter')}---\n${source('karpentre')}`,
  good: `${release('karpenter')}---\n${source('karpenter')}`,
  *check(repository) {
    for (const { object, path, kind, name } of sourceReferences(repository)) {
      if (withName(repository, { group: SOURCE, kind }, name).length > 0) continue
      if (mayChange(repository, object, '(?:source|chart)Ref')) continue
      if (madeOnCluster.has(kind) || name === 'flux-system') continue
      const others = repository.objects.filter(one => one.group === SOURCE)
      const other = others.find(one => one.name === name && one.kind !== kind)
      const meant = slip(
        name,
        others.filter(one => one.kind === kind).map(one => one.name),
      )
      const isNamedWell = repository.objects.some(one => one.kind === kind && one.name === name)
      if (isNamedWell || (!other && meant === undefined)) continue
      yield {
        place: object.placeOf([...path, other ? 'kind' : 'name']),
        message: `${named(object)} names ${kind} ${name}, which is not in this repository`,
        advice: other
          ? `${name} is ${other.kind === 'OCIRepository' ? 'an' : 'a'} ${other.kind}`
          : `did you mean ${meant}?`,
      }
    }
  },
}

const valuesKey: LintRule = {
  code: 'VALUES_KEY_MISSING',
  severity: 'error',
  title: 'A HelmRelease takes a value by a key that its ConfigMap does not have',
  why: 'The release fails, also with optional: true, which is about the whole ConfigMap. Without valuesKey the key is values.yaml.',
  bad: `${release('app', '  valuesFrom:\n  - kind: ConfigMap\n    name: app-values\n')}---\n${source('app')}---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: app-values, namespace: apps}\ndata:\n  values.yml: "a: 1"\n`,
  good: `${release('app', '  valuesFrom:\n  - kind: ConfigMap\n    name: app-values\n')}---\n${source('app')}---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: app-values, namespace: apps}\ndata:\n  values.yaml: "a: 1"\n`,
  *check(repository) {
    for (const object of ofKind(repository, HELM, 'HelmRelease')) {
      if (repository.isPatched(object)) continue
      for (const [index, ref] of itemsIn(partOf(object.content, 'spec'), 'valuesFrom').entries()) {
        const found = withName(
          repository,
          { group: '', kind: textIn(ref, 'kind') },
          textIn(ref, 'name'),
        ).filter(one => mayBeThere(repository, one, repository.namespacesOf(object)))
        const key = textIn(ref, 'valuesKey') || 'values.yaml'
        if (
          found.length === 0 ||
          found.some(one => isUnfilled(one.name)) ||
          isUnfilled(key) ||
          found.some(one => repository.isPatched(one) || one.isEncrypted || mayHave(one, key))
        )
          continue
        const [first] = found
        yield {
          place: object.placeOf(['spec', 'valuesFrom', index, 'valuesKey' in ref ? 'valuesKey' : 'name']),
          message: `${named(object)} takes key "${key}" of ${first ? named(first) : ''}, which has ${keysOf(first)}`,
        }
      }
    }
  },
}

function mayHave({ content }: LintObject, key: string): boolean {
  const fields = ['data', 'stringData', 'binaryData'].filter(field => content[field] !== undefined)
  return (
    fields.length === 0 || fields.some(field => !isFields(content[field]) || key in partOf(content, field))
  )
}

function keysOf(object: LintObject | undefined): string {
  const keys = object
    ? ['data', 'stringData'].flatMap(field => Object.keys(partOf(object.content, field)))
    : []
  return keys.length === 0 ? 'no keys' : listFirst(keys.toSorted().map(key => `"${key}"`))
}

/** Names that lead nowhere. */
export const referenceRules: RuleFamily = {
  title: 'References',
  rules: [pathMissing, foreignFile, sourceNamespace, sourceMisspelt, valuesKey],
}
