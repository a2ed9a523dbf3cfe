import { expect, test } from 'vitest'
import { bindingProblems } from './binding-problems.ts'

const cases = [
  { name: 'takes a new binding', spec: { clusterName: 'blue' }, old: undefined, want: [] },
  { name: 'takes the same cluster', spec: { clusterName: 'blue' }, old: { clusterName: 'blue' }, want: [] },
  { name: 'takes a cluster where there was none', spec: { clusterName: 'blue' }, old: {}, want: [] },
  {
    name: 'refuses another cluster',
    spec: { clusterName: 'green' },
    old: { clusterName: 'blue' },
    want: ['spec.clusterName'],
  },
  { name: 'refuses no cluster', spec: {}, old: { clusterName: 'blue' }, want: ['spec.clusterName'] },
]
for (const { name, spec, old, want } of cases) {
  test(`bindingProblems ${name}`, () => {
    expect(bindingProblems(spec, old).map(({ path }) => path)).toEqual(want)
  })
}
