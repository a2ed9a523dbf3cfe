import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { aCluster } from '#test/domain/sample-snapshot.ts'
import { lineText, lineWidth } from '../terminal/line.ts'
import { renderLine, type Theme } from '../terminal/theme.ts'
import { demoFrame } from './demo-frame.ts'
import type { DemoView } from './demo-view.ts'
import { readyView, sampleView } from '#test/cli/sample-view.ts'

const plain = { hasColor: false, isUnicode: true }
const ascii = { hasColor: false, isUnicode: false }
const colored = { hasColor: true, isUnicode: true }
const stuck = 'edge/store-berlin'

interface Case {
  readonly golden: string
  readonly view: DemoView
  readonly size: readonly [columns: number, rows: number]
  readonly theme?: Theme
}

const cases: readonly Case[] = [
  { golden: 'fleet-160x40', view: sampleView(), size: [160, 40] },
  { golden: 'fleet-120x40', view: sampleView(), size: [120, 40] },
  { golden: 'fleet-80x24', view: sampleView({ selected: 'prod/payments-eu' }), size: [80, 24] },
  { golden: 'fleet-40x10', view: sampleView(), size: [40, 10] },
  { golden: 'fleet-120x40-color', view: sampleView(), size: [120, 40], theme: colored },
  { golden: 'fleet-80x24-color', view: sampleView(), size: [80, 24], theme: colored },
  { golden: 'fleet-80x24-ascii', view: sampleView({ selected: stuck }), size: [80, 24], theme: ascii },
  { golden: 'fleet-40x10-ascii', view: sampleView(), size: [40, 10], theme: ascii },
  { golden: 'why-80x24', view: sampleView({ selected: stuck, showsWhy: true }), size: [80, 24] },
  { golden: 'why-40x10', view: sampleView({ selected: stuck, showsWhy: true }), size: [40, 10] },
  { golden: 'fixed-80x24', view: sampleView({ selected: stuck, fixed: [stuck] }), size: [80, 24] },
  { golden: 'ready-80x24', view: readyView(), size: [80, 24] },
]

describe('A frame of the demo', () => {
  test.for(cases)('is as in $golden', async ({ golden, view, size: [columns, rows], theme = plain }) => {
    const lines = demoFrame(view, { columns, rows }, theme).map(line => renderLine(line, theme))
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(`../../../test/golden/cli/demo/${golden}.txt`)
  })

  test('fits every screen, however small', () => {
    const choices = fc.record({
      selected: fc.constantFrom(undefined, stuck, 'prod/search-us', 'gone'),
      showsWhy: fc.boolean(),
      fixed: fc.constantFrom([], [stuck]),
    })
    fc.assert(
      fc.property(fc.nat(130), fc.nat(50), choices, (columns, rows, choice) => {
        const frame = demoFrame(sampleView(choice), { columns, rows }, plain)
        expect(frame.length).toBeLessThanOrEqual(rows)
        expect(Math.max(0, ...frame.map(lineWidth))).toBeLessThanOrEqual(columns)
      }),
    )
  })

  test('says all of what to do about a cluster on 80 columns', () => {
    const { troubles } = sampleView()
    const frames = troubles.map(({ cluster }) =>
      demoFrame(sampleView({ selected: cluster }), { columns: 80, rows: 24 }, plain),
    )
    const words = frames.map(frame => frame.map(lineText).join(' ').replaceAll(/ +/g, ' '))
    expect(troubles.filter(({ next }, index) => !words[index]?.includes(next))).toEqual([])
  })

  test('always shows the cluster in front, however long the list is', () => {
    const view = sampleView({ selected: 'dev/app-150' })
    const clusters = Array.from({ length: 200 }, (_, index) => aCluster(`dev/app-${index}`))
    const snapshot = { ...view.snapshot, clusters }
    const text = demoFrame({ ...view, snapshot }, { columns: 80, rows: 24 }, plain)
      .map(line => renderLine(line, plain))
      .join('\n')
    expect(text).toContain('› dev/app-150')
  })
})
