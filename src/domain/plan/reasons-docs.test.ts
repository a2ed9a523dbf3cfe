import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { CLUSTER_STATES, STEP_STATES } from '../api/schema/cluster-fitout-schema.ts'
import { reasons } from './reason.ts'

const docs = readFileSync(join(import.meta.dirname, '../../../docs/reference/conditions.md'), 'utf8')

test('The docs list every reason, and who can end it', () => {
  const rows = [...docs.matchAll(/^\| ([A-Z][A-Za-z]+) \| .+ \| (Nobody|Git|Cloud|Operator) \|$/gm)]
  expect(Object.fromEntries(rows.map(([, reason = '', actor = '']) => [reason, actor]))).toEqual(reasons)
})

test('The docs tell every state of a step and of a cluster', () => {
  const steps = [...docs.matchAll(/^\| ([A-Z][a-z]+) \| [^|]+ \|$/gm)].map(([, state]) => state)
  expect(steps).toEqual(expect.arrayContaining([...STEP_STATES]))
  for (const state of CLUSTER_STATES) expect(docs).toContain(`\`${state}\``)
})
