const MANY = 4096

/** Makes one piece of many, so that the pieces of a long scalar never lie in memory all at once. */
export function joinIfMany(pieces: string[]): void {
  if (pieces.length < MANY) return
  const [first = ''] = pieces
  const rest = pieces.slice(1).join('')
  pieces.length = 0
  // The first piece is what was joined before: to join it again and again would take forever.
  pieces.push(first + rest)
}
