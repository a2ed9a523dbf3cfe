import type { Figure } from './compare.ts'

/** Lays figures out for people: names to the left, numbers to the right. */
export function table(figures: readonly Figure[]): string {
  const width = Math.max(...figures.map(({ name }) => name.length))
  const head = `  ${''.padEnd(width)}    median    ratio`
  const rows = figures.map(
    ({ name, medianMs, ratio, ...rest }) =>
      `  ${name.padEnd(width)}  ${medianMs.toFixed(1).padStart(5)} ms  ${ratio.toFixed(2).padStart(7)}${rate(rest)}${peak(rest)}`,
  )
  return [head, ...rows].join('\n')
}

function rate({ perSecond }: Pick<Figure, 'perSecond'>): string {
  if (!perSecond) return ''
  const { amount, unit } = perSecond
  return `    ${amount.toLocaleString('en', { maximumSignificantDigits: 3 })} ${unit}/s`
}

function peak({ peakMegabytes }: Pick<Figure, 'peakMegabytes'>): string {
  return peakMegabytes === undefined ? '' : `    at most ${peakMegabytes.toFixed(0)} MB of memory`
}
