import type { FleetImage } from '../../src/simulator/fleet/simulated-fleet.ts'
import { type EndState, endOf } from './end-state.ts'
import { Scene } from './scene.ts'
import type { Beginning } from './swarm-plan.ts'

/** Longer than a fleet needs until nothing moves any more. */
const SETTLED_MS = 120_000
const LIMIT_MS = 600_000

/** How a fleet ends in which nothing goes wrong, and that is what it shall be from its beginning. */
export async function undisturbedEnd(beginning: Beginning): Promise<EndState> {
  return (await undisturbed(beginning)).end
}

/** A fleet that is fitted out, for others to begin with. */
export async function fittedOut(beginning: Beginning): Promise<FleetImage> {
  return (await undisturbed(beginning)).image
}

interface Undisturbed {
  readonly end: EndState
  readonly image: FleetImage
}

const known = new Map<string, Promise<Undisturbed>>()

function undisturbed(beginning: Beginning): Promise<Undisturbed> {
  const key = JSON.stringify(beginning)
  const result = known.get(key) ?? endUndisturbed(beginning)
  known.set(key, result)
  return result
}

async function endUndisturbed(beginning: Beginning): Promise<Undisturbed> {
  const scene = await runUndisturbed(beginning)
  return { end: endOf(scene), image: scene.fleet.image() }
}

async function runUndisturbed(beginning: Beginning): Promise<Scene> {
  const scene = new Scene({ beginning })
  scene.fleet.start()
  const isReady = await scene.fleet.run(() => scene.isReady(), LIMIT_MS)
  if (!isReady) throw new Error('cannot tell how a fleet ends: it does not get ready even undisturbed')
  await scene.fleet.clock.advance(SETTLED_MS)
  return scene
}
