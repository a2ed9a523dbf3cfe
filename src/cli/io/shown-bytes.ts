const MIB = 1024 * 1024

/** A limit as messages show it. */
export function shownBytes(count: number): string {
  return count >= MIB && count % MIB === 0 ? `${count / MIB} MiB` : `${count} bytes`
}
