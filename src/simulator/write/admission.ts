import type { Resource } from '../../engine/api/api.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'

/** A write that waits for permission. */
interface AdmissionRequest {
  readonly resource: Resource
  readonly verb: 'create' | 'update' | 'delete'
  readonly subresource: 'status' | undefined
  readonly user: string
  /** What would be stored; for a deletion, what would go. */
  readonly object: KubeObject
  readonly before: KubeObject | undefined
}

/** Whether a write may continue, and with another object in its place if it is changed on the way. */
type Verdict =
  | { readonly allowed: true; readonly object?: KubeObject }
  | { readonly allowed: false; readonly message: string }

/** Stands for all policies and webhooks of a cluster. */
export type Admit = (request: AdmissionRequest) => Verdict
