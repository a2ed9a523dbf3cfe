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
  // Given up by its caller long before the server gets to see it.
  lateWrite: onWrites(random => ({
    kind: 'delay',
    at: 'before',
    milliseconds: 11_000 + below(random, 30_000),
  })),
  jumpClock: {
    make: random => ({ kind: 'jump', at: 'before', milliseconds: below(random, 14_400_000) - 7_200_000 }),
    // Not often: it is wrong for as long as it takes until the next.
    meets: call => call.number % 50 === 0,
  },
  expiredList: {
    make: () => ({ kind: 'fail', at: 'before', code: 'Gone', status: 410 }),
    meets: call => call.op === 'list',
  },
  expiredToken: {
    make: () => ({ kind: 'fail', at: 'before', code: 'Unauthorized', status: 401 }),
    meets: call => call.server !== undefined && call.server !== 'management',
  },
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
  'lateWrite',
  'jumpClock',
  'expiredList',
  'expiredToken',
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

/** Every kind of fault, in a fixed order. @internal */
export const faultNames: readonly FaultName[] = [...callFaultNames, ...deliveryFaultNames]

/**
 * Faults by rate, decided by a stream of numbers; each is told by its name.
 *
 * Each kind has its own stream: leaving one out does not move the others.
 */
export function seededPlan(
  random: Random,
  rates: FaultRates,
  tell: (name: FaultName) => void = () => undefined,
): FaultPlan {
  const streams = new Map(faultNames.map(name => [name, forkRandom(random)]))
  const drawn = <Name extends FaultName>(names: readonly Name[]) =>
    names.flatMap(name => {
      const [rate = 0, stream = random] = [rates[name], streams.get(name)]
      return rate > 0 ? [{ name, rate, stream }] : []
    })
  const [calls, deliveries] = [drawn(callFaultNames), drawn(deliveryFaultNames)]
  return {
    onCall: call => {
      // All are asked, whoever is first, so that each continues as it would alone.
      let hit: (typeof calls)[number] | undefined
      for (const each of calls)
        if (callFaults[each.name].meets(call) && each.stream() < each.rate) hit ??= each
      if (hit === undefined) return undefined
      tell(hit.name)
      return callFaults[hit.name].make(hit.stream)
    },
    onDeliver: () => {
      let hit: (typeof deliveries)[number] | undefined
      for (const each of deliveries) if (each.stream() < each.rate) hit ??= each
      if (hit === undefined) return undefined
      tell(hit.name)
      return deliveryFaults[hit.name](hit.stream)
    },
  }
}

/** A random choice of kinds with random rates, up to `most` each: all faults at once would hide what few of them show. */
export function swarmRates(random: Random, most: number): FaultRates {
  const chosen = faultNames.filter(() => random() < 0.4)
  return ratesOf(random, chosen, most)
}

/**
 * Random rates for kinds that were chosen, up to `most` each. Each has its own rate, whichever others there are.
 *
 * @internal
 */
export function ratesOf(random: Random, chosen: readonly FaultName[], most: number): FaultRates {
  const rates = faultNames.map(name => [name, random() * most] as const)
  return Object.fromEntries(rates.filter(([name]) => chosen.includes(name)))
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
