import { MAX_DEPTH } from '../parse/event-parser.ts'
import type { YamlValue } from '../yaml-value.ts'
import { beginsWithBlank, literalBlock } from './literal-block.ts'
import { quoteString } from './quote-string.ts'
import { writeNumber } from './write-number.ts'

/** A value that cannot be written as YAML. */
export class YamlWriteError extends Error {
  override readonly name = 'YamlWriteError'
  readonly code = 'TOO_DEEP'

  constructor() {
    super(`cannot write YAML: more than ${MAX_DEPTH} nested collections`)
  }
}

/** The longest key that readers recognise by the colon behind it alone. */
const MAX_PLAIN_KEY = 1000

/**
 * Writes one document. The same value gives the same bytes, keys keep their order, long lines are not broken.
 *
 * What any reader of YAML 1.1 or 1.2 could take for a boolean, number, date or null is quoted.
 */
export function writeYaml(value: YamlValue): string {
  const writer = new Writer()
  writer.document(value)
  return writer.text
}

class Writer {
  text = ''
  readonly #keys = new Map<string, string>()
  #depth = 0

  document(value: YamlValue): void {
    if (isFilledList(value)) this.#list(value, '')
    else if (isFilledObject(value)) this.#object(value, '')
    else this.text += typeof value === 'string' ? this.#root(value) : `${scalarText(value)}\n`
  }

  // From where the indentation of a whole document is counted, readers do not agree.
  #root(value: string): string {
    return beginsWithBlank(value) ? `${quoteString(value)}\n` : this.#string(value, '  ')
  }

  /** Writes entries, each on lines of its own; the cursor is behind the indentation of the first. */
  #object(object: Readonly<Record<string, YamlValue>>, pad: string): void {
    this.#enter()
    let isFirst = true
    for (const key of Object.keys(object)) {
      if (!isFirst) this.text += pad
      isFirst = false
      this.text += this.#key(key, pad)
      this.#value(object[key] ?? null, pad)
    }
    this.#depth--
  }

  #list(list: readonly YamlValue[], pad: string): void {
    this.#enter()
    let isFirst = true
    for (const item of list) {
      if (!isFirst) this.text += pad
      isFirst = false
      this.text += '-'
      this.#item(item, pad)
    }
    this.#depth--
  }

  /** Writes what stands behind a colon. Lists are as deep as their key, as kubectl writes them. */
  #value(value: YamlValue, pad: string): void {
    if (isFilledList(value)) {
      this.text += `\n${pad}`
      this.#list(value, pad)
    } else if (isFilledObject(value)) {
      this.text += `\n${pad}  `
      this.#object(value, `${pad}  `)
    } else {
      this.#scalar(value, pad)
    }
  }

  #item(value: YamlValue, pad: string): void {
    const inner = `${pad}  `
    if (isFilledList(value)) {
      this.text += ' '
      this.#list(value, inner)
    } else if (isFilledObject(value)) {
      this.text += ' '
      this.#object(value, inner)
    } else {
      this.#scalar(value, pad)
    }
  }

  #scalar(value: YamlValue, pad: string): void {
    this.text += typeof value === 'string' ? ` ${this.#string(value, `${pad}  `)}` : ` ${scalarText(value)}\n`
  }

  #string(value: string, pad: string): string {
    return (value.includes('\n') ? literalBlock(value, pad) : undefined) ?? `${quoteString(value)}\n`
  }

  // The keys of manifests are few, and there are many of each.
  #key(key: string, pad: string): string {
    let text = this.#keys.get(key)
    if (text === undefined) {
      text = quoteString(key)
      this.#keys.set(key, text)
    }
    return text.length > MAX_PLAIN_KEY ? `? ${text}\n${pad}:` : `${text}:`
  }

  #enter(): void {
    if (++this.#depth > MAX_DEPTH) throw new YamlWriteError()
  }
}

function scalarText(value: YamlValue): string {
  if (typeof value === 'number' || typeof value === 'bigint') return writeNumber(value)
  if (value === null || typeof value === 'boolean') return String(value)
  return Array.isArray(value) ? '[]' : '{}'
}

function isFilledList(value: YamlValue): value is readonly YamlValue[] {
  return Array.isArray(value) && value.length > 0
}

function isFilledObject(value: YamlValue): value is Readonly<Record<string, YamlValue>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length > 0
}
