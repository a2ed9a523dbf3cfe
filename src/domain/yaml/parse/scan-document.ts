import { positionAt } from '../position.ts'
import { YamlError } from '../yaml-error.ts'
import type { EventSink } from './event-sink.ts'
import { MAX_DOCUMENT_LENGTH, NodeBudget } from './node-budget.ts'
import { Scanner } from './scanner.ts'

// The quick look takes all of a surrogate pair for bad; the thorough one, which knows pairs, is slower.
const QUICK = /[^\t\n\r\u0020-\u007e\u0085\u00a0-\ud7ff\ue000-\ufffd]/
const THOROUGH = /[^\t\n\r\u0020-\u007e\u0085\u00a0-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u

/** Reads one document into a sink, or throws a YamlError; what is too large is refused before it costs anything. */
export function scanDocument(text: string, sink: EventSink, budget = new NodeBudget()): void {
  if (text.length > MAX_DOCUMENT_LENGTH) throw tooLarge(text, 0)
  const bad = findBadCharacter(text)
  if (bad >= 0) throw new YamlError('BAD_CHARACTER', 'a control character', positionAt(text, bad))
  new Scanner(text, sink, budget).run()
}

/** The error for a document that begins at `start` and is too long. */
export function tooLarge(text: string, start: number): YamlError {
  const reason = `a document of more than ${MAX_DOCUMENT_LENGTH} characters`
  return new YamlError('TOO_LARGE', reason, positionAt(text, start + MAX_DOCUMENT_LENGTH))
}

/** Finds a character that may not stand in YAML, not even in quotes: the offset of the first one, or -1. */
function findBadCharacter(text: string): number {
  return QUICK.test(text) ? text.search(THOROUGH) : -1
}
