import type { ExitCode } from '../command/exit-code.ts'
import { type FleetFlags, openFleet, type CommandSetting } from '../fleet/open-fleet.ts'

/** Writes a picture of a fleet, without secrets, to standard output. */
export async function runSnapshot(flags: FleetFlags, setting: CommandSetting): Promise<ExitCode> {
  const { io } = setting
  const { source, close } = await openFleet(flags, setting)
  try {
    const fleet = await source.read({ withVersions: true })
    const note = source.note(fleet)
    if (note !== undefined) io.say(`note: ${note}`)
    io.write(`${JSON.stringify(fleet)}\n`)
    return 0
  } finally {
    close()
  }
}
