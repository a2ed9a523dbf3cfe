import { textWidth } from '../../src/cli/terminal/text-width.ts'
import type { TerminalSize } from '../../src/cli/terminal/terminal.ts'
import { type Appearance, appearancesIn } from './appearances-in.ts'
import type { Frame } from './record-demo.ts'
import { styleSheet } from './style-sheet.ts'

/** What a recording is called, and what there is to see in it for those who cannot. */
export interface Words {
  readonly title: string
  readonly description: string
}

const WIDTH = 8.4
const HEIGHT = 19
const MARGIN = 14
/** From the top of a row to the line that letters stand on. */
const BASE = 14

/** Frames as one picture: text stays text, light and dark, and one frame alone for those who want no motion. */
export function renderSvg(frames: readonly Frame[], { columns, rows }: TerminalSize, words: Words): string {
  const starts = startsOf(frames)
  const named = frames.findIndex(({ isStill }) => isStill)
  const still = named === -1 ? frames.length - 1 : named
  const total = starts.at(-1) ?? 0
  const groups = Map.groupBy(
    appearancesIn(frames.map(({ lines }) => lines)),
    ({ from, to }) => `${from}-${to}`,
  )
  const parts = [...groups].map(([name, appearances]) => {
    const { from, to } = appearances[0] ?? { from: 0, to: 0 }
    return { name, from, to, body: appearances.map(draw).join('') }
  })
  const always = parts.filter(({ from, to }) => from === 0 && to === frames.length)
  const moving = parts
    .filter(part => !always.includes(part))
    .toSorted((a, b) => a.from - b.from || a.to - b.to)
  const [width, height] = [number(columns * WIDTH + 2 * MARGIN), number(rows * HEIGHT + 2 * MARGIN)]
  const times = moving.map(({ name, from, to }) => ({
    name,
    from: (starts[from] ?? 0) / total,
    to: (starts[to] ?? total) / total,
  }))
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="title desc">`,
    `<title id="title">${escaped(words.title)}</title>`,
    `<desc id="desc">${escaped(words.description)}</desc>`,
    `<style>${styleSheet(times, total)}</style>`,
    `<rect class="page" x="0.5" y="0.5" width="${Number(width) - 1}" height="${Number(height) - 1}" rx="8"/>`,
    ...always.map(({ body }) => `<g>${body}</g>`),
    ...moving.map(
      ({ name, from, to, body }) =>
        `<g class="m${from <= still && still < to ? ' still' : ''}" id="f${name}">${body}</g>`,
    ),
    '</svg>',
  ].join('\n')}\n`
}

/** When each frame begins, and when the last one ends. */
function startsOf(frames: readonly Frame[]): readonly number[] {
  const starts = [0]
  for (const { milliseconds } of frames) starts.push((starts.at(-1) ?? 0) + milliseconds)
  return starts
}

function draw({ row, column, text, style }: Appearance): string {
  const [x, top] = [MARGIN + column * WIDTH, MARGIN + row * HEIGHT]
  const width = number(textWidth(text) * WIDTH)
  const isSolid = style === 'alert' || style === 'failed'
  const ground = isSolid
    ? `<rect class="${style}" x="${number(x - 2)}" y="${number(top)}" width="${number(textWidth(text) * WIDTH + 4)}" height="${HEIGHT - 1}" rx="3"/>`
    : ''
  const look = style === 'plain' ? '' : ` class="${style}"`
  return `${ground}<text${look} x="${number(x)}" y="${number(top + BASE)}" textLength="${width}">${escaped(text)}</text>`
}

function number(value: number): string {
  return String(Math.round(value * 10) / 10)
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
