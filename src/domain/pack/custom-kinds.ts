import { findBuiltInKind } from '../kinds/built-in-kinds.ts'
import { isContent, type Manifest, contentIn, textOf } from './manifest.ts'
import { apiGroup } from '../object/api-group.ts'

/** A kind that a CustomResourceDefinition of the pack brings. */
export interface CustomKind {
  readonly group: string
  readonly kind: string
  readonly plural: string
  readonly scope: string
  readonly definition: Manifest
}

/** Whether an object is a CustomResourceDefinition. */
export function isDefinition({ apiVersion, kind }: Pick<Manifest, 'apiVersion' | 'kind'>): boolean {
  return kind === 'CustomResourceDefinition' && apiGroup(apiVersion) === 'apiextensions.k8s.io'
}

/** The kinds that the CustomResourceDefinitions among these bring, by `group/kind`. */
export function customKinds(manifests: readonly Manifest[]): ReadonlyMap<string, CustomKind> {
  const kinds = manifests.filter(isDefinition).map(definition => {
    const spec = contentIn(definition.content, 'spec')
    const names = contentIn(spec, 'names')
    return {
      group: textOf(spec, 'group'),
      kind: textOf(names, 'kind'),
      plural: textOf(names, 'plural'),
      scope: textOf(spec, 'scope'),
      definition,
    }
  })
  return new Map(kinds.map(kind => [`${kind.group}/${kind.kind}`, kind]))
}

/** Finds the kind of an object among those of the pack. */
export function customKindOf(
  { apiVersion, kind }: Pick<Manifest, 'apiVersion' | 'kind'>,
  kinds: ReadonlyMap<string, CustomKind>,
): CustomKind | undefined {
  return kinds.get(`${apiGroup(apiVersion)}/${kind}`)
}

/** Whether objects of this kind live in a namespace; undefined when nobody here knows the kind. */
export function isNamespaced(
  manifest: Pick<Manifest, 'apiVersion' | 'kind'>,
  kinds: ReadonlyMap<string, CustomKind>,
): boolean | undefined {
  const scope =
    customKindOf(manifest, kinds)?.scope ??
    findBuiltInKind(apiGroup(manifest.apiVersion), manifest.kind)?.scope
  return scope === undefined ? undefined : scope === 'Namespaced'
}

/** Whether a CustomResourceDefinition asks a webhook for conversions and leaves its certificate to others. */
export function leavesConversionOpen({ content }: Manifest): boolean {
  const conversion = contentIn(contentIn(content, 'spec'), 'conversion')
  const client = contentIn(contentIn(conversion, 'webhook'), 'clientConfig')
  return isContent(conversion['webhook']) && textOf(client, 'caBundle') === ''
}

/** The versions that a CustomResourceDefinition serves. */
export function versionsOf({ content }: Manifest): readonly string[] {
  const versions = contentIn(content, 'spec')['versions']
  if (!Array.isArray(versions)) return []
  return versions
    .filter(isContent)
    .filter(version => version['served'] !== false)
    .map(version => textOf(version, 'name'))
}
