import { evaluateHealth } from '../src/domain/health/evaluate-health.ts'
import { parseRange } from '../src/domain/versions/parse-range.ts'
import { parseVersion } from '../src/domain/versions/parse-version.ts'
import { satisfiesRange } from '../src/domain/versions/satisfies-range.ts'
import { compare } from './compare.ts'
import type { Subject } from './subject.ts'

const ROUNDS = 20
const TIMES = 50_000

const deployment = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'web', namespace: 'shop', generation: 3 },
  spec: { replicas: 3, progressDeadlineSeconds: 600 },
  status: {
    observedGeneration: 3,
    replicas: 3,
    updatedReplicas: 3,
    readyReplicas: 3,
    availableReplicas: 3,
    conditions: [
      { type: 'Available', status: 'True', reason: 'MinimumReplicasAvailable', message: 'Available' },
      { type: 'Progressing', status: 'True', reason: 'NewReplicaSetAvailable', message: 'Progressed' },
    ],
  },
}
const written = JSON.stringify(deployment)
const range = parseRange('>=1.2.0 <2.0.0 || ~3.1')
const versions = ['1.2.3', 'v1.19.4', '2.0.0', '3.1.7', '1.3.0-rc.1'].map(parseVersion)

/** What every object of a fleet costs on every look: reading it from the wire, for comparison, and judging it. */
export const health: Subject = {
  name: 'health',
  summary: `${TIMES.toLocaleString('en')} times each, median of ${ROUNDS} runs in turns`,
  measure: () =>
    compare(
      [
        { name: 'JSON.parse of a Deployment', run: () => repeat(() => JSON.parse(written)) },
        {
          name: 'kstatus of a Deployment',
          work: { amount: TIMES, unit: 'objects' },
          run: () => repeat(() => evaluateHealth(deployment, { now: 0, reader: 'flux' })),
        },
        {
          name: 'version in a range',
          work: { amount: TIMES, unit: 'versions' },
          run: () => repeat(index => satisfiesRange(versionAt(index), range)),
        },
      ],
      ROUNDS,
    ),
}

function repeat(run: (index: number) => unknown): void {
  for (let index = 0; index < TIMES; index++) run(index)
}

function versionAt(index: number) {
  return versions[index % versions.length] ?? parseVersion('0')
}
