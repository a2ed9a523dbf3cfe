/** A number of things: `1 cluster`, `3 clusters`. */
export function counted(count: number | bigint, thing: string): string {
  return `${count} ${thing}${Number(count) === 1 ? '' : 's'}`
}
