import { isFields, itemsIn, partOf, textIn } from '../../object/fields.ts'
import { resolved } from '../../apply/choose-files.ts'
import { type Build, type BuiltObject, type Builder, isTarget, targetsIn } from './build.ts'
import { folderOf, patchOf } from './kustomize-file.ts'
import { isUnfilled, type LintObject } from './lint-object.ts'

/** A Kustomization of Flux, and what it applies if that is in this repository. */
export interface FluxKustomization {
  readonly object: LintObject
  /** The folder that it applies, from the root of the repository; undefined if it cannot be told. */
  readonly folder: string | undefined
  /** Whether its source is this repository, as far as that can be told. */
  readonly isOwn: boolean
  /** What it builds to; undefined if the folder is not here. */
  readonly build: Build | undefined
}

/** Whether an object is a Kustomization of Flux. */
export function isFluxKustomization({ group, kind }: LintObject): boolean {
  return kind === 'Kustomization' && group === 'kustomize.toolkit.fluxcd.io'
}

/** Where the sources of Kustomizations are known to be this very repository. */
export interface OwnSources {
  /** Sources that are this repository for certain. */
  readonly certain: ReadonlySet<string>
  /** Sources from which at least one path is here. */
  readonly likely: ReadonlySet<string>
}

/** Names the source of a Kustomization. */
export function sourceKeyOf({ content }: LintObject): string {
  const ref = partOf(partOf(content, 'spec'), 'sourceRef')
  return `${textIn(ref, 'kind')}/${textIn(ref, 'name')}`
}

/** The folder that a Kustomization applies; undefined if something is still to be filled in, or it leads out. */
export function folderOfPath({ content }: LintObject): string | undefined {
  const path = textIn(partOf(content, 'spec'), 'path')
  if (isUnfilled(path)) return undefined
  return resolved('', path.replace(/^\/+/, ''))
}

interface Facts {
  readonly objects: readonly LintObject[]
  readonly hasFolder: (folder: string) => boolean
  /** The address of this repository, if fitout.yaml says it. */
  readonly url: string | undefined
}

/** Finds which sources are this repository. */
export function ownSources({ objects, hasFolder, url }: Facts): OwnSources {
  const certain = new Set<string>()
  const likely = new Set<string>()
  const defined = new Map<string, boolean>()
  for (const { group, kind, name, content, path } of objects) {
    const spec = partOf(content, 'spec')
    if (group === 'source.toolkit.fluxcd.io') {
      const isSame = url !== undefined && sameUrl(textIn(spec, 'url'), url)
      defined.set(`${kind}/${name}`, isSame)
      if (isSame) certain.add(`${kind}/${name}`)
    }
    const sync = partOf(spec, 'sync')
    if (kind !== 'FluxInstance' || textIn(sync, 'path') === '') continue
    const folder = resolved('', textIn(sync, 'path'))
    if (folder !== undefined && isAround(folder, path))
      certain.add(`${textIn(sync, 'kind')}/${textIn(sync, 'name', 'flux-system')}`)
  }
  for (const object of objects.filter(isFluxKustomization)) {
    const folder = folderOfPath(object)
    if (folder === undefined || !hasFolder(folder)) continue
    const key = sourceKeyOf(object)
    // It applies the folder that it is in itself.
    if (!object.host && folder !== '' && isAround(folder, object.path)) certain.add(key)
    // What `flux bootstrap` makes is not always in Git.
    if (key === 'GitRepository/flux-system' && defined.get(key) === undefined) likely.add(key)
  }
  return { certain, likely: new Set([...likely, ...certain]) }
}

function isAround(folder: string, path: string): boolean {
  const home = folderOf(path)
  return home === folder || home.startsWith(`${folder}/`)
}

function sameUrl(a: string, b: string): boolean {
  return a !== '' && plainUrl(a) === plainUrl(b)
}

function plainUrl(url: string): string {
  return url.replace(/^[a-z]+:\/\/(?:[^@/]*@)?/, '').replace(/(?:\.git)?\/?$/, '')
}

/** What a Kustomization applies: the build of its folder, with its own transformations. */
export function fluxBuild(object: LintObject, folder: string, builder: Builder): Build {
  const spec = partOf(object.content, 'spec')
  const build = builder.folder(folder)
  const targets = itemsIn(spec, 'patches').flatMap(item => {
    const { target, text } = patchOf(item, object.placeOf())
    if (target) return [target]
    return text === undefined ? [] : targetsIn(text, object.placeOf()).map(found => found.target)
  })
  const added = Array.isArray(spec['components']) && spec['components'].length > 0
  const namespace = textIn(spec, 'targetNamespace')
  const isPlain = targets.length === 0 && namespace === '' && !added
  if (isPlain) return build
  return {
    ...build,
    objects: build.objects.map(one => ({
      ...one,
      namespace: namespace === '' || isClusterScoped(one) ? one.namespace : namespace,
      isPatched: one.isPatched || added || targets.some(target => isTarget(one, target)),
    })),
  }
}

function isClusterScoped({ object }: BuiltObject): boolean {
  return (
    object.kind === 'Namespace' ||
    object.kind.startsWith('Cluster') ||
    object.kind === 'CustomResourceDefinition'
  )
}

/** The variables that a Kustomization fills in, or undefined if it fills in none. */
export function postBuildOf({ content }: LintObject): Readonly<Record<string, unknown>> | undefined {
  const postBuild = partOf(content, 'spec')['postBuild']
  if (!isFields(postBuild)) return undefined
  const hasVariables =
    Object.keys(partOf(postBuild, 'substitute')).length > 0 || itemsIn(postBuild, 'substituteFrom').length > 0
  return hasVariables || postBuild['substituteStrategy'] === 'Always' ? postBuild : undefined
}
