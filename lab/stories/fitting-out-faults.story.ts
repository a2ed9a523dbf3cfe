import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { refusedByPolicy } from '../add-ons/fitting-out-audit.ts'
import { drawingFor } from '../faults/draw.ts'
import { firstDifference } from '../faults/end-state.ts'
import { faultFitoutFor } from '../faults/fault-plan.ts'
import type { FaultScene } from '../faults/fault-scene.ts'
import type { FaultyCluster } from '../faults/plan-scene.ts'
import { type Fault, faults } from '../faults/faults.ts'
import type { Interference } from '../network/api-proxy.ts'
import { sharedFaultScene } from './shared-fault-scene.ts'

// All of them in `make soak`; else a few, always the same.
const isSoak = process.env['FITOUT_SOAK'] !== undefined
const draw = drawingFor(process.env)
const chosen = isSoak ? faults : draw.some(faults, 3)

let scene: FaultScene
/** How two clusters, and one alone, end when nothing goes wrong. */
let both: string
let alone: string
/** How many writes the one takes. */
let writes: number

beforeAll(async () => {
  say(`seed ${draw.seed}; FITOUT_SEED=${draw.seed} makes the same choice again`)
  scene = sharedFaultScene()
  await scene.begin()
  await scene.untilReady()
  both = await scene.endState()
  await scene.reset()
  await scene.begin(faultFitoutFor('blue'))
  await scene.untilReady(['blue'])
  alone = await scene.endState(['blue'])
  writes = scene.proxy.writes
}, 300_000)

// Whatever came of a story, the next one begins where the first did.
afterEach(() => scene.reset(), 300_000)

test('where nothing goes wrong no rule is broken, and no write is one too many', () => {
  expect(scene.violations({ factor: 1 })).toEqual([])
})

test.for(chosen)('clusters end as they would when $name', async fault => {
  await scene.begin()
  if (fault.isForKnown === true) await scene.untilReady()
  else await scene.untilWrites(1 + draw.below(writes))
  await fault.happen(scene)
  await scene.untilReady()
  expect(await problemsOf(both, fault)).toEqual([])
})

test('the controller may be killed before and after each of its writes', { timeout: 3_600_000 }, async () => {
  const moments = ['drop-request', 'drop-answer'] as const
  const all = Array.from({ length: writes }, (_, index) => index + 1).flatMap(write =>
    moments.map(at => ({ write, at })),
  )
  const deaths = isSoak ? all : draw.some(all, 2)
  const failed: string[] = []
  for (const { write, at } of deaths) {
    const problems = await die(write, at)
    failed.push(...problems.map(problem => `${at} at write ${write}: ${problem}`))
  }
  say(`killed ${deaths.length} of ${all.length} times`)
  expect(failed).toEqual([])
})

test('the policy for its account refused nothing of all that the controller wrote', () => {
  expect(refusedByPolicy(scene.lab)).toEqual([])
})

async function die(write: number, at: Interference): Promise<readonly string[]> {
  const { controller, proxy } = scene
  await scene.begin(faultFitoutFor('blue'))
  await new Promise<void>(resolve => {
    proxy.countAnew(({ number }) => {
      if (number !== write) return 'pass'
      void controller.program.kill().then(resolve)
      return at
    })
  })
  proxy.countAnew()
  await scene.restartController()
  await scene.untilReady(['blue'])
  const problems = await problemsOf(alone, {}, ['blue'])
  await scene.reset()
  return problems
}

/** What is otherwise than where nothing goes wrong. */
async function problemsOf(
  want: string,
  { factor = 3 }: Pick<Fault, 'factor'>,
  clusters?: readonly FaultyCluster[],
): Promise<readonly string[]> {
  const end = await untilSame(want, clusters)
  const broken = scene.violations({ factor }).map(({ rule, sentence }) => `${rule}: ${sentence}`)
  return [...(end === want ? [] : [firstDifference(end, want)]), ...broken]
}

// Other words for the same fact may come a little later.
async function untilSame(want: string, clusters?: readonly FaultyCluster[]): Promise<string> {
  const deadline = performance.now() + 120_000
  for (;;) {
    const end = await scene.endState(clusters)
    if (end === want || performance.now() > deadline) return end
    await sleep(500)
  }
}

function say(line: string): void {
  process.stdout.write(`  ${line}\n`)
}
