import type { SetLineFault, SetLineErrorCode } from './set-line-error.ts'

/** The highest index of a list that Helm sets. */
export const MAX_INDEX = 65_536

/** How many dots deep a name may be for Helm. */
export const MAX_NESTED_NAME_LEVEL = 30

/** How many items all indexes of one line may add to lists. Helm has no such limit: a short line can take all memory. */
export const MAX_LIST_ITEMS_ADDED = 1_000_000

/** How deep lists may be nested by one line. Helm has no such limit. */
export const MAX_LINE_DEPTH = 1000

/** How many characters a line may have, or a targetPath with its value: as many bytes as a ConfigMap holds. */
export const MAX_LINE_LENGTH = 1024 * 1024

/** How many characters a targetPath may have. The API server takes 250. */
export const MAX_PATH_LENGTH = 4096

/** How many values one line may set, items of lists and parts of JSON among them. Helm has no such limit. */
export const MAX_LINE_VALUES = 10_000

const words: Readonly<Record<SetLineErrorCode, (key: string) => string>> = {
  NO_VALUE: key => `${key} has no value`,
  EMPTY_MAP: key => `nothing is set below ${key}`,
  NOT_A_MAP: key => `${key} has a value already that is not a map`,
  NOT_A_LIST: key => `${key} has a value already that is not a list`,
  BAD_INDEX: () => 'the index of a list is not a whole number',
  NEGATIVE_INDEX: () => 'the index of a list is negative',
  INDEX_TOO_LARGE: () => `the index of a list is above ${MAX_INDEX}`,
  TEXT_AFTER_INDEX: () => 'after the index of a list comes neither ".", "[" nor "="',
  OPEN_LIST: () => 'a list that begins with "{" does not end with "}"',
  BAD_JSON: () => 'this is not JSON',
  NAME_TOO_DEEP: () => `a name is more than ${MAX_NESTED_NAME_LEVEL} levels deep`,
  LISTS_TOO_DEEP: () => `lists are more than ${MAX_LINE_DEPTH} levels deep`,
  LISTS_TOO_LONG: () => `the indexes add more than ${MAX_LIST_ITEMS_ADDED} items to lists`,
  PATH_TOO_LONG: () => `it is longer than ${MAX_PATH_LENGTH} characters`,
  LINE_TOO_LONG: () => `it is longer than ${MAX_LINE_LENGTH} characters`,
  TOO_MANY_VALUES: () => `there are more than ${MAX_LINE_VALUES} values`,
}

/** Says what is wrong. A key is named only if it `mayBeShown`: part of a value may be part of a secret. */
export function faultWords(fault: SetLineFault, mayBeShown: boolean): string {
  const key = fault.key === undefined || !mayBeShown ? 'a key' : `key ${quoted(fault.key)}`
  return words[fault.code](key)
}

/** Quotes what a user wrote, without doubling backslashes: those are what it may be all about. */
export function quoted(text: string): string {
  // A line may be a file by mistake: the message stays one line, and short.
  const short = text.length > 80 ? `${text.slice(0, 80)}…` : text
  return `"${short.replace(/\p{Cc}/gu, '\ufffd')}"`
}
