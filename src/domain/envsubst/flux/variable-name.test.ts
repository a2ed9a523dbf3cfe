import { describe, expect, test } from 'vitest'
import { isVariableName } from './variable-name.ts'

describe('the name of a variable', () => {
  for (const name of ['a', '_', 'CLUSTER_NAME', '_1', 'aB9']) {
    test(`may be ${name}`, () => expect(isVariableName(name)).toBe(true))
  }
  for (const name of ['', '1a', 'my-var', 'a.b', 'a b', 'größe', 'a\n', '${a}']) {
    test(`may not be ${JSON.stringify(name)}`, () => expect(isVariableName(name)).toBe(false))
  }
})
