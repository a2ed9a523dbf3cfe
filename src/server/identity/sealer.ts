import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const KEY_BYTES = 32
const IV_BYTES = 12
const TAG_BYTES = 16
const CIPHER = 'aes-256-gcm'

/**
 * Keeps what belongs to a browser in that browser, sealed: it can neither read nor change it.
 *
 * So a request without a login leaves nothing behind in the server, however many there are.
 */
export class Sealer {
  readonly #key = randomBytes(KEY_BYTES)

  /** Seals a value as base64url. `purpose` must be the same when it is opened. */
  seal(value: object, purpose: string): string {
    const iv = randomBytes(IV_BYTES)
    const cipher = createCipheriv(CIPHER, this.#key, iv, { authTagLength: TAG_BYTES })
    cipher.setAAD(Buffer.from(purpose))
    const text = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()])
    return Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64url')
  }

  /** Opens what was sealed by this process for the same purpose; undefined for everything else. */
  open(sealed: string, purpose: string): unknown {
    const bytes = Buffer.from(sealed, 'base64url')
    if (bytes.length <= IV_BYTES + TAG_BYTES) return undefined
    const cipher = createDecipheriv(CIPHER, this.#key, bytes.subarray(0, IV_BYTES), {
      authTagLength: TAG_BYTES,
    })
    cipher.setAAD(Buffer.from(purpose))
    cipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
    try {
      const text = cipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)).toString('utf8') + cipher.final('utf8')
      return JSON.parse(text)
    } catch {
      return undefined
    }
  }
}
