import type { YamlPath } from '../node/node-at.ts'
import type { Position } from '../position.ts'

const reasons = {
  NOT_A_LIST: 'it is not a list',
  NOT_A_MAPPING: 'it is not a mapping',
  NOT_A_SCALAR: 'it is a mapping, a list or an alias',
  NOT_FOUND: 'there is no such value',
  SHARED: 'an anchor, a merge key or a tag ties it to more than its own text',
} as const

/** A value that cannot be changed without changing more than its own text. */
export class YamlEditError extends Error {
  override readonly name = 'YamlEditError'
  readonly code: keyof typeof reasons
  readonly position: Position

  constructor(code: keyof typeof reasons, path: YamlPath, position: Position) {
    super(`cannot edit ${path.map(String).join('.') || 'the document'}: ${reasons[code]}`)
    this.code = code
    this.position = position
  }
}
