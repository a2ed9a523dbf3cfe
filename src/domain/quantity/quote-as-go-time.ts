/** Writes `text` between double quotes as Go's package time does: every byte that is not plain ASCII is shown in hex. */
export function quoteAsGoTime(text: string): string {
  const escaped = text.replace(/["\\]/g, '\\$&').replace(/[^ -\u007f]/gu, bytesOf)
  return `"${escaped}"`
}

function bytesOf(char: string): string {
  // Half a pair of surrogates has no bytes: Go would have read U+FFFD in its place.
  const whole = /\p{Surrogate}/u.test(char) ? '\ufffd' : char
  return encodeURIComponent(whole).replace(/%/g, '\\x').toLowerCase()
}
