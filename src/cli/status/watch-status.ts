import type { ExitCode } from '../command/exit-code.ts'
import type { FleetSource } from '../../fleet/link/fleet-source.ts'
import type { CommandSetting } from '../fleet/open-fleet.ts'
import { drawStatus } from './draw-status.ts'
import type { StatusRequest } from './status-view.ts'
import { printStatus } from './print-status.ts'

/** Shows a fleet until it is interrupted: on the whole screen, or line by line where there is none. */
export async function watchStatus(
  source: FleetSource,
  question: StatusRequest,
  setting: CommandSetting,
): Promise<ExitCode> {
  const terminal = await setting.world.terminal()
  return terminal
    ? drawStatus(source, question, { ...setting, terminal })
    : printStatus(source, question, setting)
}
