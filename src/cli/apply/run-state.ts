import type { Entry } from '../../domain/apply/inventory.ts'
import { qualifiedName } from '../../domain/object/qualified-name.ts'
import type { ApiErrorCode } from '../../engine/api/api-error.ts'
import type { Api } from '../../engine/api/api.ts'
import type { Clock } from '../../engine/clock.ts'
import type { ServedKinds } from './served-kinds.ts'

/** What became of one object. */
export interface ObjectResult {
  readonly object: Pick<Entry, 'apiVersion' | 'kind' | 'namespace' | 'name'>
  readonly action:
    | 'created'
    | 'configured'
    | 'unchanged'
    | 'deleted'
    /** Removed from Git, and still there: it stays in the record. */
    | 'kept'
    /** Removed from Git, and no longer ours: it leaves the record. */
    | 'released'
    | 'refused'
  readonly note?: string
  readonly code?: ApiErrorCode | 'TooLate'
  readonly place?: string
}

/** What all parts of a run share. */
export interface ApplyRun {
  readonly api: Api
  readonly kinds: ServedKinds
  readonly clock: Clock
  readonly signal: AbortSignal
  readonly owner: string
  readonly isDryRun: boolean
  /** When, by `clock.elapsed`, nothing is waited for any more. */
  readonly deadline: number
  readonly tell: (result: ObjectResult) => void
}

/** `Deployment flux-system/source-controller`. */
export function describeObject({ kind, namespace, name }: ObjectResult['object']): string {
  return `${kind} ${qualifiedName({ name, ...(namespace === '' ? {} : { namespace }) })}`
}

/** The run was asked to end. What it has done so far is in the record. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted'
}

/** Throws when the run was interrupted: between any two writes is a good place. */
export function checkStopped({ signal }: Pick<ApplyRun, 'signal'>): void {
  if (signal.aborted) throw new Interrupted('the run was interrupted')
}
