import { apiVersionOf, type ApplyCall, type Resource } from '../../engine/api/api.ts'
import type { ApiErrorCode, ApiError } from '../../engine/api/api-error.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'
import type { ManagerEntry, Writer } from '../fields/managers.ts'
import { type FieldSet, leaf } from '../fields/field-set.ts'
import type { Kind } from '../kinds/kind.ts'
import { refusal } from '../store/refusal.ts'
import type { Store } from '../store/store.ts'

/** One write on its way through the server. */
export interface Session {
  readonly store: Store
  readonly user: string
  readonly verb: 'create' | 'update' | 'apply' | 'delete'
  readonly kind: Kind
  readonly resource: Resource
  readonly namespace: string | undefined
  readonly name: string
  readonly subresource: 'status' | undefined
  /** Everything is checked, and nothing is stored. */
  readonly isDryRun?: boolean
}

/** Refuses a write, saying which. */
export function refuse(session: Session, code: ApiErrorCode, detail?: string): ApiError {
  return refusal(code, session, detail)
}

const statusAlone: FieldSet = { 'f:status': leaf }

/** The writer of a session, as the owners of fields are distinguished. */
export function writerOf(
  { store, kind, resource, subresource }: Session,
  { fieldManager }: Pick<ApplyCall, 'fieldManager'>,
  operation: ManagerEntry['operation'],
): Writer {
  return {
    manager: fieldManager,
    operation,
    apiVersion: apiVersionOf(resource),
    time: store.timestamp(),
    subresource,
    ignored: kind.hasStatus && subresource === undefined ? statusAlone : {},
  }
}

/** Whether what is wanted, as against what is, is one and the same: all but the head and, where that is apart, status. */
export function hasSameContent({ hasStatus }: Kind, one: KubeObject, other: KubeObject): boolean {
  const isSame = (name: string): boolean =>
    one[name] === other[name] ||
    name === 'apiVersion' ||
    name === 'kind' ||
    name === 'metadata' ||
    (name === 'status' && hasStatus)
  return Object.keys(one).every(isSame) && Object.keys(other).every(isSame)
}
