/** An object as the API server gives and takes it. What a test wants to know of it, it reads itself. */
export interface KubeObject {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: Metadata
  readonly [field: string]: unknown
}

interface Metadata {
  readonly name: string
  readonly namespace?: string
  readonly uid?: string
  readonly resourceVersion?: string
  readonly generation?: number
  readonly labels?: Readonly<Record<string, string>>
  readonly annotations?: Readonly<Record<string, string>>
  readonly ownerReferences?: readonly OwnerReference[]
  readonly deletionTimestamp?: string
  readonly creationTimestamp?: string
  readonly finalizers?: readonly string[]
}

interface OwnerReference {
  readonly apiVersion: string
  readonly kind: string
  readonly name: string
  readonly uid: string
}

/** What names one object: enough to read or delete it. */
export interface ObjectRef {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: { readonly name: string; readonly namespace?: string }
}

/** Shorthand for an `ObjectRef`, in the order in which people say it. */
export function ref(apiVersion: string, kind: string, path: string): ObjectRef {
  const [name = '', namespace] = path.split('/').toReversed()
  return { apiVersion, kind, metadata: { name, ...(namespace === undefined ? {} : { namespace }) } }
}
