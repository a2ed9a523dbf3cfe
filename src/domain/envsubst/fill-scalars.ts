import type { YamlValue } from '../yaml/yaml-value.ts'
import { EnvsubstError, type EnvsubstErrorCode } from './envsubst-error.ts'
import { type Lookup, evaluateStrictly } from './evaluate.ts'
import { MAX_OBJECT_DEPTH, MAX_OBJECT_VALUES } from './object-limits.ts'
import { type ObjectPath, formatPath } from './object-path.ts'
import { MAX_RESULT_LENGTH } from './operators/work.ts'
import { parseTemplate } from './parse-template.ts'

/** Why a value cannot be filled. */
export type FillProblemCode =
  | EnvsubstErrorCode
  | 'VARIABLE_NOT_SET'
  /** A key would have to change, and keys are structure. */
  | 'VARIABLE_IN_KEY'
  /** `apiVersion` or `kind` would have to change: what an object is must stand in the template. */
  | 'VARIABLE_IN_TYPE'
  /** A NUL character ends a template, so what follows it would be lost. */
  | 'TEXT_CUT'
  | 'TOO_DEEP'
  | 'TOO_LARGE'

/** One thing that keeps a value from being filled. The message names variables and never holds a value. */
export interface FillProblem {
  readonly code: FillProblemCode
  readonly path: ObjectPath
  readonly message: string
  /** The variable that is not set; undefined for every other problem. */
  readonly variable: string | undefined
}

/** The filled value, or everything that keeps it from being filled. */
export type Filled =
  | { readonly ok: true; readonly value: YamlValue }
  | { readonly ok: false; readonly problems: readonly FillProblem[] }

/**
 * Fills the variables in the strings of a parsed manifest, strictly: every variable needs a value or a default.
 *
 * Unlike Flux this changes nothing but strings, and a string stays a string: a value is data, whatever it looks like,
 * and can never become structure, a number or another type. What has no variables is returned as it is, not copied.
 */
export function fillScalars(value: YamlValue, lookup: Lookup): Filled {
  const filler = new Filler(lookup)
  const filled = filler.fill(value)
  return filler.problems.length > 0 ? { ok: false, problems: filler.problems } : { ok: true, value: filled }
}

class Filler {
  readonly problems: FillProblem[] = []
  readonly #lookup: Lookup
  readonly #path: (string | number)[] = []
  #values = 0
  #length = 0
  #isStopped = false

  constructor(lookup: Lookup) {
    this.#lookup = lookup
  }

  fill(value: YamlValue): YamlValue {
    if (this.#isTooMuch()) return value
    if (typeof value === 'string') return this.#fillText(value)
    if (typeof value !== 'object' || value === null) return value
    return isList(value) ? this.#fillList(value) : this.#fillMapping(value)
  }

  #fillList(list: readonly YamlValue[]): YamlValue {
    const filled: YamlValue[] = []
    for (const [index, item] of list.entries()) {
      this.#path.push(index)
      filled.push(this.fill(item))
      this.#path.pop()
    }
    return filled.every((item, index) => item === list[index]) ? list : filled
  }

  #fillMapping(mapping: { readonly [key: string]: YamlValue }): YamlValue {
    const entries: [string, YamlValue][] = []
    let isSame = true
    for (const [key, value] of Object.entries(mapping)) {
      this.#path.push(key)
      if (hasVariable(key)) this.#report('VARIABLE_IN_KEY', 'a key cannot contain a variable')
      const filled = this.#isTypeWithVariable(key, value) ? value : this.fill(value)
      entries.push([key, filled])
      isSame &&= filled === value
      this.#path.pop()
    }
    return isSame ? mapping : Object.fromEntries(entries)
  }

  #isTypeWithVariable(key: string, value: YamlValue): boolean {
    const isType = this.#path.length === 1 && (key === 'apiVersion' || key === 'kind')
    if (!isType || typeof value !== 'string' || !hasVariable(value)) return false
    this.#report('VARIABLE_IN_TYPE', 'apiVersion and kind cannot contain a variable')
    return true
  }

  #isTooMuch(): boolean {
    this.#values++
    if (this.#values > MAX_OBJECT_VALUES)
      this.#stop('TOO_LARGE', `it has more than ${MAX_OBJECT_VALUES} values`)
    if (this.#path.length > MAX_OBJECT_DEPTH)
      this.#stop('TOO_DEEP', `it has more than ${MAX_OBJECT_DEPTH} levels`)
    return this.#isStopped
  }

  #fillText(text: string): string {
    if (!text.includes('$')) return text
    try {
      return this.#expand(text)
    } catch (error) {
      if (!(error instanceof EnvsubstError)) throw error
      this.#report(error.code, error.reason)
      return text
    }
  }

  #expand(text: string): string {
    const template = parseTemplate(text)
    if (template.cutAt !== undefined) this.#report('TEXT_CUT', 'a NUL character ends the text')
    const expansion = evaluateStrictly(template, { lookup: this.#lookup, negativeLength: 'from-end' })
    if (expansion.ok) return this.#counted(expansion.text)
    for (const { name } of expansion.unset)
      this.#report('VARIABLE_NOT_SET', `variable "${name}" is not set`, name)
    return text
  }

  // One value may be used in many places, so all of them together have the limit of one text.
  #counted(text: string): string {
    this.#length += text.length
    if (this.#length > MAX_RESULT_LENGTH)
      this.#stop('TOO_LARGE', `the result is over ${MAX_RESULT_LENGTH} characters`)
    return this.#isStopped ? '' : text
  }

  #stop(code: 'TOO_DEEP' | 'TOO_LARGE', cause: string): void {
    if (!this.#isStopped) this.#report(code, cause)
    this.#isStopped = true
  }

  #report(code: FillProblemCode, cause: string, variable?: string): void {
    const path = [...this.#path]
    this.problems.push({
      code,
      path,
      message: `cannot substitute variables in ${formatPath(path) || 'the value'}: ${cause}`,
      variable,
    })
  }
}

// What looks like an expression but cannot be read counts, too.
function hasVariable(text: string): boolean {
  if (!text.includes('${')) return false
  try {
    return parseTemplate(text).parts.some(part => part.kind === 'expression')
  } catch {
    return true
  }
}

function isList(value: object): value is readonly YamlValue[] {
  return Array.isArray(value)
}
