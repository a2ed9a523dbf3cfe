import { expect, test } from 'vitest'
import { decodeText } from './decode-text.ts'

const cases = [
  { name: 'UTF-8 is text', given: Buffer.from('größe: 😀\n'), want: 'größe: 😀\n' },
  { name: 'no byte at all is text', given: Buffer.alloc(0), want: '' },
  { name: 'the mark at the start is dropped', given: Buffer.from('\uFEFFa: 1'), want: 'a: 1' },
  { name: 'a mark elsewhere stays', given: Buffer.from('a: \uFEFF1'), want: 'a: \uFEFF1' },
  { name: 'a replacement character stays', given: Buffer.from('a: \uFFFD'), want: 'a: \uFFFD' },
]
for (const { name, given, want } of cases) {
  test(`Of bytes, ${name}`, () => expect(decodeText(given)).toEqual({ kind: 'text', text: want }))
}

const binaries = [
  { name: 'a zero byte', given: '61626300', want: 'it is not text: byte 0x00 at offset 3' },
  { name: 'a byte that begins nothing', given: '6162ff63', want: 'it is not text: byte 0xff at offset 2' },
  { name: 'the first of two faults', given: '61ff0000', want: 'it is not text: byte 0xff at offset 1' },
  {
    name: 'a zero byte before another fault',
    given: '6100ff',
    want: 'it is not text: byte 0x00 at offset 1',
  },
  { name: 'a character that is cut off', given: '61c3', want: 'it is not text: byte 0xc3 at offset 1' },
  {
    name: 'half a replacement character at the end',
    given: 'efbf',
    want: 'it is not text: byte 0xbf at offset 1',
  },
  { name: 'UTF-16, low byte first', given: 'fffe6100', want: 'it is UTF-16; save it as UTF-8' },
  { name: 'UTF-16, high byte first', given: 'feff0061', want: 'it is UTF-16; save it as UTF-8' },
]
for (const { name, given, want } of binaries) {
  test(`Bytes are no text with ${name}`, () => {
    expect(decodeText(Buffer.from(given, 'hex'))).toEqual({ kind: 'binary', cause: want })
  })
}
