import { describe, expect, test } from 'vitest'
import { SecretValue } from '../../domain/hand-over/secret-value.ts'
import { manualClock } from '#test/engine/manual-clock.ts'
import type { LoginGrant } from './session.ts'
import { SessionStore, sessionLimits } from './session-store.ts'

const MINUTE = 60_000

function aGrant(name = 'ada', groups: readonly string[] = []): LoginGrant {
  return {
    user: { name, groups },
    validUntil: Date.UTC(2027, 0),
    refreshToken: SecretValue.ofText('refresh'),
  }
}

function aStore(limits: Partial<typeof sessionLimits> = {}) {
  const clock = manualClock()
  return { clock, store: new SessionStore(clock, { ...sessionLimits, ...limits }) }
}

describe('A session', () => {
  test('is found by its cookie alone', () => {
    const { store } = aStore()
    const { cookie, session } = store.open(aGrant())
    expect(store.find(cookie)).toBe(session)
    expect([undefined, '', `${cookie}x`, cookie.slice(1)].map(other => store.find(other))).toEqual(
      Array.from({ length: 4 }),
    )
  })

  test('has a cookie and a token that nobody can guess, and that are not the same', () => {
    const { store } = aStore()
    const opened = [store.open(aGrant()), store.open(aGrant())]
    const texts = opened.flatMap(({ cookie, session }) => [cookie, session.requestToken])
    expect([new Set(texts).size, texts.map(text => text.length)]).toEqual([4, [43, 43, 43, 43]])
  })

  test('ends an hour after it was used last', async () => {
    const { store, clock } = aStore()
    const { cookie, session } = store.open(aGrant())
    await clock.advance(59 * MINUTE)
    expect(store.find(cookie)).toBe(session)
    await clock.advance(59 * MINUTE)
    expect(store.find(cookie)).toBe(session)
    await clock.advance(60 * MINUTE)
    expect([store.find(cookie), session.ended.aborted, store.size]).toEqual([undefined, true, 0])
  })

  test('ends after twelve hours, however much it is used', async () => {
    const { store, clock } = aStore()
    const { cookie } = store.open(aGrant())
    const seen: boolean[] = []
    for (let half = 0; half < 25; half += 1) {
      await clock.advance(30 * MINUTE)
      seen.push(store.find(cookie) !== undefined)
    }
    expect(seen.indexOf(false)).toBe(23)
  })

  test('does not last longer because the wall clock went back', async () => {
    const { store, clock } = aStore()
    const { cookie } = store.open(aGrant())
    clock.jump(-24 * 60 * MINUTE)
    await clock.advance(60 * MINUTE)
    expect(store.find(cookie)).toBeUndefined()
  })

  test('forgets its secrets when it ends', () => {
    const { store } = aStore()
    const { cookie, session } = store.open(aGrant())
    session.forgeToken = SecretValue.ofText('forge')
    store.end(cookie)
    expect([session.forgeToken, session.refreshToken, session.ended.aborted, store.find(cookie)]).toEqual([
      undefined,
      undefined,
      true,
      undefined,
    ])
  })

  test('takes new groups of the same person, and no other person', () => {
    const { session } = aStore().store.open(aGrant())
    expect([session.renew(aGrant('ada', ['b'])), session.user.groups]).toEqual([true, ['b']])
    expect([session.renew(aGrant('eve')), session.user.name]).toEqual([false, 'ada'])
  })
})

describe('All sessions', () => {
  test('are ten for one person: the one that was used longest ago ends', () => {
    const { store } = aStore()
    const opened = Array.from({ length: 10 }, () => store.open(aGrant()))
    store.find(opened[0]?.cookie)
    const other = store.open(aGrant('eve'))
    store.open(aGrant())
    const alive = [...opened, other].map(({ cookie }) => store.find(cookie) !== undefined)
    expect(alive).toEqual([true, false, ...Array.from({ length: 9 }, () => true)])
  })

  test('have a bound', () => {
    const { store } = aStore({ total: 5 })
    const opened = Array.from({ length: 50 }, (_, index) => store.open(aGrant(`user-${index}`)))
    expect([store.size, opened.filter(({ session }) => !session.ended.aborted).length]).toEqual([5, 5])
  })
})
