import type { Command } from './command.ts'
import { completion } from './commands/completion.ts'
import { helpCommand } from './commands/help.ts'

// Help and completion keep this order: first what a newcomer needs first.
const verbs: readonly Command[] = [completion]

/** Every verb that users can type. */
export const commands: readonly Command[] = [...verbs, helpCommand(verbs)]
