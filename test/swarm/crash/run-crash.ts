import { type EndState, endOf } from '../end-state.ts'
import { differences } from '../reference.ts'
import { Scene } from '../scene.ts'
import { type CrashPoint, crashPlan, variants } from '../crash-plan.ts'
import { type Story, stories, untilReady } from './stories.ts'
import { STEPS } from '../swarm-plan.ts'

const SETTLED_MS = 30_000
/** For how long the controller that comes next sees the world as it was before the write. */
const STALE_MS = 15_000
const beginning = { clusters: 1, steps: STEPS, edition: 'base', version: 1 } as const

interface Undisturbed {
  readonly end: EndState
  /** The writes that the story begins with; those before are another story's. */
  readonly from: number
  readonly to: number
}

const known = new Map<string, Promise<Undisturbed>>()

/** Every crash point of every story. */
export async function allCrashPoints(): Promise<readonly CrashPoint[]> {
  const points: CrashPoint[] = []
  for (const story of stories) {
    const { from, to } = await undisturbed(story)
    for (let write = from + 1; write <= to; write += 1)
      for (const variant of variants) points.push({ story: story.name, write, variant })
  }
  return points
}

/** Lets the controller die at one point, and holds what the next one makes of it against the story without it. */
export async function runCrash(point: CrashPoint): Promise<readonly string[]> {
  const story = stories.find(({ name }) => name === point.story)
  if (!story) throw new Error(`cannot run the story "${point.story}": there is none`)
  const { end } = await undisturbed(story)
  let scene: Scene | undefined
  let isAsked = false
  const onCrash = (): void => {
    isAsked = true
    if (point.variant !== 'stale' || scene === undefined) return
    const { view, fleet } = scene
    view.freeze()
    fleet.clock.after(STALE_MS, () => view.follow())
  }
  scene = new Scene({ beginning, plan: crashPlan(point, onCrash) })
  const isReady = await tell(scene, story)
  const isRestarted = scene.fleet.starts >= 2
  const faults = scene.opened.flatMap(({ step, problem }) => (problem ? [`gate "${step}": ${problem}`] : []))
  return [
    ...faults,
    ...(isReady ? [] : ['it did not get ready']),
    // A write that the server refuses has no time after it to die at.
    ...(isRestarted || isAsked ? [] : ['the controller did not die']),
    ...(isReady ? differences(endOf(scene), end, new Set()) : []),
  ].map(problem => `${point.story}, ${point.variant} write ${point.write}: ${problem}`)
}

function undisturbed(story: Story): Promise<Undisturbed> {
  const run = async (): Promise<Undisturbed> => {
    const scene = new Scene({ beginning })
    let from = 0
    const isReady = await tell(scene, story, () => {
      if (story.after) from = scene.writes
    })
    if (!isReady) throw new Error(`cannot tell the story "${story.name}": it does not end well by itself`)
    return { end: endOf(scene), from, to: scene.writes }
  }
  const one = known.get(story.name) ?? run()
  known.set(story.name, one)
  return one
}

async function tell(scene: Scene, { before, after }: Story, onReady?: () => void): Promise<boolean> {
  before?.(scene)
  scene.fleet.start()
  const isReady = await untilReady(scene)
  onReady?.()
  if (isReady) await after?.(scene)
  await scene.fleet.clock.advance(SETTLED_MS)
  return isReady && scene.isReady()
}
