/** Words out of a list without the brackets and the comma around them: `[a[0]: x, b: y]` is `a[0]: x, b: y`. */
export function withoutBrackets(text: string): string {
  let words = text.trim().replace(/,$/, '')
  while (words.endsWith(']') && countOf(words, ']') > countOf(words, '[')) words = words.slice(0, -1)
  if (!words.startsWith('[')) return words
  return words.endsWith(']') ? words.slice(1, -1) : words.slice(1)
}

function countOf(text: string, sign: string): number {
  return text.split(sign).length - 1
}
