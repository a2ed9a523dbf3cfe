import { expect, test } from 'vitest'
import { aCluster } from '../../../test/domain/sample-snapshot.ts'
import type { ChangeSummary } from '../../server/api/change-response.ts'
import { ghostsOf } from './ghosts.ts'

function aChange(
  id: string,
  clusters: readonly string[],
  state: ChangeSummary['state'] = 'open',
): ChangeSummary {
  return { id, mark: '!', url: '', title: '', author: '', state, clusters }
}

const cases = [
  { name: 'that the fleet has', changes: [aChange('1', ['prod/a'])], want: [] },
  {
    name: 'of changes that are merged or closed',
    changes: [aChange('1', ['dev/x'], 'merged'), aChange('2', ['dev/y'], 'closed')],
    want: [],
  },
  {
    name: 'that the fleet does not have',
    changes: [aChange('2', ['dev/y', 'prod/a']), aChange('1', ['dev/x'])],
    want: ['1 dev/x', '2 dev/y'],
  },
]

test.for(cases)('Clusters $name: $want', ({ changes, want }) => {
  const ghosts = ghostsOf(changes, [aCluster('prod/a')])
  expect(ghosts.map(({ id, change }) => `${change.id} ${id}`)).toEqual(want)
})
