import type { Random } from '../../engine/clock.ts'
import { below, forkRandom, pick } from '../clock/seeded-random.ts'
import type { CallFacts, CallFault, DeliveryFault, FaultPlan } from './fault-plan.ts'

/** How often each kind of fault comes, from 0 to 1 of the calls or events that it can meet. */
export type FaultRates = Readonly<Partial<Record<FaultName, number>>>

/** The kinds of faults by name. */
export type FaultName = CallFaultName | DeliveryFaultName

type Make<Fault> = (random: Random) => Fault

const callFaults = {
  conflict: onWrites(() => ({ kind: 'fail', at: 'before', code: 'Conflict', status: 409 })),
  lostAnswer: onWrites(() => ({ kind: 'fail', at: 'after', code: 'Unreachable' })),
  lateAnswer: onWrites(() => ({ kind: 'hang', at: 'after' })),
  tooMany: always(random => ({
    kind: 'fail',
    at: 'before',
    code: 'TooManyRequests',
    status: 429,
    retryAfterSeconds: 1 + below(random, 5),
  })),
  serverError: always(() => ({ kind: 'fail', at: 'before', code: 'ServerError', status: 503 })),
  unreachable: always(() => ({ kind: 'fail', at: 'before', code: 'Unreachable' })),
  hang: always(() => ({ kind: 'hang', at: 'before' })),
  slow: always(random => ({
    kind: 'delay',
    at: pick(random, ['before', 'after']) ?? 'before',
    milliseconds: below(random, 5000),
  })),
  crash: onWrites(random => ({ kind: 'crash', at: pick(random, ['before', 'after']) ?? 'before' })),
} satisfies Record<string, { readonly make: Make<CallFault>; readonly meets: (call: CallFacts) => boolean }>

const deliveryFaults = {
  dropEvent: () => ({ kind: 'drop' }),
  duplicateEvent: () => ({ kind: 'duplicate' }),
  delayEvent: random => ({ kind: 'delay', milliseconds: below(random, 10_000) }),
  swapEvents: () => ({ kind: 'swap' }),
  cutWatch: () => ({ kind: 'cut' }),
  breakWatch: random => ({
    kind: 'break',
    code: pick(random, ['Unreachable', 'BadAnswer', 'Gone']) ?? 'Unreachable',
  }),
  stallWatch: () => ({ kind: 'stall' }),
} satisfies Record<string, Make<DeliveryFault>>

type CallFaultName = keyof typeof callFaults
type DeliveryFaultName = keyof typeof deliveryFaults

// In the order in which one call or event meets them: of two at once, the first counts.
const callFaultNames: readonly CallFaultName[] = [
  'crash',
  'conflict',
  'lostAnswer',
  'lateAnswer',
  'tooMany',
  'serverError',
  'unreachable',
  'hang',
  'slow',
]
const deliveryFaultNames: readonly DeliveryFaultName[] = [
  'dropEvent',
  'duplicateEvent',
  'delayEvent',
  'swapEvents',
  'cutWatch',
  'breakWatch',
  'stallWatch',
]

/** Every kind of fault, in a fixed order. */
export const faultNames: readonly FaultName[] = [...callFaultNames, ...deliveryFaultNames]

/** Faults by rate, decided by a stream of numbers. Each kind has its own stream: leaving one out does not move the others. */
export function seededPlan(random: Random, rates: FaultRates): FaultPlan {
  const streams = new Map(faultNames.map(name => [name, forkRandom(random)]))
  const isHit = (name: FaultName): boolean => (streams.get(name)?.() ?? 1) < (rates[name] ?? 0)
  const draw = (name: FaultName): Random => streams.get(name) ?? random
  return {
    onCall: call => {
      const hits = callFaultNames.filter(name => callFaults[name].meets(call) && isHit(name))
      return hits.map(name => callFaults[name].make(draw(name))).at(0)
    },
    onDeliver: () => {
      const hits = deliveryFaultNames.filter(isHit)
      return hits.map(name => deliveryFaults[name](draw(name))).at(0)
    },
  }
}

/** A random choice of kinds with random rates, up to `most` each: all faults at once would hide what few of them show. */
export function swarmRates(random: Random, most: number): FaultRates {
  return Object.fromEntries(
    faultNames.flatMap(name => {
      const [isIn, rate] = [random() < 0.4, random() * most]
      return isIn ? [[name, rate]] : []
    }),
  )
}

function onWrites(make: Make<CallFault>): {
  readonly make: Make<CallFault>
  readonly meets: (call: CallFacts) => boolean
} {
  return { make, meets: call => call.write !== undefined }
}

function always(make: Make<CallFault>): {
  readonly make: Make<CallFault>
  readonly meets: (call: CallFacts) => boolean
} {
  return { make, meets: () => true }
}
