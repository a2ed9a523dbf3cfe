const BLOCK = 512
const encoder = new TextEncoder()

/** A file of an archive. */
export interface TarEntry {
  readonly path: string
  readonly text: string
}

/** Packs files into a tar archive that every `tar` reads (POSIX ustar). Throws RangeError for a path that has no room in it. */
export function tarFile(entries: readonly TarEntry[], modifiedAt: number): Uint8Array<ArrayBuffer> {
  const parts = entries.flatMap(entry => {
    const content = encoder.encode(entry.text)
    return [header(entry.path, content.length, modifiedAt), content, new Uint8Array(padding(content.length))]
  })
  const all = [...parts, new Uint8Array(2 * BLOCK)]
  const file = new Uint8Array(all.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of all) {
    file.set(part, at)
    at += part.length
  }
  return file
}

function header(path: string, size: number, modifiedAt: number): Uint8Array {
  const block = new Uint8Array(BLOCK)
  const put = (at: number, text: string) => block.set(encoder.encode(text), at)
  const { prefix, name } = splitPath(path)
  put(0, name)
  put(100, '0000644\0')
  put(108, '0000000\0')
  put(116, '0000000\0')
  put(124, `${octal(size, 11)}\0`)
  put(136, `${octal(Math.floor(modifiedAt / 1_000), 11)}\0`)
  // The checksum counts itself as spaces.
  put(148, '        ')
  put(156, '0')
  put(257, 'ustar\u000000')
  put(345, prefix)
  put(148, `${octal(sumOf(block), 6)}\0 `)
  return block
}

// A name has 100 bytes; a longer path is split at a slash.
function splitPath(path: string): { readonly prefix: string; readonly name: string } {
  if (length(path) <= 100) return { prefix: '', name: path }
  for (let at = path.indexOf('/'); at !== -1; at = path.indexOf('/', at + 1)) {
    const [prefix, name] = [path.slice(0, at), path.slice(at + 1)]
    if (length(prefix) <= 155 && length(name) <= 100) return { prefix, name }
  }
  throw new RangeError(`path ${path} is too long for a tar archive`)
}

function length(text: string): number {
  return encoder.encode(text).length
}

function octal(value: number, digits: number): string {
  return value.toString(8).padStart(digits, '0')
}

function sumOf(block: Uint8Array): number {
  return block.reduce((sum, byte) => sum + byte, 0)
}

function padding(length: number): number {
  return (BLOCK - (length % BLOCK)) % BLOCK
}
