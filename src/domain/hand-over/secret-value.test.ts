import { globSync, readFileSync } from 'node:fs'
import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import { SecretValue } from './secret-value.ts'

const value = SecretValue.ofText('CANARY-1')

test.for([
  { name: 'a sentence', shown: ['it is', value].join(' ') },
  { name: 'JSON', shown: JSON.stringify({ value }) },
  { name: 'the inspector', shown: inspect({ value }, { showHidden: true, depth: 9, getters: true }) },
  { name: 'an error', shown: String(new Error('x', { cause: value }).cause) },
  { name: 'a list of properties', shown: Reflect.ownKeys(value).join() },
  { name: 'a copy', shown: JSON.stringify(structuredClone({ value })) },
])('A secret value shows nothing in $name', ({ shown }) => {
  expect(shown).not.toContain('CANARY')
  expect(shown).not.toMatch(/67.*65.*78/)
})

test('A secret value is the same as another of the same bytes, and of no others', () => {
  expect(value.isSame(SecretValue.ofText('CANARY-1'))).toBe(true)
  expect(value.isSame(SecretValue.ofText('CANARY-2'))).toBe(false)
  expect(value.isSame(SecretValue.ofText('CANARY-'))).toBe(false)
})

test('Secret values are revealed in four places only: manifests of a hand-over, the login, and the token for the Git host', () => {
  const files = globSync('src/**/*.ts').filter(file => !file.endsWith('.test.ts'))
  const revealing = files.filter(file => /\.reveal\(\)/.test(readFileSync(file, 'utf8')))
  expect(revealing.toSorted()).toEqual([
    'src/domain/hand-over/render/fill-manifest.ts',
    'src/domain/hand-over/wrap/target-manifest.ts',
    'src/server/git/fleet-git.ts',
    'src/server/identity/oidc-provider.ts',
  ])
})
