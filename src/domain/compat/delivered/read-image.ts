/** The name of a container image, taken apart. */
export interface Image {
  /** The parts between slashes, the registry first if there is one. */
  readonly path: readonly string[]
  /** Empty if there is none. */
  readonly tag: string
}

/** Reads `registry/path:tag@digest`. The digest is left out: it tells no version. */
export function readImage(reference: string): Image {
  const [name = ''] = reference.split('@', 1)
  const colon = name.lastIndexOf(':')
  // A colon before the last slash belongs to the port of the registry.
  const hasTag = colon > name.lastIndexOf('/')
  return {
    path: (hasTag ? name.slice(0, colon) : name).split('/'),
    tag: hasTag ? name.slice(colon + 1) : '',
  }
}
