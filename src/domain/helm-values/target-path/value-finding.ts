import type { FindingMessage } from './path-finding.ts'

/** Something that happens to a value on its way to a targetPath and that its writer may not expect. */
export type ValueFinding = FindingMessage &
  (
    | { readonly code: 'BECOMES_BOOLEAN' | 'BECOMES_NULL' | 'INTEGER_REWRITTEN' }
    | { readonly code: 'BECOMES_INTEGER'; readonly looksLike: 'number' | 'identifier' | 'aws-account-id' }
    | {
        readonly code:
          | 'NUMBER_STAYS_TEXT'
          | 'LEADING_ZERO_STAYS_TEXT'
          | 'BIG_INTEGER_STAYS_TEXT'
          | 'YAML_WORD_STAYS_TEXT'
      }
    | { readonly code: 'TYPE_STAYS_TEXT'; readonly type: 'boolean' | 'integer' | 'null' }
    | { readonly code: 'DOCUMENT_STAYS_TEXT' }
    | { readonly code: 'BECOMES_LIST'; readonly items: number }
    | { readonly code: 'JSON_BECOMES_LIST' | 'EMPTY_BRACES' | 'LIST_NOT_CLOSED' | 'TEXT_AFTER_LIST' }
    | { readonly code: 'COMMA_SPLITS' | 'EQUALS_KEPT' | 'BACKSLASH_DROPPED' }
    | { readonly code: 'QUOTES_REMOVED' | 'QUOTES_KEPT' | 'SPACE_KEPT' }
    | { readonly code: 'EMPTY_VALUE' | 'EMPTY_VALUE_DROPPED' }
  )
