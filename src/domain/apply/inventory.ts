import { identityOf } from '../pack/manifest.ts'

/** An object that was applied, or was about to be. */
export interface Entry {
  readonly apiVersion: string
  readonly kind: string
  /** Empty for objects without one. */
  readonly namespace: string
  readonly name: string
  /** Of what was applied last; undefined while that is not certain. */
  readonly digest: string | undefined
}

/** All that a cluster has from `fitout apply`, by group, kind, namespace and name. */
export type Inventory = ReadonlyMap<string, Entry>

/** An inventory of these entries. */
export function inventoryOf(entries: Iterable<Entry>): Inventory {
  return new Map([...entries].map(entry => [identityOf(entry), entry]))
}

/** Writes an inventory, one line for each object, in an order that does not change. */
export function writeInventory(inventory: Inventory): readonly string[] {
  return [...inventory.values()]
    .map(({ apiVersion, kind, namespace, name, digest = '' }) =>
      JSON.stringify([apiVersion, kind, namespace, name, digest]),
    )
    .toSorted()
}

/** Reads lines of an inventory; undefined if one of them is none. */
export function readInventory(text: string): readonly Entry[] | undefined {
  const entries = text
    .split('\n')
    .filter(line => line !== '')
    .map(readLine)
  return entries.every(entry => entry !== undefined) ? entries : undefined
}

function readLine(line: string): Entry | undefined {
  const fields = parsed(line)
  if (!Array.isArray(fields) || fields.length !== 5) return undefined
  const texts = fields.filter((field): field is string => typeof field === 'string')
  const [apiVersion, kind, namespace, name, digest] = texts
  if (!apiVersion || !kind || namespace === undefined || !name || digest === undefined) return undefined
  return { apiVersion, kind, namespace, name, digest: digest === '' ? undefined : digest }
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
