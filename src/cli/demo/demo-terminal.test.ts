import { afterEach, describe, expect, test } from 'vitest'
import { SamplePty } from '#test/cli/sample-pty.ts'

let pty: SamplePty | undefined

// As slowly as real clusters, unless a test waits for something to happen: what is told of them must still be so when a
// busy machine comes to look at it.
function start({ env = {}, speed = '1' }: { env?: Record<string, string>; speed?: string } = {}): SamplePty {
  pty = new SamplePty({
    args: ['demo', '--clusters', '3', '--speed', speed],
    env: { TERM: 'xterm-256color', LANG: 'C.UTF-8', ...env },
    columns: 100,
    rows: 30,
  })
  return pty
}

afterEach(() => {
  pty?.close()
  pty = undefined
})

describe('The demo on a real terminal', () => {
  test('draws, follows keys and the size of the window, and leaves the terminal as it was', async () => {
    const demo = start({ env: { NO_COLOR: '1' } })
    await demo.sees('3 clusters   ▸ 3 FittingOut')
    expect([...demo.screen.modes].toSorted()).toEqual(['?1049'])
    demo.type('j')
    await demo.sees('› edge/store-berlin')
    demo.type('\u001B[B')
    await demo.sees('› prod/legacy-1')
    demo.type('w')
    await demo.sees('  Steps')
    demo.type('\u001B')
    await demo.sees('q leave')
    demo.resize({ columns: 40, rows: 10 })
    await demo.until(() => demo.screen.lines().length === 10)
    await demo.sees('w why  q leave')
    expect(demo.screen.lines().filter(line => line.length > 40)).toEqual([])
    demo.type('q')
    expect(await demo.ends()).toEqual({ code: 0, isAsBefore: true })
    // The last words are said below the prompt, not on the screen that is gone.
    expect(demo.output.split('\u001B[?1049l')[1]).toMatch(/^3 clusters {3}.*FittingOut.*\r\n/)
    expect([demo.screen.colors, [...demo.screen.modes].toSorted()]).toEqual([0, ['?25', '?7']])
  })

  test('dies of Ctrl-C, which a shell sees as 130, and leaves the terminal as it was', async () => {
    const demo = start()
    await demo.sees('FittingOut')
    expect(demo.screen.colors).toBeGreaterThan(0)
    demo.type('\u0003')
    expect(await demo.ends()).toEqual({ code: 130, isAsBefore: true })
    expect([...demo.screen.modes].toSorted()).toEqual(['?25', '?7'])
  })

  test('leaves the terminal as it was even if it is asked to end', async () => {
    const demo = start()
    await demo.sees('FittingOut')
    demo.kill('SIGTERM')
    expect(await demo.ends()).toEqual({ code: 143, isAsBefore: true })
    expect([...demo.screen.modes].toSorted()).toEqual(['?25', '?7'])
  })

  test('fixes what is wrong at a key, and waits for a key once all clusters are ready', async () => {
    const demo = start({ speed: '300', env: { LC_ALL: 'C' } })
    await demo.sees('Needs attention')
    demo.type('a')
    await demo.sees('All 3 clusters are Ready')
    expect(demo.screen.text()).toContain('3 clusters   + 3 Ready')
    demo.type('\r')
    expect(await demo.ends()).toEqual({ code: 0, isAsBefore: true })
  })

  test('prints line by line on a terminal that can do no more', async () => {
    const demo = start({ speed: '30', env: { TERM: 'dumb' } })
    await demo.until(() => demo.output.includes('api  Ready'))
    expect(demo.output).not.toContain('\u001B')
    demo.kill('SIGINT')
    expect(await demo.ends()).toEqual({ code: 130, isAsBefore: true })
  })
})
