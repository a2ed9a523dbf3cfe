import type { YamlPath } from '../yaml/node/node-at.ts'
import type { YamlValue } from '../yaml/yaml-value.ts'
import type { KubeconfigErrorCode } from './kubeconfig-error.ts'

/** Throws the error of a place: a path that does not exist is located at the part of it that does. */
export type Refuse = (code: KubeconfigErrorCode, path: YamlPath, reason: string) => never

/** A field that is refused when it says anything at all. */
export type KubeconfigRefusal = readonly [code: KubeconfigErrorCode, reason: string]

/** Reads one mapping of a kubeconfig. Null, as Go reads it, is the same as absent. */
export class KubeconfigFields {
  readonly path: YamlPath
  readonly #value: Readonly<Record<string, YamlValue>>
  readonly #refuse: Refuse

  constructor(value: YamlValue | undefined, path: YamlPath, refuse: Refuse) {
    if (!isMapping(value)) refuse('WRONG_TYPE', path, `${describePath(path)} must be a mapping`)
    this.path = path
    this.#value = value
    this.#refuse = refuse
  }

  /** The text of a field; undefined when it is absent or empty. */
  text(name: string): string | undefined {
    const value = this.#field(name) ?? ''
    if (typeof value !== 'string') this.refuse('WRONG_TYPE', name, `${name} must be a string`)
    return value === '' ? undefined : value
  }

  /** The text of a field that must be there. */
  neededText(name: string): string {
    return this.text(name) ?? this.refuse('MISSING', name, `${name} is missing`)
  }

  /** A mapping inside of this one, which must be there. */
  fields(name: string): KubeconfigFields {
    const value = this.#field(name)
    if (value === null) this.refuse('MISSING', name, `${name} is missing`)
    return new KubeconfigFields(value, [...this.path, name], this.#refuse)
  }

  /** The mappings of a list; none when it is absent. */
  list(name: string): readonly KubeconfigFields[] {
    const value = this.#field(name) ?? []
    if (!Array.isArray(value)) this.refuse('WRONG_TYPE', name, `${name} must be a list`)
    return value.map(
      (entry: YamlValue, index) => new KubeconfigFields(entry, [...this.path, name, index], this.#refuse),
    )
  }

  /** Refuses fields that are dangerous, in their order, and then those that are not known. */
  allowOnly(known: readonly string[], refusals: Readonly<Record<string, KubeconfigRefusal>> = {}): void {
    for (const [name, [code, reason]] of Object.entries(refusals)) {
      if (saysSomething(this.#field(name))) this.refuse(code, name, reason)
    }
    for (const name of Object.keys(this.#value)) {
      if (known.includes(name) || Object.hasOwn(refusals, name)) continue
      this.refuse('UNKNOWN_FIELD', name, `an unknown field in ${describePath(this.path)}`)
    }
  }

  refuse(code: KubeconfigErrorCode, name: string, reason: string): never {
    this.#refuse(code, [...this.path, name], reason)
  }

  #field(name: string): YamlValue {
    return Object.hasOwn(this.#value, name) ? (this.#value[name] ?? null) : null
  }
}

// Writers of kubeconfigs print empty fields, too: `insecure-skip-tls-verify: false`, `as-groups: []`.
function saysSomething(value: YamlValue): boolean {
  if (value === null || value === false || value === '') return false
  return !Array.isArray(value) || value.length > 0
}

function isMapping(value: YamlValue | undefined): value is Readonly<Record<string, YamlValue>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

// Only words of ours are in a path: fields are asked for by name.
function describePath(path: YamlPath): string {
  const text = path.map(step => (typeof step === 'number' ? `[${step}]` : `.${step}`)).join('')
  return text === '' ? 'the document' : text.slice(1)
}
