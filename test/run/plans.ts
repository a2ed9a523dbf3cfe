import { checkStage } from './check-stage.ts'
import { checks } from './checks.ts'
import { plantedStage } from '../planted/planted-stage.ts'
import type { Stage } from './stage.ts'
import { swarmStage } from './swarm-stage.ts'
import { fuzzStage, labStage, processStage, rulesStage, unitStage } from './vitest-stage.ts'

interface Plan {
  readonly stages: readonly (Stage | readonly Stage[])[]
  readonly env?: Readonly<Record<string, string>>
  /** Whether property tests look where no run has looked before. */
  readonly drawsSeed?: boolean
}

// What takes seconds comes before what takes minutes.
const everyCheck = Object.values(checks).map(checkStage)
// Seeds keep all processors busy, and are by themselves; what leaves some of that idle shares the time.
const everything = [
  ...everyCheck,
  unitStage,
  [rulesStage, fuzzStage],
  swarmStage,
  [labStage, plantedStage, processStage],
]

/** What each make target runs. */
export const plans: ReadonlyMap<string, Plan> = new Map<string, Plan>([
  ['check', { stages: everyCheck }],
  ['unit', { stages: [unitStage] }],
  ['all', { stages: everything }],
  // Tells vitest.config.ts to take in the files named *.soak.test.ts.
  ['soak', { stages: everything, env: { FITOUT_SOAK: 'yes' }, drawsSeed: true }],
])
