import { listFirst } from '../text/list-first.ts'
import { cutText } from '../proof/judge/quote-message.ts'

/** Names of finalizers have no limit of their own; a message has. */
const MAX_NAME = 100

/** Says of what is being deleted what it waits for: its finalizers, by name, so that the words stay the same. */
export function deletionMessage(what: string, finalizers: readonly string[]): string {
  if (finalizers.length === 0) return `${what} is being deleted`
  const names = finalizers.toSorted().map(name => `"${cutText(name, MAX_NAME)}"`)
  const noun = names.length === 1 ? 'finalizer' : 'finalizers'
  return `${what} is being deleted and waits for ${noun} ${listFirst(names)}`
}
