import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..', '..')

/** The commands that a document shows: the text of its `sh` blocks, in order. */
export async function shellBlocks(document: string): Promise<string[]> {
  const text = await readFile(join(root, document), 'utf8')
  return [...text.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block = '']) => block)
}
