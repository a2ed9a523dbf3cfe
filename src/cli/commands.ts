import type { Command } from './command.ts'
import { check } from './commands/check.ts'
import { completion } from './commands/completion.ts'
import { controller } from './commands/controller.ts'
import { demo } from './commands/demo.ts'
import { explain } from './commands/explain.ts'
import { helpCommand } from './commands/help.ts'
import { install } from './commands/install.ts'
import { pack } from './commands/pack.ts'
import { refresh } from './commands/refresh.ts'
import { retry } from './commands/retry.ts'
import { simulate } from './commands/simulate.ts'
import { snapshot } from './commands/snapshot.ts'
import { status } from './commands/status.ts'
import { uninstall } from './commands/uninstall.ts'
import { version } from './commands/version.ts'
import { wait } from './commands/wait.ts'
import { why } from './commands/why.ts'

// Help and completion keep this order: first what a newcomer needs first.
const verbs: readonly Command[] = [
  demo,
  pack,
  simulate,
  status,
  why,
  wait,
  refresh,
  retry,
  snapshot,
  install,
  check,
  uninstall,
  controller,
  explain,
  completion,
  version,
]

/** Every verb that users can type. */
export const commands: readonly Command[] = [...verbs, helpCommand(verbs)]
