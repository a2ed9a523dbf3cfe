import { describe, expect, test } from 'vitest'
import { withOwnFacts } from '../../domain/compat/own-facts.ts'
import { VirtualClock } from '../../simulator/clock/virtual-clock.ts'
import { aCluster, aFleet } from '#test/domain/sample-snapshot.ts'
import type { ConsoleFleet } from '../fleet/console-fleet.ts'
import { FleetJournal } from '../fleet/fleet-journal.ts'
import type { UserSession } from '../http/console-identity.ts'
import { StreamHub } from './stream-hub.ts'

/** A fleet that changes when a test says so. */
class GivenFleet {
  readonly journal = new FleetJournal(1000)
  readonly asOf = 0
  readonly silentSince = undefined
  readonly note = undefined
  picture: ConsoleFleet['picture']
  #listener: () => void = () => undefined

  subscribe(listener: () => void): () => void {
    this.#listener = listener
    return () => undefined
  }

  change(version: string): void {
    const snapshot = aFleet([aCluster('prod/blue', { kubernetesVersion: version })])
    const nothing = new Map()
    this.picture = {
      snapshot,
      clusters: nothing,
      fitouts: nothing,
      clusterFitouts: nothing,
      unselected: nothing,
    }
    this.journal.take(snapshot, nothing)
    this.#listener()
  }
}

/** A reader that takes only so many messages. */
class GivenReader {
  readonly messages: string[] = []
  takes = true
  isCut = false
  #drained: () => void = () => undefined
  #closed: readonly (() => void)[] = []

  readonly output = {
    write: (text: string) => {
      this.messages.push(text)
      return this.takes
    },
    onDrain: (drained: () => void) => void (this.#drained = drained),
    onClose: (closed: () => void) => void (this.#closed = [...this.#closed, closed]),
    cut: () => {
      this.isCut = true
      for (const closed of this.#closed) closed()
    },
  }

  drain(): void {
    this.takes = true
    this.#drained()
  }

  get versions(): readonly string[] {
    return this.messages.flatMap(text => /"k8s":"([^"]*)"/.exec(text)?.[1] ?? [])
  }
}

let isAlive = true
const access = { key: '*', isPartial: false, maySee: () => true }
const session = {
  id: 'ann',
  user: undefined,
  token: '',
  expiresAt: undefined,
  isAlive: () => isAlive,
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- streams read nothing live
  reader: { access: async () => access, link: {} as UserSession['reader']['link'] },
  actions: () => [],
  forgeToken: () => undefined,
  keepForgeToken: () => undefined,
} satisfies UserSession

function opened() {
  isAlive = true
  const clock = new VirtualClock()
  const fleet = new GivenFleet()
  fleet.change('v1.33.0')
  const world = {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- all that streams look at
    fleet: fleet as unknown as ConsoleFleet,
    clock,
    knowledge: { facts: withOwnFacts([]) },
  }
  const hub = new StreamHub(world)
  hub.start()
  const reader = new GivenReader()
  const topics = { hasFleet: true, clusters: [] }
  hub.open({ session, topics, after: fleet.journal.seq }, reader.output)
  return { clock, fleet, hub, reader }
}

const settled = () => new Promise(resolve => setImmediate(resolve))

describe('A reader of a stream', () => {
  test('gets each change', async () => {
    const { fleet, reader } = opened()
    await settled()
    for (const version of ['v1.34.0', 'v1.35.0']) {
      fleet.change(version)
      await settled()
    }
    expect(reader.versions).toEqual(['v1.34.0', 'v1.35.0'])
  })

  test('that is slow gets nothing more, and what it missed at once when it can take it', async () => {
    const { fleet, reader } = opened()
    await settled()
    reader.takes = false
    for (const version of ['v1.34.0', 'v1.35.0', 'v1.36.0', 'v1.37.0']) {
      fleet.change(version)
      await settled()
    }
    expect(reader.versions).toEqual(['v1.34.0'])
    reader.drain()
    await settled()
    expect(reader.versions).toEqual(['v1.34.0', 'v1.37.0'])
  })

  test('that takes nothing for twenty seconds is cut, and another one is not', async () => {
    const { clock, fleet, hub, reader } = opened()
    const other = new GivenReader()
    hub.open({ session, topics: { hasFleet: true, clusters: [] }, after: undefined }, other.output)
    await settled()
    reader.takes = false
    fleet.change('v1.34.0')
    await settled()
    await clock.advance(40_000)
    expect([reader.isCut, other.isCut, hub.size]).toEqual([true, false, 1])
  })

  test('is pinged every 15 seconds, and cut when its session has ended', async () => {
    const { clock, hub, reader } = opened()
    await clock.advance(31_000)
    expect(reader.messages.filter(text => text.includes('event: ping')).length).toBe(3)
    isAlive = false
    await clock.advance(15_000)
    expect([reader.isCut, hub.size]).toEqual([true, 0])
  })
})
