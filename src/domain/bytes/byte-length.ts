/** Counts the bytes of `text` in UTF-8, which is what Go and the API server count. */
export function byteLength(text: string): number {
  let bytes = text.length
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    if (unit > 0x7f) bytes += 1
    // A pair of surrogates is four bytes: two for each half. A lone one is written as U+FFFD, three bytes.
    if (unit > 0x7ff && !isPaired(text, index)) bytes += 1
  }
  return bytes
}

function isPaired(text: string, index: number): boolean {
  return isHigh(text.charCodeAt(index))
    ? isLow(text.charCodeAt(index + 1))
    : isLow(text.charCodeAt(index)) && isHigh(text.charCodeAt(index - 1))
}

function isHigh(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff
}

function isLow(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff
}
