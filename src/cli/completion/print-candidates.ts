import { homedir } from 'node:os'
import { basename, dirname } from 'node:path'
import type { Command } from '../command/command.ts'
import type { ExitCode } from '../command/exit-code.ts'
import type { FleetWorld } from '../fleet/fleet-world.ts'
import type { Io } from '../io/io.ts'
import { complete, type WantedName, wantedName } from './complete.ts'

/** Where names of the fleet come from; the Kubernetes client is loaded only if one is wanted. */
type World = Pick<FleetWorld, 'connect'>

/**
 * Answers the completion scripts, which call `fitout __complete -- <words…>` on every press of the tab key:
 * one candidate a line, followed by a tab and its meaning if there is one. `:files` asks the shell for names of files,
 * which it knows best.
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
    if (wanted?.kind === 'file') io.write(':files\n')
    const names = wanted ? await namesAt(wanted, { io, world }) : []
    for (const name of names) io.write(`${wanted?.prefix ?? ''}${name}\n`)
  } catch {
    // No candidates: an error would be written across the line that is being typed.
  }
  return 0
}

interface Around {
  readonly io: Io
  readonly world: World | undefined
}

async function namesAt(wanted: WantedName, { io, world }: Around): Promise<readonly string[]> {
  const { kind, current, flags } = wanted
  switch (kind) {
    case 'file':
      return []
    case 'pack':
      return (await packNames(io.cwd())).filter(name => name.startsWith(current))
    case 'add-on': {
      const { catalogue } = await import('../../scaffold/catalogue/catalogue.ts')
      return [...catalogue.keys()].filter(name => name.startsWith(current))
    }
    case 'environment': {
      const { findRepository } = await import('../repository/find-repository.ts')
      return Object.keys(findRepository(io).repository.environments).filter(name => name.startsWith(current))
    }
    case 'context':
      return (await contextNames(flags, io)).filter(name => name.startsWith(current))
    default: {
      const { fleetNames } = await import('./fleet-names.ts')
      return fleetNames({ ...wanted, kind }, world ?? (await outside(io)))
    }
  }
}

/** The packs that can be named: those in folders of their name, right in the folder of packs. */
async function packNames(cwd: string): Promise<readonly string[]> {
  const { findPacks, PACKS } = await import('../pack/find-packs.ts')
  return (await findPacks(cwd)).flatMap(({ path }) => (dirname(path) === PACKS ? [basename(path)] : []))
}

/** The contexts of the kubeconfig that the typed flags name, or of the usual one. */
async function contextNames(
  flags: ReadonlyMap<string, string | true>,
  { env }: Pick<Io, 'env'>,
): Promise<readonly string[]> {
  const { listContexts } = await import('../../kube/user-kubeconfig.ts')
  const path = flags.get('kubeconfig')
  return listContexts({ ...(typeof path === 'string' ? { path } : {}), env, home: env['HOME'] ?? homedir() })
}

async function outside(io: Io): Promise<World> {
  const { realWorld } = await import('../fleet/real-world.ts')
  return realWorld(io)
}
