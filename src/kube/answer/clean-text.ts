const MAX_LENGTH = 256

/** Makes the words of a server safe to show: one line, no control characters, no reversed text, not long. */
export function cleanText(text: string): string {
  // Cut ahead of all else: what is too long is not worth the work.
  const short = text.slice(0, MAX_LENGTH * 4)
  const words = short
    // Colours and other commands to a terminal, whole.
    .replaceAll(/\p{Cc}\[[0-9;?]*[ -/]*[@-~]/gu, '')
    .replaceAll(/[\s\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
  return words.length > MAX_LENGTH ? `${words.slice(0, MAX_LENGTH - 1).toWellFormed()}…` : words
}
