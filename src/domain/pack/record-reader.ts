import type { YamlValue } from '../yaml/yaml-value.ts'
import { type Content, isContent } from './manifest.ts'
import { PackError } from './pack-error.ts'

/** Where in a file a part of a record stands. */
interface Spot {
  readonly file: string
  /** Empty for the whole. */
  readonly field: string
}

/** Reads fields of the record of a pack, which a person may have edited: what is of another shape is a PackError. */
export class RecordReader {
  readonly #content: Content
  readonly #spot: Spot

  constructor(content: Content, spot: Spot) {
    this.#content = content
    this.#spot = spot
  }

  /** The raw value of a field; undefined if it is absent or null. */
  value(key: string): YamlValue | undefined {
    return (Object.hasOwn(this.#content, key) ? this.#content[key] : undefined) ?? undefined
  }

  text(key: string): string | undefined {
    const value = this.value(key)
    return value === undefined || typeof value === 'string' ? value : this.refuse(key, 'must be a string')
  }

  /** A text that must be there. */
  word(key: string): string {
    return this.text(key) || this.refuse(key, 'must be a string that is not empty')
  }

  oneOf<const Word extends string>(key: string, words: readonly Word[]): Word {
    const word = words.find(one => one === this.value(key))
    return word ?? this.refuse(key, `must be ${words.join(' or ')}`)
  }

  flag(key: string): boolean | undefined {
    const value = this.value(key)
    return value === undefined || typeof value === 'boolean'
      ? value
      : this.refuse(key, 'must be true or false')
  }

  texts(key: string): readonly string[] | undefined {
    if (this.value(key) === undefined) return undefined
    return this.#list(key).map((entry, index) =>
      typeof entry === 'string' ? entry : this.refuse(`${key}[${index}]`, 'must be a string'),
    )
  }

  part(key: string): RecordReader {
    return this.#part(this.value(key), key)
  }

  parts(key: string): readonly RecordReader[] {
    return this.#list(key).map((entry, index) => this.#part(entry, `${key}[${index}]`))
  }

  /** Throws for a field that has not what it must have. */
  refuse(key: string, cause: string): never {
    throw new PackError('BAD_PACK', `cannot read ${this.#spot.file}: ${this.#at(key)} ${cause}`)
  }

  #list(key: string): readonly YamlValue[] {
    const value = this.value(key)
    return Array.isArray(value) ? value : this.refuse(key, 'must be a list')
  }

  #part(value: YamlValue | undefined, key: string): RecordReader {
    if (!isContent(value)) this.refuse(key, 'must be an object')
    return new RecordReader(value, { ...this.#spot, field: this.#at(key) })
  }

  #at(key: string): string {
    return this.#spot.field === '' ? key : `${this.#spot.field}.${key}`
  }
}
