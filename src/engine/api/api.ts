import type { Patience } from './patience.ts'
import type { KubeObject } from './kube-object.ts'

/** A kind as a server serves it. */
export interface Resource {
  readonly group: string
  readonly version: string
  readonly kind: string
  readonly plural: string
  readonly scope: 'Namespaced' | 'Cluster'
}

/** Group and version of a kind, as its objects name them. */
export function apiVersionOf({ group, version }: Pick<Resource, 'group' | 'version'>): string {
  return group === '' ? version : `${group}/${version}`
}

/** One object of a kind. The namespace is absent for kinds that have none. */
export interface ObjectRef {
  readonly resource: Resource
  readonly namespace?: string
  readonly name: string
}

/** Some objects of a kind. Without a namespace: of all. Selectors are in the API's own grammar. */
export interface Selection {
  readonly resource: Resource
  readonly namespace?: string
  readonly labels?: string
  readonly fields?: string
  /** Requests `metadata` alone, for objects whose content must not be read (Secrets). */
  readonly metadataOnly?: boolean
}

/** One page of a list. `continue` is absent on the last one. */
export interface Page {
  readonly items: readonly KubeObject[]
  readonly resourceVersion: string
  readonly continue?: string
}

/** What a watch says. A bookmark moves the version on and nothing else. */
export type WatchEvent =
  | { readonly type: 'ADDED' | 'MODIFIED' | 'DELETED'; readonly object: KubeObject }
  | { readonly type: 'BOOKMARK'; readonly resourceVersion: string }

/** Who is told what a watch says: event by event, and then its end. Must not throw. */
export interface WatchListener {
  readonly onEvent: (event: WatchEvent) => void
  /** Without an error the server ended it, which is normal; with one it broke. Not told after `end`. */
  readonly onEnd: (error: unknown) => void
}

/** A watch that has a listener. */
export interface OpenWatch {
  /** Tells nothing more, and reads nothing more from the server, until `resume`. */
  readonly pause: () => void
  readonly resume: () => void
  /** Tells nothing more, for good. */
  readonly end: () => void
}

/** What a call may take. Every call ends: by its answer, its deadline or its signal. */
export interface Call {
  readonly signal?: AbortSignal
  /** Ends the call with `Timeout`; adapters have a default. */
  readonly timeoutMs?: number
  /** What is left to wait with, for all calls of one piece of work together. Only `patientApi` looks at it. */
  readonly patience?: Patience
}

export interface PageCall extends Call {
  readonly limit?: number
  readonly continue?: string
}

export interface ApplyCall extends Call {
  readonly fieldManager: string
  /** Takes fields over from other managers. Only for fields that belong to the caller by contract. */
  readonly force?: boolean
  readonly subresource?: 'status'
  /** Answers with what would be stored, and stores nothing. */
  readonly dryRun?: boolean
}

export interface CreateCall extends Call {
  readonly fieldManager: string
}

export interface UpdateCall extends Call {
  readonly fieldManager: string
  readonly subresource?: 'status'
}

export interface DeleteCall extends Call {
  /** Delete only this very object. */
  readonly uid?: string
  readonly resourceVersion?: string
  /** Has what the object owns go after it, also for the kinds whose default is to leave it: Jobs. */
  readonly propagation?: 'Background'
}

/** One API server, as controllers see it. Adapters: real servers (src/kube) and the simulator. */
export interface Api {
  /** Reads one object, from the server's newest state. `NotFound` when it is not there. */
  readonly get: (ref: ObjectRef, call?: Call & { readonly metadataOnly?: boolean }) => Promise<KubeObject>
  /** Reads one page, from the server's newest state. */
  readonly list: (selection: Selection, call?: PageCall) => Promise<Page>
  /**
   * Follows a selection from a version on. Ends when the server ends it, which is normal; throws when it breaks.
   *
   * `Gone` means that the version is compacted away: list again.
   */
  readonly watch: (selection: Selection, resourceVersion: string, call?: Call) => AsyncIterable<WatchEvent>
  /**
   * The same for a listener, which is told nothing before this has returned. Nothing waits for the next event, so that
   * tens of thousands can be followed. Where it is absent `watch` is read instead.
   */
  readonly listen?: (selection: Selection, resourceVersion: string, listener: WatchListener) => OpenWatch
  readonly create: (resource: Resource, object: KubeObject, call: CreateCall) => Promise<KubeObject>
  /** Server-side apply. With `uid` and `resourceVersion` in the object, only onto that very version. */
  readonly apply: (resource: Resource, object: KubeObject, call: ApplyCall) => Promise<KubeObject>
  /** Replaces an object as it was read; its `resourceVersion` must still be the newest. */
  readonly update: (resource: Resource, object: KubeObject, call: UpdateCall) => Promise<KubeObject>
  readonly delete: (ref: ObjectRef, call?: DeleteCall) => Promise<void>
  /** The kinds of one group and version, fresh from the server. `NotServed` when it has no such group version. */
  readonly discover: (apiVersion: string, call?: Call) => Promise<readonly Resource[]>
  /** Whether the server says that it is ready (`/readyz`). */
  readonly isReady: (call?: Call) => Promise<boolean>
  /** The version of Kubernetes that the server says it is: `v1.36.3`, `v1.35.4-eks-1a2b3c4`. */
  readonly version: (call?: Call) => Promise<string>
}
