import { MAX_DOCUMENT_LENGTH } from '../parse/node-budget.ts'
import { tooLarge } from '../parse/scan-document.ts'
import { countBelow, positionAt } from '../position.ts'
import { YamlError } from '../yaml-error.ts'

/** One document of a text that may hold several. */
export interface DocumentText {
  /** What Cluster API hands to the reader: lines end with LF, the last one too. */
  readonly text: string
  /** Where it begins and ends in the whole text. */
  readonly start: number
  readonly end: number
}

/** How many documents are read at once. A ConfigMap has no room for more objects than that. */
export const MAX_DOCUMENTS = 10_000

const SEPARATOR = '---'
// What Go takes for white space.
const NOT_SPACE = /[^\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/

/**
 * Splits a text as Cluster API does: at lines that begin with `---`, inside of block scalars and quotes, too.
 *
 * Only white space and a comment may follow on such a line. A text without any value is still a document. This is for
 * what is read at once; whoever has packs to read takes documentsIn, and lets others work in between.
 *
 * @internal
 */
export function splitDocuments(text: string): DocumentText[] {
  const documents: DocumentText[] = []
  for (const document of documentsIn(text)) {
    if (documents.length === MAX_DOCUMENTS) throw tooMany(text, document.start)
    documents.push(document)
  }
  return documents
}

function tooMany(text: string, start: number): YamlError {
  const reason = `more than ${MAX_DOCUMENTS} documents at once`
  return new YamlError('TOO_MANY_DOCUMENTS', reason, positionAt(text, start))
}

/** Splits a text on the way, of any size: what comes before a wrong separator can be had before it is met. */
export function* documentsIn(text: string): Generator<DocumentText> {
  let start = 0
  let from = 0
  for (;;) {
    const separator = nextSeparator(text, from)
    if ((separator < 0 ? text.length : separator) - start > MAX_DOCUMENT_LENGTH) throw tooLarge(text, start)
    if (separator < 0) break
    from = endOfSeparator(text, separator)
    // A separator with nothing before it is part of the document that it begins.
    if (separator === start) continue
    yield documentBetween(text, start, separator)
    start = from
  }
  if (start < text.length) yield documentBetween(text, start, text.length)
}

function nextSeparator(text: string, from: number): number {
  const isFirstLine = from === 0 || text.charAt(from - 1) === '\n'
  if (isFirstLine && text.startsWith(SEPARATOR, from)) return from
  const found = text.indexOf(`\n${SEPARATOR}`, from)
  return found < 0 ? -1 : found + 1
}

/** Returns where the line behind a separator begins. */
function endOfSeparator(text: string, separator: number): number {
  const lineEnd = text.indexOf('\n', separator)
  const end = lineEnd < 0 ? text.length : lineEnd + 1
  const rest = text.slice(separator + SEPARATOR.length, end)
  const found = rest.search(NOT_SPACE)
  if (found < 0 || rest.charAt(found) === '#') return end
  const reason = `text after the document separator: "${rest.slice(found).trimEnd().slice(0, 40)}"`
  throw new YamlError('BAD_SEPARATOR', reason, positionAt(text, separator + SEPARATOR.length + found))
}

function documentBetween(text: string, start: number, end: number): DocumentText {
  const raw = text.slice(start, end)
  const lines = raw.includes('\r\n') ? raw.replaceAll('\r\n', '\n') : raw
  return { text: lines.endsWith('\n') ? lines : `${lines}\n`, start, end }
}

/** Returns a function that says where in the whole text an offset of a document lies: for many places in one document. */
export function offsetsInWhole(whole: string, { start, end }: DocumentText): (offset: number) => number {
  const raw = whole.slice(start, end)
  // Where each carriage return that the text of the document lacks would stand in it.
  const dropped: number[] = []
  for (let found = raw.indexOf('\r\n'); found >= 0; found = raw.indexOf('\r\n', found + 2))
    dropped.push(found - dropped.length)
  return offset => start + Math.min(offset + countBelow(dropped, offset), raw.length)
}
