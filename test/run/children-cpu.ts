import { existsSync, readFileSync } from 'node:fs'

const FILE = '/proc/self/stat'
/** Of the clock of processes in /proc. */
const TICKS_PER_SECOND = 100

/**
 * Finds out what each child of this process took of the processors.
 *
 * The kernel adds up what all children took, each at the moment when it has ended: so what was added is the last one's.
 */
export class ChildrenCpu {
  #seconds = readChildren()

  /** To be called right after each child has ended; undefined where there is no `/proc`. */
  ofLastChild(): number | undefined {
    const before = this.#seconds
    this.#seconds = readChildren()
    return this.#seconds === undefined || before === undefined ? undefined : this.#seconds - before
  }
}

function readChildren(): number | undefined {
  if (!existsSync(FILE)) return undefined
  // The name of the program, in parentheses, may have spaces; of what stands after it, the 14th and 15th are those of children.
  const fields = readFileSync(FILE, 'utf8').split(') ').at(-1)?.split(' ') ?? []
  return (Number(fields[13]) + Number(fields[14])) / TICKS_PER_SECOND
}
