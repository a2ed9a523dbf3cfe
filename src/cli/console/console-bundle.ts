import { join } from 'node:path'
import { type ConsoleBundle, readConsoleBundle } from '../../server/http/console-files.ts'

// Beside the bundled command, beside its chunks, and where `make build` puts it for a command that runs from its sources.
const places = ['console', '../console', '../../../dist/console']

/** The bundle of the console that came with this command; undefined if none did. A single file has it inside. */
export async function consoleBundle(): Promise<ConsoleBundle | undefined> {
  for (const place of places) {
    const found = await readConsoleBundle(join(import.meta.dirname, place))
    if (found) return found
  }
  return undefined
}
