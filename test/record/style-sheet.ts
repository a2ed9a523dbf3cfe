/** A part of a recording and when it is seen, as shares of the whole from 0 to 1. */
export interface Moving {
  readonly name: string
  readonly from: number
  readonly to: number
}

interface Palette {
  readonly page: string
  readonly edge: string
  readonly text: string
  readonly faint: string
  readonly ready: string
  readonly busy: string
  readonly unknown: string
  readonly alert: readonly [text: string, ground: string]
  readonly failed: readonly [text: string, ground: string]
}

// As in the console: text has a contrast of at least 4.5.
const light: Palette = {
  page: '#ffffff',
  edge: '#d0d7de',
  text: '#1f2328',
  faint: '#57606a',
  ready: '#14632b',
  busy: '#0550ae',
  unknown: '#5a3e9b',
  alert: ['#1f1400', '#f2b705'],
  failed: ['#ffffff', '#b3261e'],
}

const dark: Palette = {
  page: '#0d1117',
  edge: '#30363d',
  text: '#e6edf3',
  faint: '#9aa4af',
  ready: '#56d364',
  busy: '#79c0ff',
  unknown: '#c3a6ff',
  alert: ['#1f1400', '#f2c14e'],
  failed: ['#ffffff', '#c4302b'],
}

/** The styles of a recording: both themes, and when each part is seen. */
export function styleSheet(parts: readonly Moving[], milliseconds: number): string {
  return [
    '',
    'text{font:14px ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;white-space:pre}',
    '.strong,.failed{font-weight:bold}',
    ...colors(light),
    `@media(prefers-color-scheme:dark){${colors(dark).join('')}}`,
    // Whoever does not play it sees one frame.
    '.m{visibility:hidden}.still{visibility:visible}',
    `@media(prefers-reduced-motion:no-preference){.m{animation:${milliseconds}ms step-end infinite}`,
    ...parts.map(({ name }) => `#f${name}{animation-name:k${name}}`),
    '}',
    ...parts.map(keyframes),
    '',
  ].join('\n')
}

function keyframes({ name, from, to }: Moving): string {
  const before = from === 0 ? '' : '0%{visibility:hidden}'
  const after = to === 1 ? '' : `${percent(to)}{visibility:hidden}`
  return `@keyframes k${name}{${before}${percent(from)}{visibility:visible}${after}}`
}

function colors({
  page,
  edge,
  text,
  faint,
  ready,
  busy,
  unknown,
  alert,
  failed,
}: Palette): readonly string[] {
  return [
    `.page{fill:${page};stroke:${edge}}`,
    `text{fill:${text}}`,
    `text.faint,text.quiet{fill:${faint}}`,
    `text.ready{fill:${ready}}text.busy{fill:${busy}}text.unknown{fill:${unknown}}`,
    `text.alert{fill:${alert[0]}}rect.alert{fill:${alert[1]}}`,
    `text.failed{fill:${failed[0]}}rect.failed{fill:${failed[1]}}`,
  ]
}

function percent(share: number): string {
  return `${Math.round(share * 10_000) / 100}%`
}
