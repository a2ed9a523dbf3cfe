/** A bug that someone could make, as data: with `to` in the place of `from`, a file has it. */
export interface PlantedBug {
  /** Its place in the list of bugs that checks must find. */
  readonly number: number
  readonly id: string
  /** What goes wrong, in one sentence. */
  readonly sentence: string
  /** From the root of the repository. */
  readonly file: string
  /** Stands once in the file. */
  readonly from: string
  readonly to: string
  readonly finder: Finder
}

/** Who finds a bug. Seeds do where the simulation can show it; else the tests of the code that has it. */
export type Finder =
  /** The seeds of the swarm, by the rule that the bug is known to break; the one that found it last is tried first. */
  | { readonly by: 'seeds'; readonly rule: string; readonly seed?: number }
  | { readonly by: 'tests'; readonly file: string }

/** A bug that cannot be planted: the code that it was made for has changed. */
export class PlantError extends Error {
  override readonly name = 'PlantError'
  readonly code: 'UNKNOWN_BUG' | 'OUT_OF_DATE'

  constructor(code: PlantError['code'], id: string, cause: string) {
    super(`cannot plant bug "${id}": ${cause}`)
    this.code = code
  }
}

/** The text of a file with the bug in it. Throws a PlantError when the place for it is not there just once. */
export function plantBug(source: string, { id, file, from, to }: PlantedBug): string {
  const places = source.split(from).length - 1
  if (places !== 1)
    throw new PlantError('OUT_OF_DATE', id, `its text stands ${places} times in ${file}, and must stand once`)
  // As a function, since a text would have its dollar signs read.
  return source.replace(from, () => to)
}
