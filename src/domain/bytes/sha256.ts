const BLOCK_BYTES = 64
const LENGTH_BYTES = 8

const { roundConstants, initialState } = primeConstants()

/** SHA-256 over bytes that come in pieces. Call `digestHex` once, at the end. */
export class Sha256 {
  readonly #state = Int32Array.from(initialState)
  readonly #schedule = new Int32Array(64)
  readonly #rest = new Uint8Array(BLOCK_BYTES)
  #restLength = 0
  #length = 0

  /** Adds bytes; how they are cut into pieces does not matter. */
  update(bytes: Uint8Array): this {
    this.#length += bytes.length
    let at = this.#fillRest(bytes)
    const words = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    for (; at + BLOCK_BYTES <= bytes.length; at += BLOCK_BYTES) this.#compress(words, at)
    this.#rest.set(bytes.subarray(at), this.#restLength)
    this.#restLength += bytes.length - at
    return this
  }

  /** The digest as 64 lower-case hexadecimal digits. */
  digestHex(): string {
    const bits = this.#length * 8
    const zeros = (2 * BLOCK_BYTES - LENGTH_BYTES - 1 - this.#restLength) % BLOCK_BYTES
    const padding = new Uint8Array(1 + zeros + LENGTH_BYTES)
    padding[0] = 0x80
    const view = new DataView(padding.buffer)
    view.setUint32(1 + zeros, Math.floor(bits / 2 ** 32))
    view.setUint32(1 + zeros + 4, bits >>> 0)
    this.update(padding)
    return [...this.#state].map(word => (word >>> 0).toString(16).padStart(8, '0')).join('')
  }

  // Completes a block that an earlier piece began, and returns how many bytes that took.
  #fillRest(bytes: Uint8Array): number {
    if (this.#restLength === 0) return 0
    const taken = Math.min(BLOCK_BYTES - this.#restLength, bytes.length)
    this.#rest.set(bytes.subarray(0, taken), this.#restLength)
    this.#restLength += taken
    if (this.#restLength < BLOCK_BYTES) return taken
    this.#compress(new DataView(this.#rest.buffer), 0)
    this.#restLength = 0
    return taken
  }

  #compress(words: DataView, start: number): void {
    expand(this.#schedule, words, start)
    mix(this.#state, this.#schedule)
  }
}

/** The SHA-256 of a sequence of pieces, in hexadecimal digits. */
export function sha256Hex(pieces: Iterable<Uint8Array>): string {
  const hash = new Sha256()
  for (const piece of pieces) hash.update(piece)
  return hash.digestHex()
}

function expand(schedule: Int32Array, words: DataView, start: number): void {
  for (let index = 0; index < 16; index++) schedule[index] = words.getInt32(start + 4 * index)
  for (let index = 16; index < 64; index++) {
    const a = at0(schedule, index - 15)
    const b = at0(schedule, index - 2)
    const s0 = ((a >>> 7) | (a << 25)) ^ ((a >>> 18) | (a << 14)) ^ (a >>> 3)
    const s1 = ((b >>> 17) | (b << 15)) ^ ((b >>> 19) | (b << 13)) ^ (b >>> 10)
    schedule[index] = (at0(schedule, index - 16) + s0 + at0(schedule, index - 7) + s1) | 0
  }
}

function mix(state: Int32Array, schedule: Int32Array): void {
  let a = at0(state, 0)
  let b = at0(state, 1)
  let c = at0(state, 2)
  let d = at0(state, 3)
  let e = at0(state, 4)
  let f = at0(state, 5)
  let g = at0(state, 6)
  let h = at0(state, 7)
  for (let index = 0; index < 64; index++) {
    const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7))
    const t1 = (h + s1 + (g ^ (e & (f ^ g))) + at0(roundConstants, index) + at0(schedule, index)) | 0
    const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10))
    const t2 = (s0 + ((a & b) | (c & (a | b)))) | 0
    h = g
    g = f
    f = e
    e = (d + t1) | 0
    d = c
    c = b
    b = a
    a = (t1 + t2) | 0
  }
  state[0] = at0(state, 0) + a
  state[1] = at0(state, 1) + b
  state[2] = at0(state, 2) + c
  state[3] = at0(state, 3) + d
  state[4] = at0(state, 4) + e
  state[5] = at0(state, 5) + f
  state[6] = at0(state, 6) + g
  state[7] = at0(state, 7) + h
}

// Indexes here never leave their array; this is what tells the compiler so.
function at0(array: Int32Array, index: number): number {
  return array[index] ?? 0
}

// The constants of FIPS 180-4: the first 32 bits of the fractions of cube and square roots of the first primes.
function primeConstants(): { roundConstants: Int32Array; initialState: Int32Array } {
  const primes: number[] = []
  for (let candidate = 2; primes.length < 64; candidate++) {
    if (primes.every(prime => candidate % prime !== 0)) primes.push(candidate)
  }
  return {
    roundConstants: Int32Array.from(primes, prime => fractionBits(prime, 3)),
    initialState: Int32Array.from(primes.slice(0, 8), prime => fractionBits(prime, 2)),
  }
}

// Exact in whole numbers, because the last bit of a floating-point cube root is not the same everywhere.
function fractionBits(prime: number, degree: 2 | 3): number {
  const target = BigInt(prime) << BigInt(32 * degree)
  let low = 0n
  let high = 1n << 40n
  while (high - low > 1n) {
    const middle = (low + high) >> 1n
    if (middle ** BigInt(degree) <= target) low = middle
    else high = middle
  }
  return Number(BigInt.asIntN(32, low))
}
