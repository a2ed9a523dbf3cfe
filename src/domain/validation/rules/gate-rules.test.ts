import { expect, test } from 'vitest'
import { readFitout } from '../read-fitout.ts'
import { aFitout, aStep } from '#test/domain/sample-fitout.ts'
import { gateInSelectorOf, reservedGate } from './gate-rules.ts'

const valid = (given: unknown) => {
  const reading = readFitout(given)
  if (reading.kind === 'misshapen') throw new Error('the Fitout of the test is misshapen')
  return reading.fitout
}

test('A gate may not be a label by which another Fitout selects', () => {
  const fitout = valid(aFitout([aStep('cni', { gate: { label: 'calico' } })]))
  const other = valid({
    ...aFitout([aStep('cni')], {
      clusterSelector: { matchExpressions: [{ key: 'calico', operator: 'Exists' }] },
    }),
    metadata: { name: 'other' },
  })
  expect(gateInSelectorOf(fitout, other)).toEqual([
    {
      code: 'GATE_IN_SELECTOR',
      path: ['spec', 'steps', 0, 'gate', 'label'],
      message: 'must not be a label that the clusterSelector of Fitout "other" selects by',
    },
  ])
  expect(gateInSelectorOf(other, fitout)).toEqual([])
})

const labels = [
  { label: 'kubernetes.io/x', domain: 'kubernetes.io' },
  { label: 'node.kubernetes.io/x', domain: 'kubernetes.io' },
  { label: 'k8s.io/x', domain: 'k8s.io' },
  { label: 'cluster.x-k8s.io/x', domain: 'x-k8s.io' },
  { label: 'clusterctl.cluster.x-k8s.io/move', domain: 'x-k8s.io' },
  { label: 'fitout.dev/profile', domain: 'fitout.dev' },
  { label: 'hand-over.fitout.dev/addressee', domain: 'hand-over.fitout.dev' },
  { label: 'notkubernetes.io/x', domain: undefined },
  { label: 'kubernetes.io.example/x', domain: undefined },
  { label: 'calico.fitout.dev/enabled', domain: undefined },
  { label: 'kubernetes.io', domain: undefined },
]
test.for(labels)('The domain of the gate $label is reserved: $domain', ({ label, domain }) => {
  const problems = reservedGate(valid(aFitout([aStep('cni', { gate: { label } })])))
  expect(problems.map(({ message }) => message)).toEqual(
    domain === undefined ? [] : [`must not be in the reserved domain "${domain}"`],
  )
})
