import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { SIMULATE_VALUES } from '../../scaffold/places.ts'
import { sayTry } from '../command/say.ts'
import type { Io } from '../io/io.ts'
import type { FilePlace } from '../io/place.ts'

/** A file of a repository, as the user sees it from where they are. */
export function fileIn(root: FilePlace, path: string): FilePlace {
  return { path: join(root.path, path), location: join(root.location, path) }
}

/** Shows the command that tries a repository, from where the user is, if it can be simulated. */
export function sayTrySimulation(io: Io, root: FilePlace): void {
  const values = fileIn(root, SIMULATE_VALUES)
  if (!existsSync(values.location)) return
  sayTry(io, `fitout simulate -f ${fileIn(root, 'infrastructure').path} --values ${values.path}`)
}
