import { isAbsolute, join } from 'node:path'

/** A file or folder: how messages name it, and where the system finds it. */
export interface FilePlace {
  /** As the user typed it. */
  readonly path: string
  /** Seen from the folder of the process. */
  readonly location: string
}

/** The place that `path` means to a user in the folder `cwd`. */
export function placeFrom(cwd: string, path: string): FilePlace {
  return { path, location: isAbsolute(path) ? path : join(cwd, path) }
}

/** The place of an entry in a folder. */
export function placeIn(folder: FilePlace, name: string): FilePlace {
  const path = folder.path.endsWith('/') ? `${folder.path}${name}` : `${folder.path}/${name}`
  return { path, location: join(folder.location, name) }
}
