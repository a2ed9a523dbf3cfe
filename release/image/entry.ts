/** A file or a symbolic link of a layer. Folders follow from the paths. */
export type Entry = FileEntry | LinkEntry

export interface FileEntry {
  readonly kind: 'file'
  /** Without a slash at its begin: `usr/local/bin/node`. */
  readonly path: string
  readonly mode: number
  readonly content: Uint8Array
}

interface LinkEntry {
  readonly kind: 'link'
  readonly path: string
  readonly target: string
}

/** A file that everybody may read. */
export function file(path: string, content: string | Uint8Array, mode = 0o644): FileEntry {
  return { kind: 'file', path, mode, content: typeof content === 'string' ? Buffer.from(content) : content }
}
