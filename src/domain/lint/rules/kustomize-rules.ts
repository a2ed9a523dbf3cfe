import { itemsIn, partOf, textIn } from '../../object/fields.ts'
import { oncePerObject } from '../../object/once-per-object.ts'
import { nearest } from '../../text/nearest.ts'
import {
  fileNameOf,
  filesOf,
  isRemote,
  type KustomizeFile,
  kustomizeFields,
  kustomizeNames,
  resourcesOf,
} from '../model/kustomize-file.ts'
import { type LintObject, named, shownPlace } from '../model/lint-object.ts'
import { type LintRepository, placeOfObject } from '../model/lint-repository.ts'
import type { LintRule, RuleFamily } from '../rule.ts'

const HEAD = 'apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\n'
const CONFIG_MAP = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: app, namespace: apps}\n'

const missingFile: LintRule = {
  code: 'KUSTOMIZE_PATH_MISSING',
  severity: 'error',
  title: 'A kustomization names a file or folder that does not exist',
  why: 'kustomize fails, and with it everything that the folder is part of.',
  bad: { 'kustomization.yaml': `${HEAD}resources:\n- app.yml\n`, 'app.yaml': CONFIG_MAP },
  good: { 'kustomization.yaml': `${HEAD}resources:\n- app.yaml\n`, 'app.yaml': CONFIG_MAP },
  *check(repository) {
    for (const file of repository.kustomizations) {
      for (const { text, at, field, target } of [...resourcesOf(file), ...filesOf(file)]) {
        if (target === undefined || isThere(repository, target) || isOfBootstrap(target)) continue
        if (isRemote(text) || text.includes('${') || !isKnown(repository, target)) continue
        const others = candidates(repository, target).filter(path => path !== file.path)
        const meant = nearest(target, others)
        yield {
          place: file.document.placeOf(at),
          message: `${field} names ${text}, which does not exist`,
          advice: meant === undefined ? undefined : `did you mean ${fileNameOf(meant)}?`,
        }
      }
    }
  },
}

// Written by `flux bootstrap`, after the rest.
function isOfBootstrap(target: string): boolean {
  return fileNameOf(target) === 'flux-system'
}

// Hidden files and folders are not read, and what Git ignores is made by a build.
function isKnown({ isWhole, files }: LintRepository, target: string): boolean {
  if (files.isIgnored?.(target) === true) return false
  return isWhole && !target.split('/').some(part => part.startsWith('.') || part === 'node_modules')
}

// What is below a link, or below the folder of a submodule, is not read.
function isThere({ files, hasFolder }: LintRepository, target: string): boolean {
  if (hasFolder(target)) return true
  const parts = target.split('/')
  return parts.some((_, index) => {
    const part = parts.slice(0, index + 1).join('/')
    return files.paths.has(part) || files.paths.has(`${part}/.`)
  })
}

function candidates({ files }: LintRepository, target: string): readonly string[] {
  const folder = target.slice(0, target.lastIndexOf('/') + 1)
  return [...files.paths].filter(path => path.startsWith(folder) && !path.slice(folder.length).includes('/'))
}

const noKustomization: LintRule = {
  code: 'KUSTOMIZE_FOLDER_PLAIN',
  severity: 'error',
  title: 'A kustomization lists a folder that has no kustomization.yaml',
  why: 'kustomize takes files, and folders that are kustomizations; it fails for any other folder.',
  bad: { 'kustomization.yaml': `${HEAD}resources:\n- apps\n`, 'apps/app.yaml': CONFIG_MAP },
  good: {
    'kustomization.yaml': `${HEAD}resources:\n- apps\n`,
    'apps/kustomization.yaml': `${HEAD}resources:\n- app.yaml\n`,
    'apps/app.yaml': CONFIG_MAP,
  },
  *check(repository) {
    for (const file of repository.kustomizations) {
      for (const { text, at, target } of resourcesOf(file)) {
        if (target === undefined || !repository.hasFolder(target) || !isKnown(repository, target)) continue
        if (repository.files.paths.has(`${target}/.`)) continue
        if (
          kustomizeNames.some(name => repository.files.paths.has(target === '' ? name : `${target}/${name}`))
        )
          continue
        yield {
          place: file.document.placeOf(at),
          message: `${text} is a folder without a kustomization.yaml`,
          advice: 'list its files, or give it a kustomization.yaml',
        }
      }
    }
  },
}

const cycle: LintRule = {
  code: 'KUSTOMIZE_CYCLE',
  severity: 'error',
  title: 'A kustomization lists itself, directly or by others',
  why: 'kustomize refuses a cycle.',
  bad: {
    'a/kustomization.yaml': `${HEAD}resources:\n- ../b\n`,
    'b/kustomization.yaml': `${HEAD}resources:\n- ../a\n`,
  },
  good: {
    'a/kustomization.yaml': `${HEAD}resources:\n- ../b\n`,
    'b/kustomization.yaml': `${HEAD}resources:\n- app.yaml\n`,
    'b/app.yaml': CONFIG_MAP,
  },
  *check({ kustomizations, builder }) {
    const next = oncePerObject((file: KustomizeFile) =>
      resourcesOf(file).flatMap(({ at, target }) => {
        const inner = target === undefined ? undefined : builder.kustomizationIn(target)
        return inner ? [{ inner, at }] : []
      }),
    )
    const done = new Set<string>()
    for (const start of kustomizations) {
      const open: KustomizeFile[] = [start]
      const seen = new Set<string>()
      const first = next(start)
      for (let file = open.pop(); file; file = open.pop()) {
        if (seen.has(file.path)) continue
        seen.add(file.path)
        open.push(...next(file).map(({ inner }) => inner))
      }
      // Told once for a cycle: at the first file of it.
      const back = first.find(({ inner }) => reaches(inner, start, next))
      if (!back || done.has(start.path)) continue
      for (const path of seen) done.add(path)
      yield {
        place: start.document.placeOf(back.at),
        message: `${start.path} lists itself by ${back.inner.path}`,
      }
    }
  },
}

function reaches(
  from: KustomizeFile,
  target: KustomizeFile,
  next: (file: KustomizeFile) => readonly { readonly inner: KustomizeFile }[],
): boolean {
  const seen = new Set<string>()
  const open = [from]
  for (let file = open.pop(); file; file = open.pop()) {
    if (file.path === target.path) return true
    if (seen.has(file.path)) continue
    seen.add(file.path)
    open.push(...next(file).map(({ inner }) => inner))
  }
  return false
}

const unknownField: LintRule = {
  code: 'KUSTOMIZE_FIELD_UNKNOWN',
  severity: 'error',
  title: 'A kustomization has a field that kustomize does not know',
  why: 'kustomize refuses the file.',
  bad: { 'kustomization.yaml': `${HEAD}resource:\n- app.yaml\n`, 'app.yaml': CONFIG_MAP },
  good: { 'kustomization.yaml': `${HEAD}resources:\n- app.yaml\n`, 'app.yaml': CONFIG_MAP },
  *check({ kustomizations }) {
    for (const { fields, document } of kustomizations)
      for (const field of Object.keys(fields)) {
        if (kustomizeFields.includes(field)) continue
        const meant = nearest(field, kustomizeFields)
        yield {
          place: document.placeOf([field], 'key'),
          message: `kustomize does not know the field "${field}"`,
          advice: meant === undefined ? undefined : `did you mean ${meant}?`,
        }
      }
  },
}

const otherKind: LintRule = {
  code: 'KUSTOMIZE_FILE_KIND',
  severity: 'error',
  title: 'A file named kustomization.yaml holds a Kustomization of Flux, or another object',
  why: 'The name makes the folder a kustomization of kustomize, which refuses any other apiVersion. Give the object of Flux another file name.',
  bad: {
    'apps/kustomization.yaml':
      'apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: {name: apps, namespace: flux-system}\nspec:\n  interval: 10m\n  path: ./apps\n  prune: true\n  sourceRef: {kind: GitRepository, name: fleet}\n',
  },
  good: {
    'apps/apps.yaml':
      'apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: {name: apps, namespace: flux-system}\nspec:\n  interval: 10m\n  path: ./apps\n  prune: true\n  sourceRef: {kind: GitRepository, name: fleet}\n',
  },
  *check({ objects }) {
    for (const object of objects) {
      if (!object.document || !kustomizeNames.some(name => fileNameOf(object.path) === name)) continue
      yield {
        place: object.placeOf(['apiVersion']),
        message: `${fileNameOf(object.path)} is the name of a file for kustomize, and holds ${named(object)} of ${object.apiVersion}`,
        advice: 'give the file another name',
      }
    }
  },
}

const twice: LintRule = {
  code: 'OBJECT_TWICE',
  severity: 'error',
  title: 'A kustomization has the same object twice',
  why: 'kustomize refuses to build it: "may not add resource with an already registered id".',
  bad: {
    'kustomization.yaml': `${HEAD}resources:\n- a.yaml\n- b.yaml\n`,
    'a.yaml': CONFIG_MAP,
    'b.yaml': CONFIG_MAP,
  },
  good: {
    'kustomization.yaml': `${HEAD}resources:\n- a.yaml\n- b.yaml\n`,
    'a.yaml': CONFIG_MAP,
    'b.yaml': CONFIG_MAP.replace('name: app', 'name: other'),
  },
  *check({ kustomizations, builder }) {
    for (const file of kustomizations) {
      const seen = new Map<string, LintObject>()
      for (const { object, name, namespace, isPatched } of builder.kustomization(file).objects) {
        // A patch may give it another name.
        if (name === '' || object.isHashed || isPatched) continue
        const key = `${object.apiVersion}/${object.kind}/${namespace}/${name}`
        const known = seen.get(key)
        seen.set(key, known ?? object)
        if (known === undefined) continue
        yield {
          place: placeOfObject(object),
          message: `${named({ kind: object.kind, name, namespace })} is twice in ${file.path}; the first is in ${shownPlace(placeOfObject(known))}`,
        }
      }
    }
  },
}

const lostPatch: LintRule = {
  code: 'PATCH_TARGET_MISSING',
  severity: 'error',
  title: 'A patch is for an object that the kustomization does not have',
  why: 'kustomize fails: "no matches for Id". A patch without a target must have the API version of its object, too. Judged if all resources of the kustomization are in this repository.',
  bad: {
    'kustomization.yaml': `${HEAD}resources:\n- app.yaml\npatches:\n- patch: |\n    apiVersion: v1\n    kind: ConfigMap\n    metadata: {name: apps}\n    data: {mode: a}\n`,
    'app.yaml': CONFIG_MAP,
  },
  good: {
    'kustomization.yaml': `${HEAD}resources:\n- app.yaml\npatches:\n- patch: |\n    apiVersion: v1\n    kind: ConfigMap\n    metadata: {name: app}\n    data: {mode: a}\n`,
    'app.yaml': CONFIG_MAP,
  },
  *check({ kustomizations, builder, isWhole, flux }) {
    if (!isWhole) return
    // Flux adds components to the kustomization of a folder, and what they hold can be patched there.
    const open = new Set(flux.flatMap(({ object, folder }) => (hasComponents(object) ? [folder] : [])))
    for (const file of kustomizations.filter(({ folder }) => !open.has(folder)))
      for (const { place, kind, name, version } of builder.kustomization(file).lostPatches)
        yield {
          place,
          message: `the patch is for ${kind} ${name}, which is ${version === undefined ? 'not among the resources' : 'there with another API version'}`,
          advice: version === undefined ? undefined : `write apiVersion: ${version}`,
        }
  },
}

function hasComponents({ content }: LintObject): boolean {
  return Array.isArray(partOf(content, 'spec')['components'])
}

const hashedName: LintRule = {
  code: 'GENERATED_NAME',
  severity: 'error',
  title: 'An object names a generated ConfigMap or Secret whose real name has a hash',
  why: 'kustomize adds a hash to the names of generated objects, and does not update these references: the name is never found.',
  bad: {
    'kustomization.yaml': `${HEAD}namespace: apps\nresources:\n- release.yaml\nconfigMapGenerator:\n- name: app-values\n  literals:\n  - values.yaml=a\n`,
    'release.yaml': release('app-values'),
  },
  good: {
    'kustomization.yaml': `${HEAD}namespace: apps\nresources:\n- release.yaml\nconfigMapGenerator:\n- name: app-values\n  literals:\n  - values.yaml=a\n  options:\n    disableNameSuffixHash: true\n`,
    'release.yaml': release('app-values'),
  },
  *check({ kustomizations, tops, flux, builder, objects }) {
    // A configuration may teach kustomize the reference: where a folder is not built by itself, one above it.
    const isTaught = kustomizations.some(({ fields }) => fields['configurations'] !== undefined)
    const applied = flux.flatMap(({ folder, build }) => {
      const file = build && folder !== undefined ? builder.kustomizationIn(folder) : undefined
      return file ? [file] : []
    })
    const built = new Set([...applied, ...(isTaught ? [] : tops.map(({ file }) => file))])
    const known = new Set(
      objects.filter(({ isHashed }) => !isHashed).map(({ kind, name }) => `${kind}/${name}`),
    )
    for (const file of built) {
      const { objects: all } = builder.kustomization(file)
      const hashed = new Map(
        all
          .filter(({ object }) => object.isHashed)
          .map(({ object }) => [`${object.kind}/${object.name}`, object]),
      )
      if (hashed.size === 0) continue
      const references = all
        .filter(({ isPatched }) => !isPatched)
        .flatMap(({ object }) => referencesOf(object))
      for (const { object, ref, path } of references) {
        const [kind, name] = [textIn(ref, 'kind'), textIn(ref, 'name')]
        if (!hashed.has(`${kind}/${name}`) || known.has(`${kind}/${name}`)) continue
        yield {
          place: object.placeOf([...path, 'name']),
          message: `${named(object)} names ${kind} ${name}, to whose name kustomize adds a hash`,
          advice: 'set options.disableNameSuffixHash: true in its generator',
        }
      }
    }
  },
}

/** Where an object names a ConfigMap or Secret in a way that kustomize does not know. */
function referencesOf(object: LintObject) {
  const spec = partOf(object.content, 'spec')
  const isSet = object.kind === 'ClusterResourceSet'
  const lists = [
    { items: itemsIn(spec, 'valuesFrom'), path: ['spec', 'valuesFrom'] },
    {
      items: itemsIn(partOf(spec, 'postBuild'), 'substituteFrom'),
      path: ['spec', 'postBuild', 'substituteFrom'],
    },
    { items: isSet ? itemsIn(spec, 'resources') : [], path: ['spec', 'resources'] },
  ]
  return lists.flatMap(({ items, path }) =>
    items.map((ref, index) => ({ object, ref, path: [...path, index] })),
  )
}

function release(name: string): string {
  return `apiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\nmetadata: {name: app}\nspec:\n  interval: 10m\n  chartRef: {kind: OCIRepository, name: app}\n  valuesFrom:\n  - kind: ConfigMap\n    name: ${name}\n`
}

/** What kustomize refuses to build. */
export const kustomizeRules: RuleFamily = {
  title: 'Kustomize',
  rules: [missingFile, noKustomization, cycle, unknownField, otherKind, twice, lostPatch, hashedName],
}
