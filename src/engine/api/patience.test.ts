import { expect, test } from 'vitest'
import type { Api } from './api.ts'
import { patientApi } from './patient-api.ts'
import { manualClock } from '#test/engine/manual-clock.ts'
import { Patience } from './patience.ts'
import { Places } from '../budget/places.ts'

const namespaces = {
  resource: { group: '', version: 'v1', kind: 'Namespace', plural: 'namespaces', scope: 'Cluster' },
} as const

function scene(totalMs: number) {
  const clock = manualClock()
  const places = new Places(1, () => undefined)
  const patience = new Patience(clock, places.take(), totalMs)
  const allowed: (number | undefined)[] = []
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the one call that is made
  const server = {
    list: async (_selection, call) => {
      allowed.push(call?.timeoutMs)
      await clock.sleep(5_000)
      return { items: [], resourceVersion: '1' }
    },
  } as Partial<Api> as Api
  return { clock, places, patience, allowed, api: patientApi(server) }
}

test('calls one after the other may wait for less and less, and then not at all', async () => {
  const { clock, patience, allowed, api } = scene(12_000)
  const one = async () => {
    const [page] = await Promise.allSettled([api.list(namespaces, { patience }), clock.advance(5_000)])
    if (page.status === 'rejected') throw page.reason
  }
  await one()
  await one()
  await one()
  await expect(one()).rejects.toMatchObject({ code: 'Timeout' })
  expect(allowed).toEqual([8_000, 7_000, 2_000])
})

test('calls at the same time wait together', async () => {
  const { clock, patience, allowed, api } = scene(12_000)
  const pages = Promise.all([api.list(namespaces, { patience }), api.list(namespaces, { patience })])
  await clock.advance(5_000)
  await pages
  void api.list(namespaces, { patience })
  expect(allowed).toEqual([8_000, 8_000, 7_000])
})

test('who waits gives its place to others', async () => {
  const { clock, places, patience, api } = scene(12_000)
  const page = api.list(namespaces, { patience })
  expect(places.hasFree).toBe(true)
  await clock.advance(5_000)
  await page
  expect(places.hasFree).toBe(false)
})

test('a call without patience waits as it always did', async () => {
  const { clock, allowed, api } = scene(0)
  const page = api.list(namespaces, { timeoutMs: 1 })
  await clock.advance(5_000)
  await page
  expect(allowed).toEqual([1])
})
