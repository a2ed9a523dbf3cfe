import { API_VERSION } from '../../src/domain/api/api-names.ts'
import type { FitoutManifest } from '../../src/domain/api/schema/fitout-schema.ts'

type StepManifest = FitoutManifest['spec']['steps'][number]

/** A step with nothing but what it must have, and what is given. */
export function aStep(name: string, given: Partial<StepManifest> = {}): StepManifest {
  return { name, proof: { preset: 'api' }, ...given }
}

/** A Fitout of these steps for clusters of the profile `test`. */
export function aFitout(
  steps: readonly StepManifest[],
  given: Partial<FitoutManifest['spec']> = {},
): FitoutManifest {
  const clusterSelector = { matchLabels: { 'fitout.dev/profile': 'test' } }
  return {
    apiVersion: API_VERSION,
    kind: 'Fitout',
    metadata: { name: 'test', namespace: 'default' },
    spec: { clusterSelector, steps, ...given },
  }
}
