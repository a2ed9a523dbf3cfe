import type { Macros } from '../syntax/macros.ts'
import type { TypeNames } from './attribute.ts'
import type { Functions } from './binding.ts'

/** What an expression may use besides its variables. */
export interface Environment {
  readonly macros: Macros
  readonly functions: Functions
  readonly types: TypeNames
  /** The functions whose call with a constant is computed when an expression is parsed. */
  readonly folded: ReadonlySet<string>
  /** Messages that cel-go could make and functions that the original has; neither is here, and it is better to say so. */
  readonly missing: { readonly messages: ReadonlySet<string>; readonly functions: ReadonlySet<string> }
}
