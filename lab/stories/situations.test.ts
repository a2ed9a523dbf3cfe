import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refusedByPolicy } from '../add-ons/fitting-out-audit.ts'
import { drawingFor } from '../faults/draw.ts'
import { buildSituation, type Outcome } from '../situations/build-situation.ts'
import { catalogue } from '../situations/catalogue.ts'
import { goldenFile } from '../situations/golden-text.ts'
import { SituationScene } from '../situations/situation-scene.ts'

// All of them in `make soak`; else a few, always the same. A pattern chooses those whose name it fits.
const isSoak = process.env['FITOUT_SOAK'] !== undefined
const pattern = process.env['FITOUT_SITUATION'] ?? ''
const draw = drawingFor(process.env)
const named = catalogue.filter(({ name }) => new RegExp(pattern).test(name))
const chosen = isSoak || pattern !== '' ? named : draw.some(named, 4)
// Most of the time is waiting, so a machine with room can build more of them at a time.
const PLACES = Number(process.env['FITOUT_PLACES'] ?? (isSoak ? 3 : 2))
/** A Ready is believed for two minutes, and looked at twice a minute. */
const LONGEST_LIE_MS = 180_000

let scene: SituationScene
const outcomes = new Map<string, Outcome>()

beforeAll(async () => {
  say(`seed ${draw.seed}; FITOUT_SEED=${draw.seed} makes the same choice again`)
  scene = await SituationScene.start('situations', PLACES)
}, 300_000)

afterAll(async () => {
  sumUp()
  await scene?.stop()
})

describe('What is reported, and fixes it, when', { concurrent: true }, () => {
  test.for(chosen)('$name', async (situation, { expect }) => {
    const outcome = await buildSituation(scene, situation)
    outcomes.set(situation.name, outcome)
    const { lies, whyMs, tookMs, why, told, text } = outcome
    say(
      `${situation.name}: ${seconds(tookMs)} s, why in ${seconds(whyMs)} s, reported Ready while broken for ${seconds(lies.readyMs)} s, broken while Ready for ${seconds(lies.brokenMs)} s (${lies.samples} looks)`,
    )
    expect(why.evidence.length).toBeGreaterThan(0)
    if (situation.isUntold !== true) expect(told.cause?.reason).toBe(why.reason)
    await expect(text).toMatchFileSnapshot(`../situations/golden/${goldenFile(situation.name)}`)
  })
})

test('nothing was said for long that was not so', () => {
  const lying = [...outcomes].filter(
    ([, { lies }]) => Math.max(lies.readyMs, lies.brokenMs) >= LONGEST_LIE_MS,
  )
  expect(lying.map(([name]) => name)).toEqual([])
  expect([...outcomes.values()].every(({ lies }) => lies.samples > 0)).toBe(true)
})

test('the policy for its account refused nothing of all that the controller wrote', () => {
  expect(refusedByPolicy(scene.lab)).toEqual([])
})

function sumUp(): void {
  const all = [...outcomes]
  const fixed = all.filter(([, { isFixed }]) => isFixed)
  say(`${all.length} of ${catalogue.length} situations, ${fixed.length} fixed as they said`)
  const times = all.map(([, { whyMs }]) => whyMs).toSorted((a, b) => a - b)
  say(`why: median ${seconds(times[Math.floor(times.length / 2)])} s, slowest ${seconds(times.at(-1))} s`)
  for (const kind of ['readyMs', 'brokenMs'] as const) {
    const [worst] = all.toSorted(([, a], [, b]) => b.lies[kind] - a.lies[kind])
    const what = kind === 'readyMs' ? 'Ready' : 'broken'
    if (worst) say(`longest lie, said to be ${what}: ${seconds(worst[1].lies[kind])} s, ${worst[0]}`)
  }
}

function seconds(ms = 0): string {
  return (ms / 1000).toFixed(1)
}

function say(line: string): void {
  process.stdout.write(`  ${line}\n`)
}
