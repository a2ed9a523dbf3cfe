import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { SnapshotError, readSnapshot } from '../../domain/fleet/read-snapshot.ts'
import type { FleetSnapshot } from '../../domain/fleet/fleet-snapshot.ts'
import { collectBytes } from '../io/collect-bytes.ts'
import { decodeText } from '../io/decode-text.ts'
import type { Io } from '../io/io.ts'
import { placeFrom } from '../io/place.ts'
import { shownPath } from '../io/shown-path.ts'
import { Refusal } from '../command/refusal.ts'
import { readFile } from '../sources/read-file.ts'
import { SourceReadError } from '../sources/source-read-error.ts'
import type { FleetSource } from '../../fleet/link/fleet-source.ts'
import { controllerNote } from '../../fleet/read/controller-note.ts'

// Ten thousand clusters have room in it.
const MAX_BYTES = 64 * 1024 * 1024

/** A fleet in a file that `fitout snapshot` wrote, plain or packed by gzip; `-` is standard input. It never changes. */
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
  if (!bytes) throw tooLarge(path)
  const decoded = decodeText(await unpacked(bytes, path))
  if (decoded.kind === 'binary') throw unreadable(path, decoded.cause)
  return decoded.text
}

// By its first bytes, as standard input has no name.
async function unpacked(bytes: Buffer, path: string): Promise<Buffer> {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes
  try {
    return await promisify(gunzip)(bytes, { maxOutputLength: MAX_BYTES })
  } catch (error) {
    const isLarge = error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE'
    throw isLarge ? tooLarge(path) : unreadable(path, 'it is not a whole gzip file')
  }
}

async function readBytes(path: string, io: Io): Promise<Buffer | undefined> {
  try {
    return await readFile(placeFrom(io.cwd(), path), MAX_BYTES)
  } catch (error) {
    if (error instanceof SourceReadError) throw new Refusal(error.message, { exitCode: 2 })
    throw error
  }
}

function tooLarge(path: string): Refusal {
  return unreadable(path, 'it is too large for a snapshot')
}

function unreadable(path: string, cause: string): Refusal {
  return new Refusal(`cannot read ${shownPath(path)}: ${cause}`, { exitCode: 2 })
}
