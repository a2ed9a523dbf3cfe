import { checkStage } from './check-stage.ts'
import { checks } from './checks.ts'
import { plantedStage } from '../planted/planted-stage.ts'
import type { InOrder } from './run-stages.ts'
import { swarmStage } from './swarm-stage.ts'
import {
  browserStage,
  fuzzStage,
  labStage,
  processStage,
  releaseStage,
  rulesStage,
  unitStage,
} from './vitest-stage.ts'

interface Plan {
  readonly stages: InOrder
  readonly env?: Readonly<Record<string, string>>
  /** Whether property tests look where no run has looked before. */
  readonly drawsSeed?: boolean
}

// What takes seconds comes before what takes minutes.
const everyCheck = [Object.values(checks).map(checkStage)]
// Servers mostly wait for each other, and have time limits: the lab begins at once and comes before all others. Seeds and
// planted bugs, which yield to everybody, take what that leaves idle.
const everything = [
  ...everyCheck,
  [
    labStage,
    [unitStage, browserStage, rulesStage, fuzzStage, processStage, releaseStage],
    [swarmStage, plantedStage],
  ],
]

/** What each make target runs. */
export const plans: ReadonlyMap<string, Plan> = new Map<string, Plan>([
  ['check', { stages: everyCheck }],
  ['unit', { stages: [unitStage] }],
  ['all', { stages: everything }],
  // Tells vitest.config.ts to take in the files named *.soak.test.ts.
  ['soak', { stages: everything, env: { FITOUT_SOAK: 'yes' }, drawsSeed: true }],
])
