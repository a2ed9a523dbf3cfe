import type { HistoryLine } from '../../src/simulator/faults/history.ts'
import { type Violation, breach } from './violation.ts'

/**
 * Finds writes that changed nothing and that the same process had the answer to already: it did not wait for the news of
 * its own write, and decided on what was before.
 *
 * Looks at what processes have received, and not at what servers did: who has lost an answer cannot know of it. Nor can who is
 * told of old versions by a server that lags behind; such a history has nothing to say here.
 */
export function checkNoEcho(lines: readonly HistoryLine[]): readonly Violation[] {
  const answered = new Map<string, string>()
  return lines.flatMap(line => {
    const { actor, key = '', op, rv, status, write, subresource = '' } = line
    if (write === undefined || status !== 'ok' || rv === undefined) return []
    const place = `${actor} ${key}`
    const isEcho = answered.get(place) === rv
    answered.set(place, rv)
    if (!isEcho) return []
    const part = subresource === '' ? '' : ` ${String(subresource)}`
    return breach(
      'noEcho',
      line,
      `${op}${part} ${key} changed nothing, and ${actor} had version ${rv} already`,
    )
  })
}
