import { describe, expect, test } from 'vitest'
import { type LinePart, aHistory, handedOver, leaseHeld, saidReady } from '../sample-history.ts'
import type { Grant } from './grants.ts'
import { checkLeastPrivilege } from './least-privilege.ts'

function grant(verb: string, resource: string, parts: Partial<Grant> = {}): Grant {
  return { verb, group: '', resource, names: 'all', role: 'fitout', ...parts }
}

const own = { group: 'fitout.dev' }
const leases = { group: 'coordination.k8s.io', names: ['fitout-controller'] }

describe('Calls', () => {
  test.for<{ name: string; given: LinePart; grants: readonly Grant[] }>([
    { name: 'a read', given: {}, grants: [grant('get', 'configmaps')] },
    { name: 'a subresource', given: saidReady([]), grants: [grant('patch', 'clusterfitouts/status', own)] },
    {
      name: 'an apply that makes an object',
      given: handedOver('secrets'),
      grants: [grant('patch', 'secrets'), grant('create', 'secrets')],
    },
    { name: 'an object by its name', given: leaseHeld(), grants: [grant('update', 'leases', leases)] },
    { name: 'a read of what does not exist', given: { code: 404 }, grants: [grant('get', 'configmaps')] },
  ])('need just what is granted: $name', ({ given, grants }) => {
    expect(checkLeastPrivilege(aHistory(given), { grants })).toEqual([])
  })

  test.for<{ name: string; given: LinePart; grants: readonly Grant[]; needs: string }>([
    { name: 'nothing is granted', given: {}, grants: [], needs: 'get configmaps' },
    {
      name: 'the group is another',
      given: {},
      grants: [grant('get', 'configmaps', own)],
      needs: 'get configmaps',
    },
    {
      name: 'the subresource is not granted',
      given: saidReady([]),
      grants: [grant('patch', 'clusterfitouts', own)],
      needs: 'patch clusterfitouts.fitout.dev/status',
    },
    {
      name: 'an apply may not make an object',
      given: handedOver('secrets'),
      grants: [grant('patch', 'secrets')],
      needs: 'create secrets',
    },
    {
      name: 'the name is another',
      given: { ...leaseHeld(), name: 'x' },
      grants: [grant('update', 'leases', leases)],
      needs: 'update leases.coordination.k8s.io',
    },
  ])('need more when $name', ({ given, grants, needs }) => {
    const found = checkLeastPrivilege(aHistory(given, given), { grants, isComplete: false })
    expect(found).toMatchObject([{ rule: 'leastPrivilege', seq: 1, t: 1000 }])
    expect(found[0]?.sentence.endsWith(` needs "${needs}", which no role grants`)).toBe(true)
  })

  test('of others, and of workload clusters, do not count', () => {
    const history = aHistory({ actor: 'ann' }, { server: 'blue' }, { op: 'decide' })
    expect(checkLeastPrivilege(history, { grants: [] })).toEqual([])
  })
})

describe('A right', () => {
  const grants = [grant('get', 'configmaps'), grant('list', 'secrets'), grant('patch', 'fitouts/status', own)]
  const unused = [
    { rule: 'leastPrivilege', sentence: 'role "fitout" grants "list" on secrets, which no call needed' },
    {
      rule: 'leastPrivilege',
      sentence: 'role "fitout" grants "patch" on fitouts/status of fitout.dev, which no call needed',
    },
  ]

  test('that no call needed is one too many', () => {
    expect(checkLeastPrivilege(aHistory({}), { grants })).toEqual(unused)
  })

  test('that was only asked for in vain is one too many', () => {
    const unreached = { op: 'list', resource: 'secrets', code: 0 } as const
    expect(checkLeastPrivilege(aHistory({}, unreached), { grants })).toEqual(unused)
  })

  test('is not missed in a history that has not everything', () => {
    expect(checkLeastPrivilege(aHistory({}), { grants, isComplete: false })).toEqual([])
  })
})
