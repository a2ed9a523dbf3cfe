import { expect, test } from 'vitest'
import { delayBesideDead } from './dead-clusters.ts'

test('new clusters do not wait for those that do not answer', async () => {
  const alone = await delayBesideDead({ clusters: 40, dead: 0, coming: 3 })
  const beside = await delayBesideDead({ clusters: 40, dead: 35, coming: 3 })
  expect(beside).toBeLessThan(alone + 2000)
})
