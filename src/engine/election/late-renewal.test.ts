import { describe, expect, test } from 'vitest'
import { ApiError } from '../api/api-error.ts'
import type { Api } from '../api/api.ts'
import { manualClock } from '#test/engine/manual-clock.ts'
import { stand } from '#test/engine/sample-candidate.ts'
import { SampleServer } from '#test/engine/sample-server.ts'

describe('The leadership', () => {
  test('is not lost by a process that was busy for long, if nobody else has won meanwhile', async () => {
    const server = new SampleServer()
    const clock = manualClock()
    const one = stand(server.api, clock, 'one')
    await clock.advance(4000)
    clock.freeze(12_000)
    expect(one.mayWrite()).toBe(false)
    await clock.advance(0)
    expect([one.terms, one.mayWrite()]).toEqual([['begins at 0'], true])
  })

  test('is not lost by a server that takes twelve seconds for once, and is not written under meanwhile', async () => {
    const server = new SampleServer()
    const clock = manualClock()
    let isSlow = false
    const api: Api = {
      ...server.api,
      update: async (resource, object, call) => {
        const over = clock
          .sleep(call.timeoutMs ?? 0)
          .then(() => Promise.reject(new ApiError('Timeout', { call: 'update' })))
        const answered = clock
          .sleep(isSlow ? 12_000 : 0)
          .then(async () => server.api.update(resource, object, call))
        isSlow = false
        return await Promise.race([answered, over])
      },
    }
    const one = stand(api, clock, 'one')
    await clock.advance(1000)
    isSlow = true
    await clock.advance(8999)
    expect(one.mayWrite()).toBe(true)
    await clock.advance(1)
    expect(one.mayWrite()).toBe(false)
    await clock.advance(5000)
    expect([one.terms, one.mayWrite()]).toEqual([['begins at 0'], true])
  })

  test('is lost when the server does not answer for as long as the lease lasts', async () => {
    const server = new SampleServer()
    const clock = manualClock()
    const silent: Api = {
      ...server.api,
      update: async (_, __, call) => {
        await clock.sleep(call.timeoutMs ?? 0)
        throw new ApiError('Timeout', { call: 'update' })
      },
    }
    const one = stand(silent, clock, 'one')
    await clock.advance(14_999)
    expect(one.terms).toEqual(['begins at 0'])
    await clock.advance(1)
    expect(one.terms).toEqual(['begins at 0', 'ends at 15000'])
  })

  test('is lost by a process that was busy while another one won and gave the lease back', async () => {
    const server = new SampleServer()
    const frozen = manualClock()
    const clock = manualClock()
    const one = stand(server.api, frozen, 'one')
    await frozen.advance(4000)
    const two = stand(server.api, clock, 'two')
    await clock.advance(20_000)
    expect(two.mayWrite()).toBe(true)
    await two.stop()
    frozen.freeze(20_000)
    await frozen.advance(0)
    expect([one.terms, one.mayWrite()]).toEqual([['begins at 0', 'ends at 24000'], false])
    await frozen.advance(2200)
    expect(one.terms.at(-1)).toBe('begins at 26200')
  })
})
