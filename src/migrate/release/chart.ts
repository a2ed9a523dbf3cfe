import { type HclAttribute, attributeOf, type Body } from '../hcl/body.ts'
import { evaluate } from '../evaluate/evaluate.ts'
import { hasMark } from '../evaluate/holes.ts'
import type { HclScope } from '../evaluate/scope.ts'
import { textOfValue } from '../evaluate/text-of-value.ts'
import { isUnknown } from '../evaluate/value.ts'
import { type PlacedReason, reasonAt } from './reason.ts'

/** A chart as an add-on names it. */
export interface ReleaseChart {
  readonly url: string
  /** Only for a repository that is no registry. */
  readonly name?: string
  /** A version, or a range of versions; `*` for the newest. */
  readonly version: string
}

/** A text of a block: what it is, or why it cannot be used. */
export type TextReading =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'absent' }
  | { readonly kind: 'fault'; readonly fault: PlacedReason }

/** Reads an attribute that must be known, because it goes to Git as it is. */
export function knownText(body: Body, name: string, scope: HclScope): TextReading {
  const attribute = attributeOf(body, name)
  if (!attribute) return { kind: 'absent' }
  const value = evaluate(attribute.value, scope)
  if (value === null || value === '') return { kind: 'absent' }
  if (isUnknown(value)) return fault(attribute, `${name} is known only to Terraform: ${value.hole.reason}`)
  const text = textOfValue(value)
  if (text === undefined) return fault(attribute, `${name} is no text`)
  if (hasMark(text)) {
    const part = scope.holes.parts(text).find(one => one.kind === 'hole')
    const why = part?.kind === 'hole' ? `: ${part.hole.reason}` : ''
    return fault(attribute, `a part of ${name} is known only to Terraform${why}`)
  }
  return { kind: 'text', text }
}

function fault(attribute: HclAttribute, words: string): TextReading {
  return { kind: 'fault', fault: reasonAt(attribute, words) }
}

interface ChartTexts {
  readonly chart: string
  readonly repository: string | undefined
  readonly version: string | undefined
  readonly devel: boolean
}

/** Where Flux finds a chart, or why it cannot. */
export function releaseChartOf({ chart, repository, version, devel }: ChartTexts): ReleaseChart | string {
  const range = version ?? (devel ? '>0.0.0-0' : '*')
  if (chart.startsWith('oci://')) return { url: withoutSlash(chart), version: range }
  if (/^https?:\/\//.test(chart))
    return 'the chart is the address of one archive: Flux takes charts from repositories and registries'
  if (isLocal(chart)) {
    return 'the chart is a folder or a file of the Terraform configuration: Flux cannot read it there; publish it to a registry first'
  }
  if (repository === undefined)
    return 'no repository is given: where Helm on the machine of Terraform finds the chart is not known here'
  if (repository.startsWith('oci://')) return { url: `${withoutSlash(repository)}/${chart}`, version: range }
  if (!/^https?:\/\//.test(repository)) return 'the repository is neither https://, http:// nor oci://'
  if (/^https?:\/\/[^/@]*@/.test(repository))
    return 'the address of the repository has credentials in it: give them as repository_username and repository_password'
  return { url: repository, name: chart, version: range }
}

function isLocal(chart: string): boolean {
  return /^\.{0,2}\//.test(chart) || chart.endsWith('.tgz') || /^[^/]+\/[^/]+\//.test(chart)
}

function withoutSlash(url: string): string {
  return url.replace(/\/+$/, '')
}
