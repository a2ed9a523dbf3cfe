import { expect, test } from 'vitest'
import { Ports } from './ports.ts'

test('two labs never hand out the same port', async () => {
  const [first, second] = await Promise.all([Ports.claim(), Ports.claim()])
  const taken: number[] = []
  for (let round = 0; round < 20; round += 1) taken.push(await first.take(), await second.take())
  expect(new Set(taken).size).toBe(40)
  await Promise.all([first.release(), second.release()])
})

test('a port that is given back is not the next one out', async () => {
  const ports = await Ports.claim()
  const port = await ports.take()
  ports.giveBack(port)
  expect(await ports.take()).not.toBe(port)
  await ports.release()
})
