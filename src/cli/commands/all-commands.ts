import type { Command } from '../command/command.ts'
import { addCommand } from './add.ts'
import { adoptCommand } from './adopt.ts'
import { applyCommand } from './apply.ts'
import { checkCommand } from './check.ts'
import { clusterCommand } from './cluster.ts'
import { compat } from './compat.ts'
import { completion } from './completion.ts'
import { consoleCommand } from './console.ts'
import { controller } from './controller.ts'
import { demo } from './demo.ts'
import { explainCommand } from './explain.ts'
import { helpCommand } from './help.ts'
import { initCommand } from './init.ts'
import { installCommand } from './install.ts'
import { lint } from './lint.ts'
import { migrateCommand } from './migrate.ts'
import { pack } from './pack.ts'
import { planCommand } from './plan.ts'
import { refreshCommand } from './refresh.ts'
import { retryCommand } from './retry.ts'
import { simulate } from './simulate.ts'
import { snapshot } from './snapshot.ts'
import { status } from './status.ts'
import { uninstallCommand } from './uninstall.ts'
import { versionCommand } from './version.ts'
import { waitCommand } from './wait.ts'
import { why } from './why.ts'

// Help and completion keep this order: first what a newcomer needs first.
const verbs: readonly Command[] = [
  demo,
  initCommand,
  addCommand,
  clusterCommand,
  migrateCommand,
  adoptCommand,
  pack,
  lint,
  compat,
  planCommand,
  simulate,
  status,
  why,
  waitCommand,
  refreshCommand,
  retryCommand,
  snapshot,
  consoleCommand,
  applyCommand,
  installCommand,
  checkCommand,
  uninstallCommand,
  controller,
  explainCommand,
  completion,
  versionCommand,
]

/** Every verb that users can type. */
export const commands: readonly Command[] = [...verbs, helpCommand(verbs)]
