import { expect, test } from 'vitest'
import { appliedSets, withoutMarks } from './take-back-marks.ts'

const source = (name: string, applied: boolean) => ({
  kind: 'ConfigMap',
  name,
  applied,
  hash: `sha256:${name}`,
})
const binding = {
  spec: {
    clusterName: 'blue',
    bindings: [
      { clusterResourceSetName: 'cni', resources: [source('cni', true)] },
      { clusterResourceSetName: 'flux', resources: [source('crds', true), source('core', false)] },
    ],
  },
}

test('A binding marks what is applied, of the sets in question', () => {
  expect([appliedSets(binding, ['flux', 'none']), appliedSets({}, ['flux'])]).toEqual([
    [{ resourceSet: 'flux', sources: ['ConfigMap crds'] }],
    [],
  ])
})

test('Sets come in the order in which the step names them, whichever Cluster API applied first', () => {
  expect(appliedSets(binding, ['flux', 'cni']).map(({ resourceSet }) => resourceSet)).toEqual(['flux', 'cni'])
})

test('Marks are taken back of the sets in question alone, and nothing else is changed', () => {
  expect(withoutMarks(binding, ['flux'])).toEqual({
    clusterName: 'blue',
    bindings: [
      { clusterResourceSetName: 'cni', resources: [source('cni', true)] },
      { clusterResourceSetName: 'flux', resources: [source('crds', false), source('core', false)] },
    ],
  })
})
