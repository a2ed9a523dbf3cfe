import { counted } from '../../domain/text/counted.ts'
import type { Io } from '../io/io.ts'
import { jsonDocument } from '../io/json-document.ts'
import { plainText } from '../terminal/text-width.ts'
import { type ObjectResult, describeObject } from './run-state.ts'

/** How a run ended, for programs. */
export interface ApplyReport {
  readonly cluster: string
  readonly commit: string
  /** The commit that the cluster had before; absent for none. */
  readonly before?: string
  readonly result: 'applied' | 'skipped' | 'failed'
  readonly dryRun: boolean
  /** How much was looked at: all, or only what changed. */
  readonly mode?: 'difference' | 'everything'
  readonly objects: readonly ObjectResult[]
}

/** Says what became of an object. What did not change is only counted. */
export function reportObject(io: Io, isDryRun: boolean): (result: ObjectResult) => void {
  return result => {
    const { action, note, place, object } = result
    if (action === 'unchanged' && note === undefined) return
    const why = note === undefined ? '' : `: ${note}`
    const where = place === undefined ? '' : ` (${place})`
    const dry = isDryRun ? ' (dry run)' : ''
    io.say(plainText(`${action} ${describeObject(object)}${dry}${why}${where}`))
  }
}

const order = ['created', 'configured', 'unchanged', 'deleted', 'kept', 'released', 'refused'] as const

/** `3 created, 1 deleted`; what there is none of is left out. */
export function countedActions(results: readonly ObjectResult[]): string {
  const words = order.flatMap(action => {
    const count = results.filter(result => result.action === action).length
    return count === 0 ? [] : [`${count} ${action}`]
  })
  return words.length === 0 ? `${counted(0, 'object')} changed` : words.join(', ')
}

/** A run as a document for programs: no values, only names. */
export function reportJson(report: ApplyReport): string {
  const objects = report.objects.map(({ object, action, note, place }) => ({
    apiVersion: object.apiVersion,
    kind: object.kind,
    ...(object.namespace === '' ? {} : { namespace: object.namespace }),
    name: object.name,
    action,
    ...(note === undefined ? {} : { message: note }),
    ...(place === undefined ? {} : { place }),
  }))
  return jsonDocument('ApplyReport', { ...report, objects })
}

/** A commit as people name it. */
export function shortCommit(commit: string): string {
  return commit.slice(0, 8)
}
