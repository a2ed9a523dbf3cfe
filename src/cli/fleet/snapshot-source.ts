import { SnapshotError, readSnapshot } from '../../domain/fleet/read-snapshot.ts'
import type { FleetSnapshot } from '../../domain/fleet/fleet-snapshot.ts'
import { collectBytes } from '../io/collect-bytes.ts'
import { decodeText } from '../io/decode-text.ts'
import type { Io } from '../io/io.ts'
import { placeFrom } from '../io/place.ts'
import { shownPath } from '../io/shown-path.ts'
import { Refusal } from '../refusal.ts'
import { readFile } from '../sources/read-file.ts'
import { SourceReadError } from '../sources/source-read-error.ts'
import type { FleetSource } from './fleet-source.ts'
import { controllerNote } from './controller-note.ts'

// Ten thousand clusters have room in it.
const MAX_BYTES = 64 * 1024 * 1024

/** A fleet in a file that `fitout snapshot` wrote; `-` is standard input. It never changes. */
export function snapshotSource(path: string, io: Io): FleetSource {
  const read = async (): Promise<FleetSnapshot> => {
    const text = await readText(path, io)
    try {
      return readSnapshot(text)
    } catch (error) {
      if (error instanceof SnapshotError) throw unreadable(path, error.message)
      throw error
    }
  }
  return {
    read,
    follow: async function* () {
      yield await read()
    },
    note: fleet => [`as of ${fleet.asOf}`, ...notes(fleet)].join('; '),
  }
}

function notes(fleet: FleetSnapshot): readonly string[] {
  const note = controllerNote(fleet)
  return note === undefined ? [] : [note]
}

async function readText(path: string, io: Io): Promise<string> {
  const bytes = path === '-' ? await collectBytes(io.stdin(), MAX_BYTES) : await readBytes(path, io)
  if (!bytes) throw unreadable(path, 'it is too large for a snapshot')
  const decoded = decodeText(bytes)
  if (decoded.kind === 'binary') throw unreadable(path, decoded.cause)
  return decoded.text
}

async function readBytes(path: string, io: Io): Promise<Buffer | undefined> {
  try {
    return await readFile(placeFrom(io.cwd(), path), MAX_BYTES)
  } catch (error) {
    if (error instanceof SourceReadError) throw new Refusal(error.message, { exitCode: 2 })
    throw error
  }
}

function unreadable(path: string, cause: string): Refusal {
  return new Refusal(`cannot read ${shownPath(path)}: ${cause}`, { exitCode: 2 })
}
