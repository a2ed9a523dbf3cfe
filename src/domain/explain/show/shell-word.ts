/** Writes a word so that a shell takes it as it is. What comes from a cluster must never become a command of its own. */
export function shellWord(word: string): string {
  if (/^[\w%+./:=@-]+$/.test(word)) return word
  return `'${word.replaceAll(/\p{Cc}/gu, '').replaceAll("'", String.raw`'\''`)}'`
}
