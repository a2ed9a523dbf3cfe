import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..', '..')

/** A block of commands, and what the document says they print, if it says so. */
export interface ShellBlock {
  readonly commands: string
  readonly output: string | undefined
}

/** One of a guide, and the heading of the second level that it is under. */
interface GuideBlock extends ShellBlock {
  readonly section: string
}

/** The commands that a document shows: the text of its `sh` blocks, in order. */
export async function shellBlocks(document: string): Promise<string[]> {
  return (await shellBlocksWithOutput(document)).map(({ commands }) => commands)
}

/** The same, each with the `text` block behind it, which is what it prints. Only words may stand between the two. */
export async function shellBlocksWithOutput(document: string): Promise<GuideBlock[]> {
  const text = await readFile(join(root, document), 'utf8')
  const found = [...text.matchAll(/^```(\w*)\n(.*?)^```$|^## ([^\n]+)$/gms)]
  const blocks = found.filter(([, , , heading]) => heading === undefined)
  return blocks.flatMap((block, index) => {
    const [, language, commands = ''] = block
    if (language !== 'sh') return []
    const [, next, output] = blocks[index + 1] ?? []
    const section = found.slice(0, found.indexOf(block)).findLast(([, , , heading]) => heading)?.[3] ?? ''
    return [{ commands, output: next === 'text' ? output : undefined, section }]
  })
}
