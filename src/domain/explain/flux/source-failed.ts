import { partOf, textIn } from '../../health/read-field.ts'
import { lineOf, lineOfAbsent, nameOf, sayCondition, sentenceOf } from '../claim.ts'
import type { Rule } from '../guide.ts'
import type { Inquiry } from '../inquiry.ts'
import {
  conditionOf,
  conditionsOf,
  labelsIn,
  type ObjectRef,
  type SeenCondition,
  type SeenObject,
} from '../object/seen-object.ts'
import { commit, describe, refresh } from '../show/commands.ts'

/** A source that an object of Flux names and that does not exist. */
export const sourceMissing: Rule = ({ ref, object, via, isServed }, inquiry) => {
  if (object || !via || !isServed) return undefined
  const user = releaseOf(via, inquiry) ?? via
  return {
    reason: 'FluxSourceMissing',
    sentence: sentenceOf(`${nameOf(user)} is made from ${nameOf(ref)}, which does not exist`),
    evidence: [lineOfAbsent(ref)],
    next: [
      commit(`Deliver ${nameOf(ref)}, or correct the sourceRef of ${nameOf(user)}`),
      refresh(inquiry.facts),
    ],
  }
}

// Nobody writes a HelmChart that helm-controller has made: what it is made from stands in the HelmRelease.
function releaseOf(chart: ObjectRef, inquiry: Inquiry): ObjectRef | undefined {
  const found = chart.kind === 'HelmChart' ? inquiry.find(chart) : undefined
  if (found === undefined || typeof found === 'string') return undefined
  const labels = labelsIn(found.fields)
  const [namespace, name] = ['namespace', 'name'].map(key => labels[`helm.toolkit.fluxcd.io/${key}`])
  if (namespace === undefined || name === undefined) return undefined
  return { on: chart.on, apiVersion: 'helm.toolkit.fluxcd.io/v2', kind: 'HelmRelease', namespace, name }
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
        : `${nameOf(object.ref)} cannot be fetched${troubleIn(failure.message)}`,
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

const troubles: readonly { readonly words: RegExp; readonly sentence: string }[] = [
  { words: /no such host/, sentence: 'nobody knows the name of its server' },
  { words: /connection refused|no route to host|i\/o timeout/, sentence: 'its server does not answer' },
  { words: /x509|certificate/, sentence: 'the certificate of its server is not trusted' },
  {
    words: /couldn't find remote ref|reference not found|unable to resolve commit/,
    sentence: 'its branch, tag or commit is not there',
  },
  { words: /\b404\b|repository not found|manifest unknown/i, sentence: 'there is nothing at its address' },
]

function troubleIn(message: string): string {
  const found = troubles.find(({ words }) => words.test(message))
  return found ? `: ${found.sentence}` : ''
}

const failures: ReadonlySet<string> = new Set(['FetchFailed', 'BuildFailed', 'StorageOperationFailed'])

// These say it in the positive: True is bad.
function failureOf(object: SeenObject): SeenCondition | undefined {
  const found = conditionsOf(object).find(({ type, status }) => failures.has(type) && status === 'True')
  const ready = conditionOf(object, 'Ready')
  return found ?? (ready?.status === 'False' ? ready : undefined)
}
