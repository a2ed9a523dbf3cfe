import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type ClaimRules, readUserClaims } from './user-claims.ts'

const rules: ClaimRules = {
  usernameClaim: 'sub',
  usernamePrefix: '',
  groupsClaim: 'groups',
  groupsPrefix: '',
}

describe('The claims of a login', () => {
  test('name a user and groups, with what is put in front', () => {
    const prefixed = { ...rules, usernamePrefix: 'oidc:', groupsPrefix: 'oidc:' }
    expect(readUserClaims({ sub: 'ada', groups: ['b', 'a', 'b'] }, prefixed)).toEqual({
      ok: true,
      user: { name: 'oidc:ada', groups: ['oidc:a', 'oidc:b'] },
    })
  })

  test('may name one group as a text, or none', () => {
    const groups = [{ groups: 'a' }, { groups: null }, {}].map(claims =>
      readUserClaims({ sub: 'ada', ...claims }, rules),
    )
    expect(groups).toEqual([['a'], [], []].map(names => ({ ok: true, user: { name: 'ada', groups: names } })))
  })

  const refused: readonly {
    readonly name: string
    readonly claims: Record<string, unknown>
    readonly reason: string
  }[] = [
    { name: 'no user', claims: {}, reason: 'UsernameMissing' },
    { name: 'an empty user', claims: { sub: '' }, reason: 'UsernameMissing' },
    { name: 'a user that is a number', claims: { sub: 7 }, reason: 'UsernameRefused' },
    { name: 'a user that is a list', claims: { sub: ['ada'] }, reason: 'UsernameRefused' },
    { name: 'a user of Kubernetes', claims: { sub: 'system:admin' }, reason: 'UsernameRefused' },
    { name: 'a user with a blank at the end', claims: { sub: 'ada ' }, reason: 'UsernameRefused' },
    {
      name: 'a user with a line break',
      claims: { sub: 'ada\r\nImpersonate-Group: x' },
      reason: 'UsernameRefused',
    },
    { name: 'a user with an invisible character', claims: { sub: 'a\u200bda' }, reason: 'UsernameRefused' },
    { name: 'a user with half a character', claims: { sub: 'ada\ud800' }, reason: 'UsernameRefused' },
    { name: 'a user that is too long', claims: { sub: 'a'.repeat(300) }, reason: 'UsernameRefused' },
    {
      name: 'groups that are no texts',
      claims: { sub: 'ada', groups: [{ name: 'a' }] },
      reason: 'GroupsRefused',
    },
    {
      name: 'groups that are an object',
      claims: { sub: 'ada', groups: { a: true } },
      reason: 'GroupsRefused',
    },
    {
      name: 'too many groups',
      claims: { sub: 'ada', groups: Array.from({ length: 201 }, String) },
      reason: 'GroupsRefused',
    },
  ]
  test.each(refused)('are refused with $name', ({ claims, reason }) => {
    expect(readUserClaims(claims, rules)).toEqual({ ok: false, reason })
  })

  test('are refused when the address is not verified', () => {
    const byEmail = { ...rules, usernameClaim: 'email' }
    const claims = { email: 'ada@example.com', email_verified: false }
    expect(readUserClaims(claims, byEmail)).toEqual({ ok: false, reason: 'EmailNotVerified' })
  })

  test('give no group of Kubernetes, whatever is put in front', () => {
    const groups = ['system:masters', 'masters', ' odd', 'fine']
    expect(readUserClaims({ sub: 'ada', groups }, { ...rules, groupsPrefix: 'system:' })).toMatchObject({
      user: { groups: [] },
    })
    expect(readUserClaims({ sub: 'ada', groups }, rules)).toMatchObject({
      user: { groups: ['fine', 'masters'] },
    })
  })

  test('are not found in what every object has', () => {
    const names = ['constructor', '__proto__', 'toString']
    const read = names.map(usernameClaim => readUserClaims({}, { ...rules, usernameClaim }).ok)
    expect(read).toEqual([false, false, false])
  })

  test('never give an empty name, a reserved one, or one that no header can carry', () => {
    fc.assert(
      fc.property(fc.record({ sub: fc.anything(), groups: fc.anything() }), claims => {
        const read = readUserClaims(claims, rules)
        const names = read.ok ? [read.user.name, ...read.user.groups] : []
        const odd = names.filter(
          name => name === '' || name.startsWith('system:') || /[\p{Cc}]/u.test(name) || name.trim() !== name,
        )
        expect(odd).toEqual([])
      }),
    )
  })
})
