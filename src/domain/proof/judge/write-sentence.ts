import { qualifiedName } from '../../object/qualified-name.ts'
import type { Evidence } from './evidence.ts'
import { cutText } from './quote-message.ts'

const MAX_SENTENCE = 256

/** Says in one sentence what keeps a proof from holding: the worst object, and how many more. `evidence` is worst first. */
export function writeSentence(evidence: readonly Evidence[], open: number): string {
  const [worst] = evidence
  const total = evidence.length
  if (worst === undefined) return 'The proof lists no objects'
  if (open === 0) return total === 1 ? `${subjectOf(worst)} is Current` : `All ${total} objects are Current`
  const more = open > 1 ? ` (and ${open - 1} more of ${total} objects)` : ''
  return `${cutText(`${subjectOf(worst)}${predicateOf(worst)}`, MAX_SENTENCE - more.length)}${more}`
}

function subjectOf({ on, object: { kind, namespace, name } }: Evidence): string {
  const place = on === 'Management' ? ' on the management cluster' : ''
  return `${kind} ${qualifiedName({ namespace, name })}${place}`
}

// kstatus counts in one word; a sentence says what that means.
const counted: Readonly<Record<string, (count: string, things: string) => string>> = {
  Replicas: (count, things) => ` is not complete (${count} ${things})`,
  Current: (count, things) => ` is not on every node (${count} ${things})`,
  Updated: (count, things) => ` is not updated (${count} ${things})`,
  Available: (count, things) => ` is not available (${count} ${things})`,
  Ready: (count, things) => ` is not ready (${count} ${things})`,
}

function predicateOf({ object: { kind }, health, message }: Evidence): string {
  switch (health) {
    case 'Terminating':
      return ' is being deleted'
    case 'NotFound':
      return message === 'Not found' ? ' does not exist' : ` does not exist: ${message}`
    case 'Unknown':
      return ` cannot be evaluated: ${message}`
    case 'Failed':
      return ` has failed: ${message}`
    case 'InProgress': {
      const [, word = '', count = ''] = /^(\w+): (\d+\/\d+)$/.exec(message) ?? []
      const say = Object.hasOwn(counted, word) ? counted[word] : undefined
      return say ? say(count, kind === 'DaemonSet' ? 'pods' : 'replicas') : `: ${message}`
    }
    default:
      return ' is Current'
  }
}
