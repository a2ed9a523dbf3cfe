import { describe, expect, test } from 'vitest'
import { decodeYamlBytes } from './decode-yaml-bytes.ts'

describe('decodeYamlBytes', () => {
  const cases = [
    { name: 'reads UTF-8', given: [0x61, 0xc3, 0xa9], want: 'aé' },
    {
      name: 'reads UTF-16 that says so, as PowerShell writes it',
      given: [0xff, 0xfe, 0x61, 0, 0xe9, 0],
      want: 'aé',
    },
    { name: 'reads UTF-16 the other way round', given: [0xfe, 0xff, 0, 0x61, 0, 0xe9], want: 'aé' },
    { name: 'refuses UTF-16 with half a character', given: [0xff, 0xfe, 0x61], want: undefined },
    { name: 'refuses UTF-16 with half a pair', given: [0xff, 0xfe, 0, 0xd8], want: undefined },
    { name: 'refuses anything else', given: [0x61, 0xff], want: undefined },
  ]
  for (const { name, given, want } of cases)
    test(name, () => expect(decodeYamlBytes(Uint8Array.from(given))).toBe(want))
})
