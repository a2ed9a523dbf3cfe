import { partOf, textIn } from '../../health/read-field.ts'
import { lineOf, lineOfAbsent, nameOf, sayCondition, sentenceOf } from '../claim.ts'
import type { Rule } from '../guide.ts'
import { conditionOf, conditionsOf, type SeenCondition, type SeenObject } from '../object/seen-object.ts'
import { commit, describe, refresh } from '../show/commands.ts'

/** A source that an object of Flux names and that does not exist. */
export const sourceMissing: Rule = ({ ref, object, via, isServed }, { facts }) => {
  if (object || !via || !isServed) return undefined
  return {
    reason: 'FluxSourceMissing',
    sentence: sentenceOf(`${nameOf(via)} is made from ${nameOf(ref)}, which does not exist`),
    evidence: [lineOfAbsent(ref)],
    next: [commit(`Deliver ${nameOf(ref)}, or correct the sourceRef of ${nameOf(via)}`), refresh(facts)],
  }
}

const chartReasons: ReadonlySet<string> = new Set(['InvalidChartReference', 'ChartPullError'])

/** A chart, or a version of it, that its repository does not have. */
export const chartMissing: Rule = ({ object }, { facts }) => {
  const failure = object && failureOf(object)
  if (!object || !failure || !chartReasons.has(failure.reason)) return undefined
  const spec = partOf(object.fields, 'spec')
  const [chart, version] = [textIn(spec, 'chart'), textIn(spec, 'version', '*')]
  return {
    reason: 'ChartMissing',
    sentence: sentenceOf(
      `Chart "${chart}" in version "${version}" cannot be had from ${textIn(partOf(spec, 'sourceRef'), 'name')}`,
    ),
    evidence: [lineOf(object, sayCondition(failure))],
    next: [commit(`Correct the name or version of chart "${chart}"`), refresh(facts)],
  }
}

/** A source that cannot be fetched. */
export const sourceFailed: Rule = ({ object }, { facts }) => {
  const failure = object && failureOf(object)
  if (!object || !failure) return undefined
  const isDenied =
    failure.reason === 'AuthenticationFailed' ||
    /authentication|unauthorized|401|403|denied/i.test(failure.message)
  const secret = textIn(partOf(partOf(object.fields, 'spec'), 'secretRef'), 'name')
  const whose = secret === '' ? 'no credentials are given' : `credentials are in Secret "${secret}"`
  return {
    reason: 'FluxSourceFailed',
    sentence: sentenceOf(
      isDenied
        ? `${nameOf(object.ref)} is refused by its server; ${whose}`
        : `${nameOf(object.ref)} cannot be fetched`,
    ),
    evidence: [lineOf(object, sayCondition(failure))],
    next: [
      isDenied
        ? { text: `Renew the credentials of ${nameOf(object.ref)}` }
        : commit(`Correct the address or the revision in ${nameOf(object.ref)}`),
      describe(object.ref, facts),
    ],
  }
}

const failures: ReadonlySet<string> = new Set(['FetchFailed', 'BuildFailed', 'StorageOperationFailed'])

// These say it in the positive: True is bad.
function failureOf(object: SeenObject): SeenCondition | undefined {
  const found = conditionsOf(object).find(({ type, status }) => failures.has(type) && status === 'True')
  const ready = conditionOf(object, 'Ready')
  return found ?? (ready?.status === 'False' ? ready : undefined)
}
