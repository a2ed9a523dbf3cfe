import { expect, test } from 'vitest'
import { clusterPath, fitoutPath, routeOf, stepPath } from './routes.ts'

const cases = [
  { path: '/', want: { page: 'fleet' } },
  { path: '/c/prod/blue', want: { page: 'cluster', namespace: 'prod', name: 'blue' } },
  { path: '/c/prod/blue/s/cni', want: { page: 'step', namespace: 'prod', name: 'blue', step: 'cni' } },
  { path: '/f/prod/eks/', want: { page: 'fitout', namespace: 'prod', name: 'eks' } },
  { path: '/fitouts', want: { page: 'fitouts' } },
  { path: '/changes/215', want: { page: 'change', id: '215' } },
  { path: '/changes/215/x', want: { page: 'nowhere' } },
  { path: '/new', want: { page: 'new' } },
  { path: '/compat', want: { page: 'compat' } },
  { path: '/fleet', want: { page: 'nowhere' } },
  { path: '/c/prod', want: { page: 'nowhere' } },
  { path: '/c/prod/blue/s', want: { page: 'nowhere' } },
  { path: '/c/%E0%A4%A/x', want: { page: 'cluster', namespace: '%E0%A4%A', name: 'x' } },
]
test.for(cases)('$path is the page $want.page', ({ path, want }) => {
  expect(routeOf(path)).toEqual(want)
})

test('a path that is made is the path that is read, whatever is in its names', () => {
  const odd = 'a?b#c%2F"<'
  expect([
    routeOf(clusterPath(`${odd}/${odd}`)),
    routeOf(stepPath(`${odd}/${odd}`, odd)),
    routeOf(fitoutPath(odd, odd)),
  ]).toEqual([
    { page: 'cluster', namespace: odd, name: odd },
    { page: 'step', namespace: odd, name: odd, step: odd },
    { page: 'fitout', namespace: odd, name: odd },
  ])
})
