import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { publishedFacts } from './facts/facts-by-component.ts'
import { judgeComponent } from './judge-component.ts'
import { KUBERNETES, orderUpgrade, type UpgradeMove } from './order-upgrade.ts'

function courseOf(kubernetes: string | undefined, on: string, wanted: string) {
  const { moves, stop, unknown } = orderUpgrade(
    {
      namespace: 'prod',
      name: 'blue',
      kubernetes,
      components: pairs(on, ' ').map(([component, version]) => ({ component, version, places: [] })),
    },
    new Map(pairs(wanted, '=')),
    publishedFacts,
  )
  return {
    moves: moves.map(shown),
    stop: stop && [shown(stop.before), ...stop.reasons.map(({ sentence }) => sentence)],
    unknown,
  }
}

function pairs(text: string, sign: string): (readonly [string, string])[] {
  return text.split(', ').map(one => {
    const [name = '', version = ''] = one.split(sign)
    return [name, version] as const
  })
}

function shown({ component, from, to }: UpgradeMove): string {
  return `${component} ${from} -> ${to}`
}

describe('An upgrade', () => {
  const cases: readonly {
    name: string
    from: readonly [kubernetes: string, on: string, wanted: string]
    want: ReturnType<typeof courseOf>
  }[] = [
    {
      name: 'raises what Kubernetes needs before it, and Kubernetes by minor releases',
      from: ['v1.34.2', 'karpenter 1.8.2', 'kubernetes=1.36, karpenter=1.14.1'],
      want: {
        moves: ['karpenter 1.8.2 -> 1.14.1', 'kubernetes v1.34.2 -> 1.35', 'kubernetes 1.35 -> 1.36'],
        stop: undefined,
        unknown: [],
      },
    },
    {
      name: 'raises what needs the new Kubernetes behind it',
      from: ['v1.34.2', 'flux 2.9.4', 'flux=2.10.0, kubernetes=1.35.2'],
      want: {
        moves: ['kubernetes v1.34.2 -> 1.35.2', 'flux 2.9.4 -> 2.10.0'],
        stop: undefined,
        unknown: [],
      },
    },
    {
      name: 'raises each when its turn comes',
      from: ['v1.34.2', 'flux 2.9.4, karpenter 1.8.2', 'flux=2.10.0, karpenter=1.13.0, kubernetes=1.36.1'],
      want: {
        moves: [
          'karpenter 1.8.2 -> 1.13.0',
          'kubernetes v1.34.2 -> 1.35',
          'flux 2.9.4 -> 2.10.0',
          'kubernetes 1.35 -> 1.36.1',
        ],
        stop: undefined,
        unknown: [],
      },
    },
    {
      name: 'stops before what is not supported, with the sentence of the controller',
      from: ['v1.35.4', 'flux 2.9.4, karpenter 1.14.1', 'kubernetes=1.37'],
      want: {
        moves: ['kubernetes v1.35.4 -> 1.36'],
        stop: ['kubernetes 1.36 -> 1.37', 'Karpenter 1.14 needs Kubernetes 1.36 or older'],
        unknown: [],
      },
    },
    {
      name: 'stops before a component that needs a newer Kubernetes than is wanted',
      from: ['v1.33.6', 'flux 2.8.8', 'flux=2.9.4'],
      want: {
        moves: [],
        stop: ['flux 2.8.8 -> 2.9.4', 'Flux 2.9 needs Kubernetes 1.34 or newer'],
        unknown: [],
      },
    },
    {
      name: 'continues where something was not supported before, if nothing gets worse',
      from: ['v1.33.6', 'flux 2.9.4', 'kubernetes=1.34.1'],
      want: { moves: ['kubernetes v1.33.6 -> 1.34.1'], stop: undefined, unknown: [] },
    },
    {
      name: 'continues where something is not supported before and after, if nothing is added',
      from: ['v1.33.6', 'flux 2.10.0', 'kubernetes=1.34.1'],
      want: { moves: ['kubernetes v1.33.6 -> 1.34.1'], stop: undefined, unknown: [] },
    },
    {
      name: 'says what is not known on the way',
      from: ['v1.36.1', 'flux 2.9.4', 'kubernetes=1.37'],
      want: {
        moves: ['kubernetes v1.36.1 -> 1.37'],
        stop: undefined,
        unknown: ['Flux 2.9 is tested on Kubernetes 1.34 to 1.36, not on 1.37'],
      },
    },
    {
      name: 'has nothing to do where all is there, or newer',
      from: ['v1.36.1', 'flux v2.9.4', 'kubernetes=1.35, flux=2.9.4, karpenter=1.14.1'],
      want: { moves: [], stop: undefined, unknown: [] },
    },
  ]
  test.for(cases)('$name', ({ from, want }) => expect(courseOf(...from)).toEqual(want))
})

const flux = ['2.6.4', '2.7.5', '2.8.8', '2.9.4', '2.10.0']
const karpenter = ['1.5.0', '1.6.2', '1.8.2', '1.9.0', '1.13.0', '1.14.1']
const kubernetes = ['1.32', '1.33', '1.34', '1.35', '1.36']

function isSupported([k = 0, f = 0, p = 0]: readonly number[]): boolean {
  return [
    { component: 'flux', version: flux[f] ?? '' },
    { component: 'karpenter', version: karpenter[p] ?? '' },
  ].every(one => judgeComponent(one, kubernetes[k] ?? '').verdict !== 'unsupported')
}

/** Whether any order leads from one state to the other through states in which everything is supported. */
function canGet(
  from: readonly number[],
  to: readonly number[],
  orders: readonly (readonly string[])[],
): boolean {
  const pending = [from]
  const seen = new Set<string>()
  for (let state = pending.pop(); state; state = pending.pop()) {
    if (state.join() === to.join()) return true
    if (seen.has(state.join())) continue
    seen.add(state.join())
    for (const index of orders.keys()) {
      if (state[index] === to[index]) continue
      const next = state.with(index, index === 0 ? (state[0] ?? 0) + 1 : (to[index] ?? 0))
      if (isSupported(next)) pending.push(next)
    }
  }
  return false
}

test('An order is found exactly when there is one', () => {
  const orders = [kubernetes, flux, karpenter]
  const state = fc.tuple(fc.nat(4), fc.nat(4), fc.nat(5))
  const property = fc.property(state, state, (one, other) => {
    const from = one.map((at, index) => Math.min(at, other[index] ?? at))
    const to = one.map((at, index) => Math.max(at, other[index] ?? at))
    const [k = 0, f = 0, p = 0] = from
    const at = { flux: flux[f] ?? '', karpenter: karpenter[p] ?? '' }
    const isClean = Object.entries(at).every(
      ([component, version]) =>
        judgeComponent({ component, version }, kubernetes[k] ?? '').verdict !== 'unsupported',
    )
    fc.pre(isClean)
    const wanted = new Map([
      [KUBERNETES, kubernetes[to[0] ?? 0] ?? ''],
      ['flux', flux[to[1] ?? 0] ?? ''],
      ['karpenter', karpenter[to[2] ?? 0] ?? ''],
    ])
    const cluster = {
      namespace: 'a',
      name: 'a',
      kubernetes: kubernetes[k] ?? '',
      components: Object.entries(at).map(([component, version]) => ({ component, version, places: [] })),
    }
    const { stop } = orderUpgrade(cluster, wanted, publishedFacts)
    expect(stop === undefined).toBe(canGet(from, to, orders))
  })
  fc.assert(property, { numRuns: 300 })
})
