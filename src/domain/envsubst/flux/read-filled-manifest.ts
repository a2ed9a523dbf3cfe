import { readGoYaml } from '../../yaml/read-go-yaml.ts'
import { YamlError } from '../../yaml/yaml-error.ts'
import type { YamlValue } from '../../yaml/yaml-value.ts'
import { isLostToKustomize } from '../go-yaml/scalar-style.ts'
import { formatPath } from '../object-path.ts'
import { type FluxManifest, isList, isMapping } from './manifest.ts'
import { SubstitutionError } from './substitution-error.ts'

/** Reads a manifest whose variables have been filled, and hands it to kustomize as Flux does. */
export function readFilledManifest(text: string): FluxManifest {
  const value = readFilled(text)
  if (isMapping(value)) return new Handover().mapping(value)
  throw new SubstitutionError('RESULT_NOT_AN_OBJECT', 'after substitution it is no longer an object')
}

// The reader's own words may quote what it read, and that may be out of a Secret.
function readFilled(text: string): YamlValue {
  try {
    return readGoYaml(text)
  } catch (error) {
    if (!(error instanceof YamlError)) throw error
    const place = `line ${error.line}, column ${error.column} of the result`
    throw new SubstitutionError(
      'RESULT_NOT_YAML',
      `it is not valid YAML after substitution: ${error.code} at ${place}`,
    )
  }
}

/** The way from YAML through JSON to kustomize: every number becomes a float, and some texts are lost. */
class Handover {
  readonly #path: (string | number)[] = []

  mapping(mapping: FluxManifest): FluxManifest {
    const entries: [string, YamlValue][] = []
    for (const [key, value] of Object.entries(mapping)) {
      this.#path.push(key)
      this.#check(key)
      entries.push([key, this.#value(value)])
      this.#path.pop()
    }
    return Object.fromEntries(entries)
  }

  #list(list: readonly YamlValue[]): YamlValue {
    const items: YamlValue[] = []
    for (const [index, item] of list.entries()) {
      this.#path.push(index)
      items.push(this.#value(item))
      this.#path.pop()
    }
    return items
  }

  #value(value: YamlValue): YamlValue {
    if (typeof value === 'string') this.#check(value)
    // Minus zero becomes zero on the way.
    if (typeof value === 'bigint' || typeof value === 'number') return Number(value) + 0
    if (isMapping(value)) return this.mapping(value)
    return isList(value) ? this.#list(value) : value
  }

  #check(text: string): void {
    if (!isLostToKustomize(text)) return
    const reason = 'has several lines and begins with a tab: kustomize cannot read what it makes of that'
    throw new SubstitutionError('RESULT_BEGINS_WITH_TAB', `${formatPath(this.#path)} ${reason}`)
  }
}
