/** How much of a repository is read. */
export const MOST_FILES = 200_000
export const MOST_FILE_BYTES = 8 * 1024 * 1024
export const MOST_BYTES = 256 * 1024 * 1024

const MANIFEST = /\.(?:ya?ml|json)$|(?:^|\/)Kustomization$/
const SKIPPED = new Set(['node_modules', 'vendor'])

/** Whether a file may hold manifests, by its name. */
export function holdsManifests(path: string): boolean {
  return MANIFEST.test(path) && path.split('/').at(-1)?.startsWith('.') !== true
}

/** Whether a folder of this name is not read. */
export function isSkippedName(name: string): boolean {
  return name.startsWith('.') || SKIPPED.has(name)
}

/** Whether a file is in a folder that is not read. */
export function isSkippedFolder(path: string): boolean {
  return path.split('/').slice(0, -1).some(isSkippedName)
}
