import { type Entry, inventoryOf } from '../../domain/apply/inventory.ts'
import { type ApplyPlan, inventoryEntry, inventoryDuring, planCommit } from '../../domain/apply/plan-apply.ts'
import type { DesiredObject } from '../../domain/apply/read-desired.ts'
import type { ApplyRecord } from '../../domain/apply/record.ts'
import { identityOf } from '../../domain/pack/manifest.ts'
import type { ExitCode } from '../command/exit-code.ts'
import { applyObjects } from './apply-objects.ts'
import { deleteObjects } from './delete-objects.ts'
import type { RecordStore } from './record-store.ts'
import type { ApplyRun, ObjectResult } from './run-state.ts'

/** All that is needed to bring a cluster to a commit. */
export interface CarryOutOrder {
  readonly run: ApplyRun
  readonly records: RecordStore
  readonly record: ApplyRecord | undefined
  readonly head: string
  readonly cluster: string
  readonly desired: readonly DesiredObject[]
  readonly mode: 'difference' | 'everything'
}

/** What became of it. */
export interface CarriedOut {
  readonly results: readonly ObjectResult[]
  readonly isDone: boolean
  readonly exitCode: ExitCode
}

/**
 * Brings a cluster to a commit. Safe to be ended at any point: what may have been touched is in the record before it is.
 */
export async function carryOut(order: CarryOutOrder): Promise<CarriedOut> {
  const { run, records, record, desired, mode } = order
  const before = record?.inventory ?? new Map<string, Entry>()
  const plan = planCommit({ desired, inventory: before, mode })
  const isIdle = plan.applies.length + plan.deletes.length === 0
  const head = { cluster: order.cluster, commit: record?.commit }
  const during = inventoryDuring(before, plan)
  if (!run.isDryRun && !isIdle) await records.write({ ...head, attempt: order.head, inventory: during })

  const applied = await applyObjects(run, plan.applies)
  const isApplied = applied.every(({ action }) => action !== 'refused')
  // Whoever reads a removed object may be one of those that were refused.
  const deleted = isApplied ? await deleteObjects(run, plan.deletes) : []
  const results = [...plan.unchanged.map(unchanged), ...applied, ...deleted]
  const isDone = isApplied && deleted.every(({ code }) => code === undefined)
  if (run.isDryRun) return { results, isDone, exitCode: exitCodeOf(results) }

  const isNew = !isIdle || record?.commit !== order.head || record.attempt !== undefined
  const inventory = inventoryOf(entriesAfter(plan, { applied, deleted, isApplied }))
  if (isNew)
    await records.write({
      cluster: order.cluster,
      commit: isDone ? order.head : record?.commit,
      attempt: isDone ? undefined : order.head,
      inventory,
    })
  return { results, isDone, exitCode: exitCodeOf(results) }
}

function unchanged({ manifest }: DesiredObject): ObjectResult {
  return { object: manifest, action: 'unchanged' }
}

interface Outcome {
  readonly applied: readonly ObjectResult[]
  readonly deleted: readonly ObjectResult[]
  readonly isApplied: boolean
}

/** What the cluster may have now; certain is only what was applied. */
function entriesAfter(plan: ApplyPlan, { applied, deleted, isApplied }: Outcome): readonly Entry[] {
  const certain = new Set(
    applied.filter(({ action }) => action !== 'refused').map(({ object }) => identityOf(object)),
  )
  for (const { object, action } of applied) if (action === 'refused') certain.delete(identityOf(object))
  const gone = new Set(
    deleted.filter(({ action }) => action !== 'kept').map(({ object }) => identityOf(object)),
  )
  const left = plan.deletes.flat().filter(entry => !isApplied || !gone.has(identityOf(entry)))
  return [
    ...plan.unchanged.map(inventoryEntry),
    ...plan.applies.map(each =>
      certain.has(each.key) ? inventoryEntry(each) : { ...inventoryEntry(each), digest: undefined },
    ),
    ...left.map(entry => ({ ...entry, digest: undefined })),
  ]
}

function exitCodeOf(results: readonly ObjectResult[]): ExitCode {
  if (results.some(({ code }) => code === 'Forbidden')) return 4
  if (results.some(({ code }) => code !== undefined && code !== 'TooLate')) return 1
  return results.some(({ code }) => code === 'TooLate') ? 3 : 0
}
