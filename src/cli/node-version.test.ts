import { describe, expect, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { nodeProblem, OLDEST_NODE } from './node-version.ts'

describe('The version of Node', () => {
  const cases = [
    { name: 'is fine from 24 on', given: '24.0.0', want: undefined },
    { name: 'may be one that does not exist yet', given: '100.1.0', want: undefined },
    {
      name: 'is named beside the one that is needed, if it is too old',
      given: '22.21.1',
      want: 'cannot run on Node 22.21.1: Fitout needs Node 24 or newer',
    },
    {
      name: 'is not compared as a text',
      given: '9.11.2',
      want: 'cannot run on Node 9.11.2: Fitout needs Node 24 or newer',
    },
  ]
  for (const { name, given, want } of cases) {
    test(name, () => expect(nodeProblem(given)).toBe(want))
  }

  test('is the one that the package asks for', () => {
    expect(manifest.engines.node).toBe(`>=${OLDEST_NODE}`)
  })

  test('that runs this is new enough', () => expect(nodeProblem(process.versions.node)).toBe(undefined))
})
