import { afterAll, beforeAll } from 'vitest'
import { endFaultScene, startFaultScene } from './shared-fault-scene.ts'
import { story } from './shared-lab.ts'

// Every test of these stories takes back what it did: the next one begins with clusters on which nothing is.
beforeAll(() => startFaultScene('faults'), 300_000)
afterAll(endFaultScene)

story('While things go wrong,', () => import('./fitting-out-faults.story.ts'))
story('The truth about a cluster', () => import('./fitting-out-truth.story.ts'))
