import { describe, expect, test } from 'vitest'
import { browserScene } from './browser-scene.ts'
import { type PageSample, pageSamples } from './console-pages.ts'
import type { GivenAnswer } from './console-server.ts'
import { axeFindings } from './open-page.ts'

const { server, open } = browserScene()

interface PageState {
  readonly state: string
  readonly shows: string
  readonly answer?: GivenAnswer
}

const refused: GivenAnswer = {
  status: 503,
  error: { code: 'NotReady', message: 'the management cluster does not answer', retryAfter: 60 },
}

function statesOf({ shows, empty, partial }: PageSample): readonly PageState[] {
  return [
    { state: 'loading', shows: '', answer: 'hangs' },
    { state: 'full', shows },
    { state: 'error', shows: 'the management cluster does not answer', answer: refused },
    ...(empty === undefined ? [] : [{ state: 'empty', shows: empty.shows, answer: { body: empty.answer } }]),
    ...(partial === undefined
      ? []
      : [{ state: 'partial', shows: partial.shows, answer: { body: partial.answer } }]),
    { state: 'stale', shows: 'Showing the last known state' },
  ]
}

const cases = pageSamples.flatMap(sample => statesOf(sample).map(state => ({ ...sample, ...state })))

function pageTextOf(path: string): string {
  return pageSamples.find(sample => sample.path === path)?.shows ?? ''
}

describe('Every page in each of its states', () => {
  test.for(cases)('$name, $state', async ({ path, reads, state, shows, answer }) => {
    if (answer !== undefined) server.answers.set(reads, answer)
    const { page, faults } = await open(path)
    const expected = state === 'loading' ? page.locator('main [role=status]') : page.getByText(shows).first()
    if (state === 'stale') {
      await page.clock.install()
      await page.reload()
      await page.getByText(pageTextOf(path)).first().waitFor()
      server.answers.clear()
      await page.clock.fastForward(90_000)
    }
    await expected.waitFor({ state: state === 'loading' ? 'attached' : 'visible' })
    const findings = await axeFindings(page)
    await page.emulateMedia({ colorScheme: 'dark' })
    expect([...findings, ...(await axeFindings(page))]).toEqual([])
    expect(faults).toEqual([])
  })
})
