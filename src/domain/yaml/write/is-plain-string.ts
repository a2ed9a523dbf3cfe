// Everything visible. What looks like nothing, or like a space and is none, is better seen as an escape.
const HIDDEN =
  /[^\u0020-\u007e\u00a1-\u167f\u1681-\u1fff\u2010-\u2027\u2030-\u205e\u2070-\u2fff\u3001-\ud7ff\uf900-\ufdcf]/
const SYNTAX = /^[ ?:,[\]{}#&*!|>'"%@`]|^-(?: |$)|^(?:---|\.\.\.)(?: |$)|: | #|[ :]$/
// More than the readers of Kubernetes take for something else: any reader of YAML 1.1 or 1.2, in any case of letters.
const WORD = /^(?:y|n|yes|no|on|off|true|false|null|~|=|<<|[-+]?\.(?:inf|nan))$/i
const NUMBER =
  /^[-+]?(?:0x[0-9a-f_]*|0b[01_+-]*|0o[0-7_]*|[0-9][0-9_]*(?:\.[0-9_]*)?(?:e[-+]?[0-9_]*)?|\.[0-9_]+(?:e[-+]?[0-9_]*)?|[0-9][0-9_]*(?::[0-9]{1,2})+(?:\.[0-9_]*)?)$/i
const DATE = /^[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}(?:[Tt ]|$)/
const MAY_BE_WORD = /^[yntfo~=<.+-]/i
const MAY_BE_NUMBER = /^[-+]?\.?[0-9_]/

/** Whether every reader of YAML takes a text without quotes, as the value or key of a block, for the string it is. */
export function isPlainString(text: string): boolean {
  if (text === '' || HIDDEN.test(text) || SYNTAX.test(text)) return false
  if (MAY_BE_WORD.test(text) && WORD.test(text)) return false
  if (!MAY_BE_NUMBER.test(text)) return true
  // Go drops every underscore before it looks for a number: `-_0` is one.
  return ![text, text.replaceAll('_', '')].some(it => NUMBER.test(it)) && !DATE.test(text)
}

/** Whether a text has only visible characters and spaces, and so can stand in single quotes on one line. */
export function isVisible(text: string): boolean {
  return !HIDDEN.test(text)
}
