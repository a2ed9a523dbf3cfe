import type { Command } from '../command.ts'
import type { ExitCode } from '../exit-code.ts'
import type { FleetWorld } from '../fleet/link.ts'
import type { Io } from '../io/io.ts'
import { complete, type WantedName, wantedName } from './complete.ts'

/** Where names of the fleet come from; the Kubernetes client is loaded only if one is wanted. */
type World = Pick<FleetWorld, 'connect'>

/**
 * Answers the completion scripts, which call `fitout __complete -- <words…>` on every press of the tab key:
 * one candidate a line, followed by a tab and its meaning if there is one.
 */
export async function printCandidates(
  words: readonly string[],
  io: Io,
  { commands, world }: { readonly commands: readonly Command[]; readonly world?: World },
): Promise<ExitCode> {
  try {
    const typed = words[0] === '--' ? words.slice(1) : words
    for (const { word, help } of complete(typed, commands))
      io.write(help ? `${word}\t${help}\n` : `${word}\n`)
    const wanted = wantedName(typed, commands)
    const names = wanted ? await namesAt(wanted, world ?? (await outside(io))) : []
    for (const name of names) io.write(`${name}\n`)
  } catch {
    // No candidates: an error would be written across the line that is being typed.
  }
  return 0
}

async function namesAt(wanted: WantedName, world: World): Promise<readonly string[]> {
  const { fleetNames } = await import('./fleet-names.ts')
  return fleetNames(wanted, world)
}

async function outside(io: Io): Promise<World> {
  const { realWorld } = await import('../fleet/real-world.ts')
  return realWorld(io)
}
