import { describe, expect, test } from 'vitest'
import { Sealer } from './sealer.ts'

describe('What is sealed', () => {
  const sealer = new Sealer()
  const sealed = sealer.seal({ state: 'a' }, 'login')

  test('is opened again, for the same purpose alone', () => {
    expect([sealer.open(sealed, 'login'), sealer.open(sealed, 'session')]).toEqual([
      { state: 'a' },
      undefined,
    ])
  })

  test('says nothing, and is another text each time', () => {
    expect(Buffer.from(sealed, 'base64url').toString('latin1')).not.toContain('state')
    expect(sealer.seal({ state: 'a' }, 'login')).not.toBe(sealed)
  })

  test('is not opened by another process, nor after a change of any byte', () => {
    expect(new Sealer().open(sealed, 'login')).toBeUndefined()
    const bytes = Buffer.from(sealed, 'base64url')
    const changed = [...bytes.keys()].map(index => {
      const copy = Buffer.from(bytes)
      copy[index] = (copy[index] ?? 0) ^ 1
      return sealer.open(copy.toString('base64url'), 'login')
    })
    expect(changed.filter(opened => opened !== undefined)).toEqual([])
  })

  test.each(['', 'abc', 'not base64 !', 'A'.repeat(40)])('is not %j', text => {
    expect(sealer.open(text, 'login')).toBeUndefined()
  })
})
