import type { Cursor } from './cursor.ts'
import type { Directive } from './scan-directive.ts'
import type { TagName } from './scan-name.ts'

/** What the handles of tags stand for in one document. */
export class TagHandles {
  readonly #cursor: Cursor
  readonly #prefixes = new Map<string, string>()
  #hasVersion = false

  constructor(cursor: Cursor) {
    this.#cursor = cursor
  }

  add(directive: Directive, start: number): void {
    if (directive.kind === 'tag') return this.#addHandle(directive.handle, directive.prefix, start)
    if (this.#hasVersion) throw this.#cursor.error('SYNTAX', 'a second %YAML directive', start)
    this.#hasVersion = true
    if (directive.major === 1 && directive.minor === 1) return undefined
    throw this.#cursor.error('SYNTAX', 'a YAML version other than 1.1', start)
  }

  /** Returns the tag in full. */
  resolve({ handle, suffix }: TagName, start: number): string {
    if (handle === '') return suffix
    const prefix = this.#prefixes.get(handle) ?? defaultPrefix(handle)
    if (prefix !== undefined) return prefix + suffix
    throw this.#cursor.error('SYNTAX', `a tag handle "${handle}" that is not defined`, start)
  }

  #addHandle(handle: string, prefix: string, start: number): void {
    if (this.#prefixes.has(handle)) throw this.#cursor.error('SYNTAX', `a second %TAG for "${handle}"`, start)
    this.#prefixes.set(handle, prefix)
  }
}

function defaultPrefix(handle: string): string | undefined {
  if (handle === '!') return '!'
  return handle === '!!' ? 'tag:yaml.org,2002:' : undefined
}
