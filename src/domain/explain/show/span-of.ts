const units = [
  { sign: 'd', seconds: 86_400, digits: 1 },
  { sign: 'h', seconds: 3_600, digits: 1 },
  { sign: 'm', seconds: 60, digits: 2 },
  { sign: 's', seconds: 1, digits: 2 },
] as const

/** Writes a span of time for people: at most two units, and none that is zero: `42s`, `4m12s`, `5m`, `3h05m`, `6d4h`. */
export function spanOf(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000))
  const at = units.findIndex(unit => seconds >= unit.seconds)
  const [large, small] = at < 0 ? units.slice(-1) : units.slice(at, at + 2)
  if (!large) return '0s'
  const first = `${Math.floor(seconds / large.seconds)}${large.sign}`
  const rest = small ? Math.floor((seconds % large.seconds) / small.seconds) : 0
  return small && rest > 0 ? `${first}${String(rest).padStart(small.digits, '0')}${small.sign}` : first
}
