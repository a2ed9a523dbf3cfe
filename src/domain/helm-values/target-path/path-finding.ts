import type { PathAdvice } from './advice.ts'

/** How bad it is: most likely not what was meant; may bite later; good to know. */
type Level = 'wrong' | 'risk' | 'note'

/** What every finding says. Messages quote the path, never the value: that may be a secret. */
export interface FindingMessage {
  readonly level: Level
  readonly message: string
  readonly advice: readonly PathAdvice[]
}

/** Something about a targetPath that its writer may not expect. */
export type PathFinding = FindingMessage &
  (
    | { readonly code: 'REFUSED_BY_API' }
    | { readonly code: 'TEMPLATE_PREFIX'; readonly prefix: string }
    | { readonly code: 'JSON_POINTER' }
    | { readonly code: 'QUOTED_KEY' }
    | { readonly code: 'DOUBLE_BACKSLASH' }
    | { readonly code: 'TRAILING_BACKSLASH' }
    | { readonly code: 'DROPPED_BACKSLASH' }
    | { readonly code: 'EMPTY_NAME' }
    | {
        readonly code: 'KEY_SPLIT_AT_DOTS' | 'FILE_NAME_SPLIT'
        readonly key: string
        readonly makes: readonly string[]
      }
    | { readonly code: 'INDEX_AS_KEY'; readonly index: string }
    | { readonly code: 'FILLS_WITH_NULL'; readonly items: number }
    | { readonly code: 'REPLACES_LIST' }
    | { readonly code: 'LOSES_TO_INLINE' }
  )
