import type { Command } from './command.ts'
import { completion } from './commands/completion.ts'
import { controller } from './commands/controller.ts'
import { explain } from './commands/explain.ts'
import { helpCommand } from './commands/help.ts'
import { pack } from './commands/pack.ts'

// Help and completion keep this order: first what a newcomer needs first.
const verbs: readonly Command[] = [pack, controller, explain, completion]

/** Every verb that users can type. */
export const commands: readonly Command[] = [...verbs, helpCommand(verbs)]
