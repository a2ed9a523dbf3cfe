import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { until } from '../kube/until.ts'
import { RunningProbe } from './probe.ts'

let status = 200
let asked = 0
const server = createServer((_, response) => {
  asked++
  response.writeHead(status).end()
})
beforeAll(
  () =>
    new Promise<void>(resolve => {
      server.listen(0, '127.0.0.1', resolve)
    }),
)
afterAll(() => void server.close())

const url = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/readyz`

test('a container is unready until it answers, and again after it has failed three times', async () => {
  const probe = new RunningProbe({ probe: {}, url, everyMs: 0 })
  expect([probe.isPassing, probe.isFailing]).toEqual([false, false])
  await until('it passes', async () => (probe.tick(), probe.isPassing))
  status = 500
  const before = asked
  await until('it fails', async () => (probe.tick(), probe.isFailing))
  expect([probe.isPassing, asked - before]).toEqual([false, 3])
  status = 200
  await until('it passes again', async () => (probe.tick(), probe.isPassing))
})

test('a container is not asked before its time', () => {
  const before = asked
  const probe = new RunningProbe({ probe: { initialDelaySeconds: 3_600 }, url, everyMs: 0 })
  probe.tick()
  expect([asked - before, probe.isPassing, probe.isFailing]).toEqual([0, false, false])
})
