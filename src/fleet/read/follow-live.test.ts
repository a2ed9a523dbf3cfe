import { afterEach, describe, expect, test } from 'vitest'
import type { FleetSnapshot } from '../../domain/fleet/fleet-snapshot.ts'
import { parseSelector } from '../../domain/labels/parse-selector.ts'
import { ApiError } from '../../engine/api/api-error.ts'
import type { Api } from '../../engine/api/api.ts'
import { sampleFleet } from '#test/simulator/sample-fleet.ts'
import type { SimulatedFleet } from '../../simulator/fleet/simulated-fleet.ts'
import type { FleetSource } from '../link/fleet-source.ts'
import { putLease, sampleWorld, way } from '#test/cli/sample-world.ts'

let fleet: SimulatedFleet | undefined
let over = new AbortController()
afterEach(async () => {
  over.abort()
  over = new AbortController()
  await fleet?.stop()
})

/** Follows a fleet, and keeps the last picture of it. */
async function followed(of: SimulatedFleet, management: (api: Api) => Api = api => api) {
  const { source } = await sampleWorld(of, { management }).connect(way)
  const live: FleetSource = source({ namespace: undefined, selector: parseSelector('') })
  const seen: FleetSnapshot[] = []
  const keep = async () => {
    for await (const picture of live.follow(over.signal)) seen.push(picture)
  }
  void keep()
  const note = () => {
    const last = seen.at(-1)
    return last && live.note(last)
  }
  return { seen, note }
}

describe('Who follows a fleet', () => {
  test('has a picture without a change, and notices when the controller dies', async () => {
    const made = sampleFleet(1, { seed: 1 }).fleet
    fleet = made
    await made.clock.advance(60_000)
    putLease(made, made.clock.now())
    const { seen, note } = await followed(made)
    await made.clock.advance(100_000)
    expect([seen.length > 2, note()]).toEqual([true, undefined])
    await made.clock.advance(60_000)
    expect(note()).toContain('the controller is not running')
  })

  test('is told when nothing is heard any more, and sees what was known', async () => {
    const made = sampleFleet(1, { seed: 1 }).fleet
    fleet = made
    await made.clock.advance(60_000)
    let lists = 0
    const { seen, note } = await followed(made, api => ({
      ...api,
      list: async (selection, call) => {
        lists += 1
        if (lists > 3) throw new ApiError('Unreachable', { call: 'list' })
        return api.list(selection, call)
      },
    }))
    await made.clock.advance(10_000)
    expect(note()).toBeUndefined()
    await made.clock.advance(60_000)
    expect([seen.length, note()]).toEqual([
      1,
      'not connected since 2026-01-01T00:01:00Z; the output is as of then',
    ])
  })
})
