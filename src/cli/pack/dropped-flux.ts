import { readFluxOptions } from '../../domain/flux-install/read-flux-options.ts'
import { PackError } from '../../domain/pack/pack-error.ts'
import type { CommittedPack } from '../../domain/pack/read-pack.ts'
import type { Io } from '../io/io.ts'
import { sayFix } from '../command/say.ts'
import type { FluxRelease, PackRequest } from './pack-request.ts'
import { recordedFlux } from './recorded-request.ts'

/** Warns when a pack that was made as `flux install` does is recreated without: its options are easily forgotten. */
export function warnOfDroppedFlux({ name, flux }: PackRequest, { record }: CommittedPack, io: Io): void {
  const before = flux ? undefined : readable(record)
  if (!before) return
  io.say(`warning: the options of Flux are dropped: pack ${name} was made with --version, and now without`)
  sayFix(io, `to keep them, add: ${flagsOf(before).join(' ')}`)
}

// A record that cannot be read has nothing to lose.
function readable(record: CommittedPack['record']): FluxRelease | undefined {
  try {
    return recordedFlux(record, '')
  } catch (error) {
    if (error instanceof PackError) return undefined
    throw error
  }
}

function flagsOf({ version, options }: FluxRelease): readonly string[] {
  const usual = new Map(Object.entries(readFluxOptions()).map(([key, value]) => [key, `${value}`]))
  return [
    `--version ${version}`,
    ...Object.entries(options).flatMap(([key, value]) =>
      `${value}` === usual.get(key) ? [] : [`${flagOf(key)} ${value}`],
    ),
  ]
}

function flagOf(key: string): string {
  if (key === 'namespace') return '--flux-namespace'
  return `--${key.replaceAll(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)}`
}
