import { describe, expect, test } from 'vitest'
import type { AccessReview } from '../../engine/api/access-review.ts'
import { ApiError } from '../../engine/api/api-error.ts'
import { manualClock } from '#test/engine/manual-clock.ts'
import { FleetRights } from './fleet-rights.ts'

const ada = { name: 'ada', groups: ['platform'] }
const all = ['dev', 'prod', 'test']

/** Rights as `user namespace plural`; `*` for any of them. */
function rightsWith(allowed: string[]) {
  const clock = manualClock()
  const asked: string[] = []
  const review: AccessReview = async ({ name }, { resource, namespace = 'ALL' }) => {
    asked.push(`${name} ${namespace} ${resource.plural}`)
    return allowed.some(
      right => right === `${name} ${namespace} ${resource.plural}` || right === `${name} ${namespace} *`,
    )
  }
  return { clock, asked, allowed, rights: new FleetRights(review, clock) }
}

describe('A user', () => {
  test('sees the namespaces in which the clusters and their Fitouts may be listed', async () => {
    const { rights } = rightsWith(['ada prod *', 'ada test clusters', 'ada test fitouts'])
    const access = await rights.accessOf(ada, all)
    expect([access.isPartial, all.filter(access.maySee)]).toEqual([true, ['prod']])
  })

  test('sees all namespaces with one question for each kind', async () => {
    const { rights, asked } = rightsWith(['ada ALL *'])
    const access = await rights.accessOf(ada, all)
    expect([access.isPartial, all.filter(access.maySee), asked.length]).toEqual([false, all, 3])
  })

  test('does not see a namespace that was not asked about', async () => {
    const { rights } = rightsWith(['ada prod *', 'ada dev *'])
    const { maySee } = await rights.accessOf(ada, ['prod'])
    expect([maySee('dev'), maySee('__proto__'), maySee('')]).toEqual([false, false, false])
  })

  test('loses a right within half a minute, and gets one as soon', async () => {
    const { rights, clock, allowed, asked } = rightsWith(['ada prod *'])
    const seen = async () => all.filter((await rights.accessOf(ada, all)).maySee)
    expect(await seen()).toEqual(['prod'])
    const before = asked.length
    allowed.splice(0, 1, 'ada dev *')
    await clock.advance(29_999)
    expect([await seen(), asked.length]).toEqual([['prod'], before])
    await clock.advance(1)
    expect(await seen()).toEqual(['dev'])
  })

  test('loses with a group what the group gave, at once', async () => {
    const byGroup = new FleetRights(async user => user.groups.includes('platform'), manualClock())
    expect((await byGroup.accessOf(ada, all)).isPartial).toBe(false)
    const access = await byGroup.accessOf({ ...ada, groups: [] }, all)
    expect(all.filter(access.maySee)).toEqual([])
  })

  test('is not taken for another one whose name and groups join to the same text', async () => {
    const rights = new FleetRights(async ({ name }) => name === 'ada,platform', manualClock())
    await rights.accessOf({ name: 'ada,platform', groups: [] }, all)
    expect((await rights.accessOf(ada, all)).isPartial).toBe(true)
  })

  test('sees nothing while Kubernetes does not answer, and is asked about again after that', async () => {
    let isDown = true
    const review: AccessReview = async () => {
      if (isDown) throw new ApiError('Unreachable', { call: 'review' })
      return true
    }
    const rights = new FleetRights(review, manualClock())
    await expect(rights.accessOf(ada, all)).rejects.toMatchObject({ code: 'Unreachable' })
    isDown = false
    expect((await rights.accessOf(ada, all)).isPartial).toBe(false)
  })

  test('is asked about once, however many requests come at the same time', async () => {
    const { rights, asked } = rightsWith(['ada ALL *'])
    await Promise.all(Array.from({ length: 20 }, () => rights.accessOf(ada, all)))
    expect(asked).toHaveLength(3)
  })

  test('has the same key as another one who sees the same, and as nobody else', async () => {
    const { rights } = rightsWith(['ada prod *', 'eve prod *', 'bob dev *', 'root ALL *'])
    const keys = await Promise.all(
      ['ada', 'eve', 'bob', 'root', 'none'].map(
        async name => (await rights.accessOf({ name, groups: [] }, all)).key,
      ),
    )
    expect([keys[0] === keys[1], new Set(keys).size]).toEqual([true, 4])
  })
})
