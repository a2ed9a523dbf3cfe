import { apiGroup } from '../object/api-group.ts'
import type { YamlValue } from '../yaml/yaml-value.ts'
import type { Place } from './pack-problem.ts'

/** The content of an object, as it was read. */
export type Content = Readonly<Record<string, YamlValue>>

/** One object of a source. */
export interface Manifest {
  readonly apiVersion: string
  readonly kind: string
  /** Empty for objects without one. */
  readonly namespace: string
  readonly name: string
  readonly content: Content
  /** Finds where it begins; only messages ask. */
  readonly place: () => Place
}

/** An object of this content, whatever of its name it has. */
export function manifestOf(content: Content, place: () => Place): Manifest {
  const metadata = contentIn(content, 'metadata')
  return {
    apiVersion: textOf(content, 'apiVersion'),
    kind: textOf(content, 'kind'),
    namespace: textOf(metadata, 'namespace'),
    name: textOf(metadata, 'name'),
    content,
    place,
  }
}

/** Names an object in a sentence: `Deployment flux-system/source-controller`. */
export function describeManifest({ kind, namespace, name }: ObjectName): string {
  return namespace === '' ? `${kind} ${name}` : `${kind} ${namespace}/${name}`
}

type ObjectName = Pick<Manifest, 'kind' | 'namespace' | 'name'>

/** What an object is known by on a cluster. Versions do not count: v1 and v1beta1 of a kind are the same object. */
export function identityOf({ apiVersion, ...rest }: ObjectName & Pick<Manifest, 'apiVersion'>): string {
  return `${apiGroup(apiVersion)}/${rest.kind}/${rest.namespace}/${rest.name}`
}

/** Whether an object is a Namespace. */
export function isNamespace({ apiVersion, kind }: Pick<Manifest, 'apiVersion' | 'kind'>): boolean {
  return kind === 'Namespace' && apiVersion === 'v1'
}

/** An object below a key, or an empty one. */
export function contentIn(content: Content, key: string): Content {
  const value = Object.hasOwn(content, key) ? content[key] : undefined
  return isContent(value) ? value : {}
}

/** Returns whether a value is an object. */
export function isContent(value: YamlValue | undefined): value is Content {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A text below a key, or an empty one. */
export function textOf(content: Content, key: string): string {
  const value = Object.hasOwn(content, key) ? content[key] : undefined
  return typeof value === 'string' ? value : ''
}

/** A label of an object, if it has it. */
export function labelOf({ content }: Pick<Manifest, 'content'>, label: string): string | undefined {
  const value = contentIn(contentIn(content, 'metadata'), 'labels')[label]
  return typeof value === 'string' ? value : undefined
}
