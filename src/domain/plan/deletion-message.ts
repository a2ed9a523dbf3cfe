import { cutText } from '../proof/judge/quote-message.ts'

const SHOWN = 3
/** Names of finalizers have no limit of their own; a message has. */
const MAX_NAME = 100

/** Says of what is being deleted what it waits for: its finalizers, by name, so that the words stay the same. */
export function deletionMessage(what: string, finalizers: readonly string[]): string {
  if (finalizers.length === 0) return `${what} is being deleted`
  const names = finalizers.toSorted().map(name => `"${cutText(name, MAX_NAME)}"`)
  const more = names.length > SHOWN ? ` and ${names.length - SHOWN} more` : ''
  const noun = names.length === 1 ? 'finalizer' : 'finalizers'
  return `${what} is being deleted and waits for ${noun} ${names.slice(0, SHOWN).join(', ')}${more}`
}
