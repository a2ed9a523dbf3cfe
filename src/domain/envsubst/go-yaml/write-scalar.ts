import { escapeDoubleQuoted } from './escape-double-quoted.ts'
import type { YamlPage } from './page.ts'
import { type GoScalarStyle, styleOf } from './scalar-style.ts'

/** Behind this column a line is folded at the next space. */
const WIDTH = 80

const lineBreak = /[\n\u2028\u2029]/

/** Whether long lines may be folded: a simple key must stay on its line. */
export type Folding = 'folded' | 'on-one-line'

const writers: Readonly<Record<GoScalarStyle, (page: YamlPage, text: string, folding: Folding) => void>> = {
  plain: writeFolded,
  'single-quoted': writeSingleQuoted,
  'double-quoted': writeDoubleQuoted,
  literal: writeLiteral,
}

/** Writes a string with the quotes, escapes and line breaks of Go's YAML library. */
export function writeScalar(page: YamlPage, text: string, folding: Folding): void {
  page.indentedForScalar(() => {
    page.gap()
    writers[styleOf(text)](page, text, folding)
  })
}

function writeSingleQuoted(page: YamlPage, text: string, folding: Folding): void {
  page.put("'")
  writeFolded(page, text.replaceAll("'", "''"), folding)
  page.put("'")
}

function writeFolded(page: YamlPage, text: string, folding: Folding): void {
  if (!mayPassWidth(page, text, folding)) return putLines(page, text)
  for (const { word, spaces } of wordsOf(text)) {
    putLines(page, word)
    // A break is read as one space, so only a single space may become one, and none at either end.
    if (spaces === ' ' && word !== '' && page.column > WIDTH) page.newLine()
    else page.put(spaces)
  }
}

function writeDoubleQuoted(page: YamlPage, text: string, folding: Folding): void {
  page.put('"')
  const escaped = escapeDoubleQuoted(text)
  const pieces = mayPassWidth(page, escaped, folding) ? wordsOf(escaped) : [{ word: escaped, spaces: '' }]
  for (const { word, spaces } of pieces) {
    page.put(word)
    const mayFold = spaces !== '' && word !== '' && page.column > WIDTH
    if (mayFold) page.newLine()
    // Spaces at the beginning of a line are dropped by the reader, unless a backslash keeps them.
    page.put(mayFold && spaces.length > 1 ? `\\${spaces.slice(1)}` : mayFold ? '' : spaces)
  }
  page.put('"')
}

function writeLiteral(page: YamlPage, text: string): void {
  page.put(`|${/^[ \n\u2028\u2029]/.test(text) ? '2' : ''}${chomping(text)}`)
  page.breakLine('\n')
  putLines(page, text, 'on-new-line')
}

// How the reader shall treat the breaks at the end: drop them, keep one, or keep all.
function chomping(text: string): '-' | '' | '+' {
  if (!/[\n\u2028\u2029]$/.test(text)) return '-'
  return /(?:^|[\n\u2028\u2029])[\n\u2028\u2029]$/.test(text) ? '+' : ''
}

// A line that is empty is not indented.
function putLines(
  page: YamlPage,
  text: string,
  start: 'on-this-line' | 'on-new-line' = 'on-this-line',
): void {
  if (start === 'on-this-line' && !lineBreak.test(text)) return page.put(text)
  let isBroken = start === 'on-new-line'
  for (const [piece] of text.matchAll(/[\n\u2028\u2029]|[^\n\u2028\u2029]+/g)) {
    const isBreak = lineBreak.test(piece)
    if (isBreak) page.breakLine(piece)
    else if (isBroken) page.newLine()
    if (!isBreak) page.put(piece)
    isBroken = isBreak
  }
}

function mayPassWidth(page: YamlPage, text: string, folding: Folding): boolean {
  return folding === 'folded' && page.column + text.length > WIDTH && text.includes(' ')
}

// A single space at the very end belongs to the last word: nothing is folded there.
function wordsOf(text: string): { readonly word: string; readonly spaces: string }[] {
  return Array.from(text.matchAll(/((?:[^ ]+ $)|[^ ]*)( *)/g), ([, word = '', spaces = '']) => ({
    word,
    spaces,
  }))
}
