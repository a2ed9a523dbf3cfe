import { expect, test } from 'vitest'
import { sampleFleet } from '#test/simulator/sample-fleet.ts'
import { parseSelector } from '../../domain/labels/parse-selector.ts'
import { sampleWorld } from '#test/cli/sample-world.ts'
import { memoryIo } from '#test/cli/memory-io.ts'
import { printStatus } from './print-status.ts'

test('A live fleet is told change by change, each once, until it is ready', async () => {
  const { fleet, untilReady } = sampleFleet(2, { seed: 1 })
  const { source } = await sampleWorld(fleet).connect({
    kubeconfig: undefined,
    context: undefined,
    namespace: undefined,
  })
  const io = memoryIo()
  const over = new AbortController()
  const live = source({ namespace: undefined, selector: parseSelector('') })
  const telling = printStatus(
    { ...live, follow: () => live.follow(over.signal) },
    { query: undefined, names: [] },
    { io },
  )
  await untilReady()
  await fleet.clock.advance(1_000)
  over.abort()
  await fleet.clock.advance(1_000)
  await telling
  const lines = io
    .stdout()
    .trimEnd()
    .split('\n')
    .map(line => line.replace(/^[0-9:]+ +/, ''))
  expect(lines.length).toBe(new Set(lines).size)
  expect(
    lines.filter(line => / Ready +[0-9]+s$/.test(line)).map(line => line.replace(/ +Ready.*/, '')),
  ).toHaveLength(10)
  await fleet.stop()
})
