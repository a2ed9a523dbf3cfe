import { lineOfAbsent, nameOf, sentenceOf } from '../claim.ts'
import type { CauseRule } from '../guide.ts'
import type { Inquiry } from '../inquiry.ts'
import { conditionsOf, type SeenRef, type SeenCondition, type SeenObject } from '../seen-object.ts'
import { commit, refresh } from '../show/commands.ts'
import { claimFailure } from './claim-failure.ts'
import { sourceTable } from './flux-tables.ts'
import { releaseOf } from './known-of.ts'

/** A source that an object of Flux names and that does not exist. */
export const fluxSourceMissing: CauseRule = ({ ref, object, via, isServed }, inquiry) => {
  if (object || !via || !isServed) return undefined
  const user = madeFor(via, inquiry) ?? via
  return {
    reason: 'FluxSourceMissing',
    sentence: sentenceOf(`${nameOf(user)} uses ${nameOf(ref)}, which does not exist`),
    evidence: [lineOfAbsent(ref)],
    next: [
      commit(`Deliver ${nameOf(ref)}, or correct the sourceRef of ${nameOf(user)}`),
      refresh(inquiry.facts),
    ],
  }
}

function madeFor(chart: SeenRef, inquiry: Inquiry): SeenRef | undefined {
  const found = chart.kind === 'HelmChart' ? inquiry.find(chart) : undefined
  return found === undefined || typeof found === 'string' ? undefined : releaseOf(found)
}

/** A source that cannot be fetched, verified, built or kept. */
export const sourceFailed: CauseRule = ({ object }, inquiry) => {
  const condition = object && failureOf(object)
  if (!object || !condition) return undefined
  return claimFailure({ object, condition, cause: 'FluxSourceFailed' }, sourceTable, inquiry)
}

// What says most comes first; Ready and Stalled only repeat it.
const failures: readonly (readonly [type: string, status: string])[] = [
  ['FetchFailed', 'True'],
  ['IncludeUnavailable', 'True'],
  ['BuildFailed', 'True'],
  ['StorageOperationFailed', 'True'],
  ['SourceVerified', 'False'],
  ['Stalled', 'True'],
  ['Ready', 'False'],
]

function failureOf(object: SeenObject): SeenCondition | undefined {
  const conditions = conditionsOf(object)
  for (const [type, status] of failures) {
    const found = conditions.find(one => one.type === type && one.status === status)
    if (found) return found
  }
  return undefined
}
