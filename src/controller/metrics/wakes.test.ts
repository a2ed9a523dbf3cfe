import { expect, test } from 'vitest'
import { Wakes } from './wakes.ts'

const blue = 'default/blue'

function atTime() {
  const time = { ms: 0 }
  const wakes = new Wakes({ elapsed: () => time.ms })
  const since = () => wakes.during(blue, async () => wakes.sinceMs(blue))
  return { time, wakes, since }
}

test('the first event since the last look is the one that counts', async () => {
  const { time, wakes, since } = atTime()
  wakes.heard(blue)
  time.ms = 5
  wakes.heard(blue)
  time.ms = 10
  expect(await since()).toBe(10)
})

test('what is heard during a look belongs to the next one', async () => {
  const { time, wakes, since } = atTime()
  wakes.heard(blue)
  const first = await wakes.during(blue, async () => {
    time.ms = 20
    wakes.heard(blue)
    return wakes.sinceMs(blue)
  })
  time.ms = 23
  expect([first, await since()]).toEqual([20, 3])
})

test('a look that only time has led to has no event', async () => {
  const { wakes, since } = atTime()
  wakes.heard(blue)
  await since()
  expect(await since()).toBeUndefined()
})

const failures: readonly { name: string; fail: (wakes: Wakes) => void }[] = [
  {
    name: 'that throws',
    fail: () => {
      throw new Error('no server')
    },
  },
  { name: 'that came to nothing', fail: wakes => wakes.giveBack(blue) },
]
test.for(failures)(
  'the event of a look $name counts on, and before those that were heard meanwhile',
  async ({ fail }) => {
    const { time, wakes, since } = atTime()
    wakes.heard(blue)
    const look = wakes.during(blue, async () => {
      time.ms = 3
      wakes.heard(blue)
      fail(wakes)
    })
    await look.catch(() => undefined)
    time.ms = 7
    expect(await since()).toBe(7)
  },
)
