/** A list for a sentence, in the order given, cut after three: `a, b, c and 2 more`. */
export function listFirst(items: readonly string[]): string {
  const more = items.length - 3
  return more > 0 ? `${items.slice(0, 3).join(', ')} and ${more} more` : items.join(', ')
}
