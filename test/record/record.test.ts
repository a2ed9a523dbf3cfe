import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { span } from '../../src/cli/terminal/line.ts'
import { appearancesIn } from './appearances-in.ts'
import { demoSvg, demoSvgPath } from './demo-svg.ts'
import { renderSvg } from './render-svg.ts'

const MAX_BYTES = 300_000

test('The recording of the demo is what the demo shows: run `make record`', async () => {
  const kept = readFileSync(demoSvgPath, 'utf8')
  // Not the texts: their difference is longer than anybody reads.
  expect((await demoSvg()) === kept).toBe(true)
  expect(kept.length).toBeLessThan(MAX_BYTES)
})

test('Where nothing moves, the recording shows the trouble and what to do about it', async () => {
  const svg = await demoSvg()
  const still = [...svg.matchAll(/^<g(?: class="m still" id="[^"]*")?>(.*)<\/g>$/gm)]
  const words = still.flatMap(([, body = '']) =>
    [...body.matchAll(/>([^<]+)<\/text>/g)].map(([, word]) => word),
  )
  const shown = words.join('\n')
  expect(shown).toContain('Needs attention: 3 causes, 3 clusters')
  expect(shown).toContain('1 cluster\nFlux 2.9 needs')
  expect(shown).toContain(`Secret "payments-eu-eks-connection" lacks key "karpenter_iam_role_arn"`)
  expect(shown).toContain('Next (key 1):')
  expect(shown).not.toContain('All 12 clusters are Ready')
})

test('What stays the same from frame to frame is drawn once', () => {
  const screens = [[[span('a  b')]], [[span('a  c')]], [[span('a')], [span('b', 'ready')]]]
  expect(appearancesIn(screens)).toEqual([
    { row: 0, column: 3, text: 'b', style: 'plain', from: 0, to: 1 },
    { row: 0, column: 3, text: 'c', style: 'plain', from: 1, to: 2 },
    { row: 0, column: 0, text: 'a', style: 'plain', from: 0, to: 3 },
    { row: 1, column: 0, text: 'b', style: 'ready', from: 2, to: 3 },
  ])
})

test('A recording keeps text as text, in both themes, and stands still for those who want it', () => {
  const frames = [
    { lines: [[span('one <&>')]], milliseconds: 1000 },
    { lines: [[span('two', 'alert')]], milliseconds: 3000 },
  ]
  const svg = renderSvg(frames, { columns: 10, rows: 1 }, { title: 'A & B', description: 'what it shows' })
  expect(svg).toContain('>one &lt;&amp;&gt;</text>')
  expect(svg).toContain('<title id="title">A &amp; B</title>\n<desc id="desc">what it shows</desc>')
  expect(svg).toContain('@keyframes k0-1{0%{visibility:visible}25%{visibility:hidden}}')
  expect(svg).toContain('@keyframes k1-2{0%{visibility:hidden}25%{visibility:visible}}')
  expect(svg).toContain('@media(prefers-color-scheme:dark)')
  expect(svg).toContain('@media(prefers-reduced-motion:no-preference)')
  expect(svg).toContain('<g class="m still" id="f1-2">')
})
