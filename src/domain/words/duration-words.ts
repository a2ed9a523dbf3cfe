const units = [
  { word: 'd', size: 86_400, digits: 1 },
  { word: 'h', size: 3_600, digits: 1 },
  { word: 'm', size: 60, digits: 2 },
  { word: 's', size: 1, digits: 2 },
] as const

/** A duration in at most two units, without a zero one: `42s`, `4m12s`, `5m`, `3h05m`, `6d4h`. */
export function durationWords(milliseconds: number): string {
  const seconds = wholeSeconds(milliseconds)
  const index = unitOf(seconds)
  const [large, small] = [units[index] ?? units[3], units[index + 1]]
  const first = `${Math.floor(seconds / large.size)}${large.word}`
  const rest = small === undefined ? 0 : Math.floor((seconds % large.size) / small.size)
  return small === undefined || rest === 0
    ? first
    : `${first}${String(rest).padStart(small.digits, '0')}${small.word}`
}

/** A duration in its largest unit alone, for lists: `41m`. */
export function ageWords(milliseconds: number): string {
  const seconds = wholeSeconds(milliseconds)
  const unit = units[unitOf(seconds)] ?? units[3]
  return `${Math.floor(seconds / unit.size)}${unit.word}`
}

/** A time since the start, as logs have it: `00:12`, `75:03`. */
export function stopwatchWords(milliseconds: number): string {
  const seconds = wholeSeconds(milliseconds)
  return [Math.floor(seconds / 60), seconds % 60].map(part => String(part).padStart(2, '0')).join(':')
}

// What began in the future, by a clock that is a little ahead, begins now.
function wholeSeconds(milliseconds: number): number {
  return Math.max(0, Math.floor(milliseconds / 1000))
}

function unitOf(seconds: number): number {
  const index = units.findIndex(({ size }) => seconds >= size)
  return index === -1 ? units.length - 1 : index
}
