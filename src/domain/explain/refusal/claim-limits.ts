import { itemsIn, partOf, textIn } from '../../object/fields.ts'
import { formatQuantity } from '../../quantity/format-quantity.ts'
import { parseQuantity } from '../../quantity/parse-quantity.ts'
import { QuantityError } from '../../quantity/quantity-error.ts'
import { addQuantities, compareQuantities } from '../../quantity/quantity.ts'
import { type Claim, lineOf, nameOf, sentenceOf } from '../claim.ts'
import type { Inquiry } from '../inquiry.ts'
import type { SeenObject } from '../seen-object.ts'
import { commit, kubectlDescribe, makeAgain, patchObject } from '../show/commands.ts'
import type { Proven } from './claim-refusal.ts'
import { type Amounts, setAmounts, templateOf } from '../workload/set-amounts.ts'
import type { Bound, ApiRefusal, MissingAmounts } from './read-refusal.ts'

type Of<Is extends ApiRefusal['is']> = Extract<ApiRefusal, { readonly is: Is }>

const bounds = { max: 'at most', min: 'at least', maxLimitRequestRatio: 'a ratio of at most' } as const

/** A LimitRange that does not let pods be as they are. */
export function outOfBounds(refusal: Of<'limit'>, { about, line }: Proven, inquiry: Inquiry): Claim {
  const { facts } = inquiry
  const [bound] = refusal.bounds
  const ranges = rangesOf(about.namespace, about.on, inquiry)
  const patches = refusal.bounds.flatMap(one => patchesFor(one, ranges))
  const range = ranges.find(one => patchesFor(bound, [one]).length > 0)
  const who = range ? nameOf(range.ref) : `A LimitRange of namespace "${about.namespace ?? ''}"`
  const text = `Change ${range ? nameOf(range.ref) : 'the LimitRange'}, or the resources of ${nameOf(about)}`
  const own = patches.filter(({ of }) => of === range?.ref.name).map(({ patch }) => patch)
  return {
    reason: 'AdmissionRefused',
    sentence: sentenceOf(
      `${who} allows ${bounds[bound.end]} ${bound.allowed} ${bound.resource} per ${bound.per}, but ${nameOf(about)} ${asks(bound)}`,
    ),
    evidence: range ? [line, lineOf(range, `${bound.end} of ${bound.resource} is ${bound.allowed}`)] : [line],
    next: [
      range && own.length > 0
        ? patchObject(text, range.ref, { facts, patch: own, type: 'json' })
        : commit(text),
      ...makeAgain(about, facts),
      ...(range ? [kubectlDescribe(range.ref, facts)] : []),
      kubectlDescribe(about, facts),
    ],
  }
}

function asks({ given, end }: Bound): string {
  if (given === undefined) return 'sets none'
  return end === 'maxLimitRequestRatio' ? `has ${Number(given)}` : `requests ${given}`
}

function rangesOf(namespace = '', on: SeenObject['ref']['on'], inquiry: Inquiry): readonly SeenObject[] {
  const list = inquiry.list({ on, apiVersion: 'v1', kind: 'LimitRange', namespace })
  return list.kind === 'listed' ? list.objects : []
}

interface RangePatch {
  readonly of: string
  readonly patch: { readonly op: 'replace' | 'remove'; readonly path: string; readonly value?: string }
}

// The bound as it stands in a LimitRange, moved so far that what was refused fits.
function patchesFor(bound: Bound, ranges: readonly SeenObject[]): readonly RangePatch[] {
  const { end, resource, per, allowed, given } = bound
  return ranges.flatMap(({ ref, fields }) =>
    itemsIn(partOf(fields, 'spec'), 'limits').flatMap((item, index) => {
      if (textIn(item, 'type') !== per || !isSame(partOf(item, end)[resource], allowed)) return []
      const path = `/spec/limits/${index}/${end}/${resource.replaceAll('~', '~0').replaceAll('/', '~1')}`
      const isMoved = given !== undefined && end !== 'maxLimitRequestRatio'
      const patch = isMoved
        ? ({ op: 'replace', path, value: given } as const)
        : ({ op: 'remove', path } as const)
      return [{ of: ref.name, patch }]
    }),
  )
}

function isSame(a: unknown, b: string): boolean {
  if (typeof a !== 'string' && typeof a !== 'number') return false
  try {
    return compareQuantities(parseQuantity(String(a)), parseQuantity(b)) === 0
  } catch (error) {
    if (error instanceof QuantityError) return false
    throw error
  }
}

const examples: Readonly<Record<string, string>> = { cpu: '500m', memory: '256Mi' }

/** A quota that takes only pods that say how much they need. */
export function amountsMissing(
  { quota, unsaid }: Of<'unsaid'>,
  { about, line }: Proven,
  inquiry: Inquiry,
): Claim {
  const { facts } = inquiry
  const ref = { ...about, apiVersion: 'v1', kind: 'ResourceQuota', name: quota }
  const wanted = [...new Set(unsaid.map(({ resource }) => resource))].toSorted()
  return {
    reason: 'AdmissionRefused',
    sentence: sentenceOf(
      `${nameOf(ref)} accepts only pods that set ${wanted.join(' and ')}, which ${nameOf(about)} does not`,
    ),
    evidence: [line],
    next: [
      setAmounts(`Set ${wanted.join(' and ')} in ${nameOf(about)}, for example as shown`, about, {
        amounts: amountsFor(unsaid, inquiry.find(about)),
        facts,
      }),
      kubectlDescribe(ref, facts),
    ],
  }
}

// A limit below what is requested would be refused as well.
function amountsFor(
  unsaid: readonly MissingAmounts[],
  maker: ReturnType<Inquiry['find']>,
): ReadonlyMap<string, Amounts> {
  const template = typeof maker === 'string' ? {} : templateOf(maker)
  const all = [...itemsIn(template, 'containers'), ...itemsIn(template, 'initContainers')]
  const amounts = new Map<string, Amounts>()
  for (const { resource, containers } of unsaid) {
    const [part = '', what = ''] = resource.includes('.') ? resource.split('.', 2) : ['requests', resource]
    for (const name of containers) {
      const own = all.find(one => textIn(one, 'name') === name) ?? {}
      const requested = textIn(partOf(partOf(own, 'resources'), 'requests'), what)
      const set = amounts.get(name) ?? {}
      const amount = requested || (examples[what] ?? '1Gi')
      amounts.set(name, { ...set, [part]: { ...set[part], [what]: amount } })
    }
  }
  return amounts
}

/** So much that what was refused, so many times, fits beside what is there; undefined if that is not known. */
export function claimRoomFor(
  asked: Of<'quota'>['asked'],
  times: (resource: string) => number,
): Readonly<Record<string, string>> | undefined {
  const amounts = Object.entries(asked)
  if (amounts.length === 0) return undefined
  try {
    return Object.fromEntries(
      amounts.map(([resource, [used, requested]]) => [resource, sum(used, requested, times(resource))]),
    )
  } catch (error) {
    if (error instanceof QuantityError) return undefined
    throw error
  }
}

function sum(used: string, requested: string, times: number): string {
  const [start, more] = [parseQuantity(used), parseQuantity(requested)]
  const { digits } = more
  const all = { ...more, digits: digits * BigInt(times), text: undefined }
  return formatQuantity(addQuantities(start, all))
}
