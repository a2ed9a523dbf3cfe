import { type Fields, isFields } from '../object/fields.ts'
import { ResourceSetError, type ResourceSetErrorCode } from './resource-set-error.ts'

/** Reads fields of parsed YAML or JSON. What is absent or null is empty, as when Go decodes it. */
export class FieldReader {
  readonly #fields: Fields
  readonly #path: string
  readonly #code: ResourceSetErrorCode

  constructor(given: unknown, code: ResourceSetErrorCode, path = '') {
    if (given !== undefined && given !== null && !isFields(given)) {
      throw new ResourceSetError(code, path, 'must be an object')
    }
    this.#fields = given ?? {}
    this.#path = path
    this.#code = code
  }

  /** The raw value of a field. */
  value(name: string): unknown {
    return Object.hasOwn(this.#fields, name) ? this.#fields[name] : undefined
  }

  object(name: string): FieldReader {
    return new FieldReader(this.value(name), this.#code, this.#at(name))
  }

  objects(name: string): readonly FieldReader[] {
    return this.#list(name).map(
      (entry, index) => new FieldReader(entry, this.#code, `${this.#at(name)}[${index}]`),
    )
  }

  strings(name: string): readonly string[] {
    return this.#list(name).map((entry, index) => this.#string(entry, `${this.#at(name)}[${index}]`))
  }

  string(name: string): string {
    return this.#string(this.value(name), this.#at(name))
  }

  boolean(name: string): boolean {
    const value = this.value(name) ?? false
    if (typeof value !== 'boolean') this.#fail(this.#at(name), 'must be true or false')
    return value
  }

  /** A map of strings, such as labels or `data`. */
  stringMap(name: string): ReadonlyMap<string, string> {
    const value = this.value(name) ?? {}
    if (!isFields(value)) this.#fail(this.#at(name), 'must be an object')
    return new Map(
      Object.entries(value).map(([key, text]) => [key, this.#string(text, `${this.#at(name)}[${key}]`)]),
    )
  }

  /** Throws for a field whose value is none of those that are allowed. */
  refuse(name: string, cause: string): never {
    this.#fail(this.#at(name), cause)
  }

  #list(name: string): readonly unknown[] {
    const value = this.value(name) ?? []
    if (!Array.isArray(value)) this.#fail(this.#at(name), 'must be a list')
    return value
  }

  #string(value: unknown, path: string): string {
    const text = value ?? ''
    if (typeof text !== 'string') this.#fail(path, 'must be a string')
    return text
  }

  #at(name: string): string {
    return this.#path === '' ? name : `${this.#path}.${name}`
  }

  #fail(path: string, cause: string): never {
    throw new ResourceSetError(this.#code, path, cause)
  }
}
