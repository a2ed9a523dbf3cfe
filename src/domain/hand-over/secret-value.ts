import { encodeUtf8 } from '../bytes/utf8.ts'

const HIDDEN = '[secret]'

/**
 * Bytes that must not be shown. Whatever prints, logs or serialises one gets a word that says nothing, not even a length.
 *
 * Only `reveal` gives them back. Four places may call it: the one that fills templates, the one that builds the Secret that
 * carries them, and of the server the ones that send its own secret to the login and the token of a user to the Git host.
 */
export class SecretValue {
  readonly #bytes: Uint8Array

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  /** Hides a text. */
  static ofText(text: string): SecretValue {
    return new SecretValue(encodeUtf8(text))
  }

  /** Tells whether two values are the same, byte for byte. */
  isSame(other: SecretValue): boolean {
    const [mine, theirs] = [this.#bytes, other.#bytes]
    return mine.length === theirs.length && mine.every((byte, index) => byte === theirs[index])
  }

  /** The bytes themselves; they must not be changed. */
  reveal(): Uint8Array {
    return this.#bytes
  }

  toString(): string {
    return HIDDEN
  }

  toJSON(): string {
    return HIDDEN
  }
}
