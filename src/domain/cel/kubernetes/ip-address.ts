/** An IP address as a number. */
export interface IpAddress {
  readonly family: 4 | 6
  readonly bits: bigint
}

/** How many bits an address of a family has. */
export function widthOf(family: 4 | 6): number {
  return family === 4 ? 32 : 128
}

/** The longest text of an address is shorter. */
const MAX_LENGTH = 50

/** Reads an address as Go does: four decimal numbers without leading zeros, or eight groups; no zone. */
export function parseIpAddress(text: string): IpAddress | undefined {
  if (text.length > MAX_LENGTH) return undefined
  const isFour = /^[^:]*\./.test(text)
  const bits = isFour ? parseFour(text) : parseSix(text)
  return bits === undefined ? undefined : { family: isFour ? 4 : 6, bits }
}

function parseFour(text: string): bigint | undefined {
  const fields = text.split('.')
  const isAddress =
    fields.length === 4 && fields.every(field => /^(?:0|[1-9][0-9]{0,2})$/.test(field) && Number(field) < 256)
  return isAddress ? fields.reduce((bits, field) => (bits << 8n) | BigInt(field), 0n) : undefined
}

function parseSix(text: string): bigint | undefined {
  const [head = '', tail, ...more] = text.split('::')
  if (more.length > 0) return undefined
  const first = groupsOf(head, tail === undefined)
  const last = tail === undefined ? [] : groupsOf(tail, true)
  if (!first || !last) return undefined
  const missing = 8 - first.length - last.length
  // Two colons stand for at least one group.
  if (tail === undefined ? missing !== 0 : missing < 1) return undefined
  return [...first, ...Array.from({ length: missing }, () => 0n), ...last].reduce(
    (bits, group) => (bits << 16n) | group,
    0n,
  )
}

/** Groups between colons; the last two may be written as an IPv4 address where the text ends. */
function groupsOf(text: string, isEnd: boolean): bigint[] | undefined {
  if (text === '') return []
  const groups: bigint[] = []
  const fields = text.split(':')
  for (const [index, field] of fields.entries()) {
    const isFour = isEnd && index === fields.length - 1 && field.includes('.')
    const four = isFour ? parseFour(field) : undefined
    if (four !== undefined) groups.push(four >> 16n, four & 0xffffn)
    else if (/^[0-9a-fA-F]{1,4}$/.test(field)) groups.push(BigInt(`0x${field}`))
    else return undefined
  }
  return groups
}

/** Whether an IPv6 address is an IPv4 address in disguise, which Kubernetes refuses. */
export function isMapped({ family, bits }: IpAddress): boolean {
  return family === 6 && bits >> 32n === 0xffffn
}

/** Writes an address in its canonical form: `::1`, `10.0.0.1`. */
export function formatIpAddress({ family, bits }: IpAddress): string {
  if (family === 4) return [24n, 16n, 8n, 0n].map(shift => (bits >> shift) & 0xffn).join('.')
  const groups = Array.from({ length: 8 }, (_, index) => Number((bits >> BigInt(112 - 16 * index)) & 0xffffn))
  const { start, length } = longestZeros(groups)
  const words = groups.map(group => group.toString(16))
  if (length < 2) return words.join(':')
  return `${words.slice(0, start).join(':')}::${words.slice(start + length).join(':')}`
}

function longestZeros(groups: readonly number[]): { start: number; length: number } {
  let best = { start: 0, length: 0 }
  let start = 0
  for (const [index, group] of groups.entries()) {
    if (group !== 0) start = index + 1
    else if (index + 1 - start > best.length) best = { start, length: index + 1 - start }
  }
  return best
}
