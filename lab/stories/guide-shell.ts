import { join } from 'node:path'
import { isAsShown } from '../../test/documents/run-guide.ts'
import { shellBlocksWithOutput } from '../../test/documents/shell-blocks.ts'
import type { FleetFolder } from './fleet-folder.ts'

const root = join(import.meta.dirname, '..', '..')

/** A block of a guide that failed, or printed something else than the guide shows. */
interface Difference {
  readonly commands: string
  readonly shown: string
  readonly printed: string
}

/**
 * Runs the commands of a guide at the root of a fleet repository, in one shell as a reader has it, and returns where they
 * do something else than the guide shows. The first command that fails ends it.
 *
 * `prepare` puts what the lab has in place of what only a reader can reach.
 */
export async function followGuide(
  fleet: FleetFolder,
  guide: string,
  prepare = (commands: string) => commands,
): Promise<readonly Difference[]> {
  const blocks = await shellBlocksWithOutput(guide)
  const script = [
    // What people read on a terminal is both streams.
    'exec 2>&1',
    // What a guide starts in the background must not outlive a command that fails, and may say why it failed.
    `trap 'tail -n 8 controller.log 2> /dev/null || true; kill $(jobs -p) 2> /dev/null || true; exit 0' EXIT`,
    `export FITOUT='${root}'`,
    // A byte that no command prints ends a block.
    ...blocks.map(({ commands }) => `${prepare(commands)}printf '\\0'`),
  ].join('\n')
  const printed = (await fleet.shell(script)).split('\0')
  return blocks.slice(0, printed.length).flatMap(({ commands, output }, index) => {
    const text = printed[index] ?? ''
    // No byte came behind the last one, so this is where it ended.
    const isEnded = index < printed.length - 1
    const isSame = output === undefined || isAsShown(evenly(text), evenly(output))
    const shown = isEnded ? (output ?? '') : 'commands that all succeed'
    return isEnded && isSame ? [] : [{ commands, shown, printed: text }]
  })
}

// How wide the columns of a table are depends on how old an object is.
function evenly(text: string): string {
  return text.replaceAll(/ +/g, ' ').replaceAll(/ $/gm, '')
}
