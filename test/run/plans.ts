import { checkStage } from './check-stage.ts'
import { checks } from './checks.ts'
import { plantedStage } from '../planted/planted-stage.ts'
import type { Stage } from './stage.ts'
import { swarmStage } from './swarm-stage.ts'
import { fuzzStage, labStage, processStage, releaseStage, rulesStage, unitStage } from './vitest-stage.ts'

interface Plan {
  readonly stages: readonly (Stage | readonly Stage[])[]
  readonly env?: Readonly<Record<string, string>>
  /** Whether property tests look where no run has looked before. */
  readonly drawsSeed?: boolean
}

// What takes seconds comes before what takes minutes.
const everyCheck = Object.values(checks).map(checkStage)
// Servers mostly wait for each other: seeds and planted bugs, which yield to everybody, take what that leaves idle.
const everything = [
  ...everyCheck,
  unitStage,
  [rulesStage, fuzzStage],
  [labStage, swarmStage, plantedStage, processStage, releaseStage],
]

/** What each make target runs. */
export const plans: ReadonlyMap<string, Plan> = new Map<string, Plan>([
  ['check', { stages: everyCheck }],
  ['unit', { stages: [unitStage] }],
  ['all', { stages: everything }],
  // Tells vitest.config.ts to take in the files named *.soak.test.ts.
  ['soak', { stages: everything, env: { FITOUT_SOAK: 'yes' }, drawsSeed: true }],
])
