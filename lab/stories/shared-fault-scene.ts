import { FaultScene } from '../faults/fault-scene.ts'

// One for all stories of a file: vitest loads this module again for each file.
let scene: FaultScene | undefined

/** Starts the scene that the stories of this file share. */
export async function startFaultScene(name: string): Promise<void> {
  scene = await FaultScene.start(name)
}

export async function endFaultScene(): Promise<void> {
  await scene?.stop()
}

/** The scene of this file. */
export function sharedFaultScene(): FaultScene {
  if (!scene) throw new Error('cannot use the clusters: they have not started')
  return scene
}
