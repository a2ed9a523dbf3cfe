import { decodeUtf8, encodeUtf8 } from '../../bytes/utf8.ts'
import type { FitoutStep } from '../../api/schema/fitout-schema.ts'
import { valueFormatProblem } from '../../api/value-format.ts'
import { parseValuePath } from '../../api/value-path.ts'
import { quoteAsGo } from '../../text/quote-as-go.ts'
import type { HandOverHold, HandOverReason } from '../hand-over-hold.ts'
import { SecretValue } from '../secret-value.ts'
import { type JsonValue, MAX_JSON_DEPTH, jsonValueAt, readJsonValue } from './json-value.ts'
import { type ReadableSecret, bytesOfKey, secretSource } from './read-secret.ts'

type HandOver = NonNullable<FitoutStep['handOver']>[number]

/** How one value is read and checked. */
export type KeyRule = HandOver['keys'][string]

/** One value, read and checked. */
interface ReadKey {
  readonly value: SecretValue
  /** Whether it is UTF-8, and so may fill a variable. */
  readonly isText: boolean
}

type KeyReading = { readonly read: ReadKey } | { readonly hold: HandOverHold }
type Bytes = { readonly bytes: Uint8Array } | 'missing' | { readonly hold: HandOverHold }

/** Reads the keys of one Secret. JSON that many paths lead into is read once. */
export class KeyReader {
  readonly #secret: ReadableSecret
  readonly #json = new Map<string, JsonValue | { readonly hold: HandOverHold }>()

  constructor(secret: ReadableSecret) {
    this.#secret = secret
  }

  /** Reads one value, or says what keeps it from being handed over. */
  read(name: string, rule: KeyRule): KeyReading {
    const path = rule.path === undefined ? [name] : parseValuePath(rule.path)
    const found = this.#bytesAt(path)
    if (typeof found === 'object' && 'hold' in found) return found
    const fallback = rule.default === undefined ? undefined : encodeUtf8(rule.default)
    const bytes = found === 'missing' ? fallback : found.bytes
    if (bytes === undefined) return this.#missing(path)
    return this.#checked(bytes, rule, path)
  }

  #checked(bytes: Uint8Array, { format }: KeyRule, path: readonly string[]): KeyReading {
    const text = decodeUtf8(bytes)
    // What is no text has no format either; the empty text is what no format but none at all takes.
    const problem = format === undefined ? undefined : valueFormatProblem(format, text ?? '')
    if (problem !== undefined) return this.#hold('HandOverValueMalformed', path, problem)
    return { read: { value: new SecretValue(bytes), isText: text !== undefined } }
  }

  #bytesAt(path: readonly string[]): Bytes {
    const [key = '', ...fields] = path
    const bytes = bytesOfKey(this.#secret, key)
    if (bytes === 'missing') return 'missing'
    if (bytes === undefined) return this.#hold('HandOverValueMalformed', [key], 'must be base64')
    if (fields.length === 0) return { bytes }
    const json = this.#jsonOf(key, bytes)
    if ('hold' in json) return json
    const answer = jsonValueAt(json, fields)
    return answer.kind === 'found' ? { bytes: encodeUtf8(answer.text) } : 'missing'
  }

  #jsonOf(key: string, bytes: Uint8Array): JsonValue | { readonly hold: HandOverHold } {
    const known = this.#json.get(key)
    if (known) return known
    const json = readJsonValue(decodeUtf8(bytes) ?? '')
    const read =
      typeof json === 'object' ? json : this.#hold('HandOverValueMalformed', [key], jsonProblems[json])
    this.#json.set(key, read)
    return read
  }

  // Names the first part of the path that is not there, so that the message shows where to look.
  #missing(path: readonly string[]): { readonly hold: HandOverHold } {
    const [key = '', ...fields] = path
    const json = this.#json.get(key)
    const answer = json && !('hold' in json) ? jsonValueAt(json, fields) : undefined
    const found = answer?.kind === 'missing' ? 1 + answer.depth : 0
    const lacking = path.slice(0, found + 1).join('.')
    return {
      hold: {
        reason: 'HandOverKeyMissing',
        message: `Secret "${this.#secret.name}" lacks key ${quoteAsGo(lacking)}`,
        source: secretSource(this.#secret, lacking),
      },
    }
  }

  #hold(reason: HandOverReason, path: readonly string[], problem: string): { readonly hold: HandOverHold } {
    const key = path.join('.')
    const message = `Key ${quoteAsGo(key)} of Secret "${this.#secret.name}" ${problem}`
    return { hold: { reason, message, source: secretSource(this.#secret, key) } }
  }
}

const jsonProblems = {
  'not-json': 'must be JSON, because a path leads into it',
  'too-deep': `has more than ${MAX_JSON_DEPTH} levels of JSON`,
} as const
