import { describe, expect, test } from 'vitest'
import { type FindSource, type PostBuild, type SubstituteReference, loadVariables } from './load-variables.ts'

const sources: Record<string, Record<string, string>> = {
  'ConfigMap/common': { region: 'eu', env: 'dev\n' },
  'Secret/common': { region: 'us', token: '\na\nb\n' },
  'ConfigMap/odd': { 'my-var': 'x', '1a': 'x', b: 'x', ü: 'x', 'c.d': 'x', 'e f': 'x' },
}
const find: FindSource = ({ kind, name }) => sources[`${kind}/${name}`]

function load(postBuild: PostBuild): Record<string, string> {
  return Object.fromEntries(loadVariables(postBuild, find))
}

describe('loadVariables', () => {
  test('lets later sources win, and what stands in the Kustomization over all', () => {
    const substituteFrom: SubstituteReference[] = [
      { kind: 'ConfigMap', name: 'common' },
      { kind: 'Secret', name: 'common' },
    ]
    expect(load({ substituteFrom, substitute: { env: 'prod' } })).toEqual({
      region: 'us',
      env: 'prod',
      token: 'ab',
    })
  })

  test('takes line feeds out of values, and no other break', () => {
    expect(load({ substitute: { a: '\n1\n2\r\n' } })).toEqual({ a: '12\r' })
  })

  test('does without an optional source that is not there', () => {
    expect(load({ substituteFrom: [{ kind: 'Secret', name: 'none', optional: true }] })).toEqual({})
  })

  test('passes over a kind that Flux does not know', () => {
    expect(load({ substituteFrom: [{ kind: 'Deployment', name: 'none' }] })).toEqual({})
  })

  test('names all sources that are missing', () => {
    const substituteFrom = [
      { kind: 'Secret', name: 'none' },
      { kind: 'ConfigMap', name: 'none', optional: false },
    ]
    expect(() => load({ substituteFrom })).toThrow(
      expect.objectContaining({
        code: 'SOURCE_NOT_FOUND',
        message: 'cannot substitute variables: ConfigMap "none", Secret "none" not found',
      }),
    )
  })

  test('names three of the names that are not allowed', () => {
    expect(() => load({ substituteFrom: [{ kind: 'ConfigMap', name: 'odd' }] })).toThrow(
      'cannot substitute variables: "1a", "c.d", "e f" and 2 more cannot be the name of a variable',
    )
    expect(() => load({ substitute: { 'a-b': '' } })).toThrow(
      expect.objectContaining({ code: 'INVALID_VARIABLE_NAME' }),
    )
  })
})
