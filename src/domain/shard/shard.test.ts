import { describe, expect, test } from 'vitest'
import { type Shard, isInShard, leaseNameOf, readShard, writesFitouts } from './shard.ts'

const all: Shard = { kind: 'all' }
const main: Shard = { kind: 'main' }
const one: Shard = { kind: 'labelled', key: 'shard1' }

describe('A selector', () => {
  test.for<[string, Shard]>([
    ['sharding.fitout.dev/key=shard1', one],
    ['!sharding.fitout.dev/key', main],
  ])('%s names a shard', ([selector, shard]) => {
    expect(readShard(selector)).toEqual({ kind: 'valid', shard })
  })

  test.for<[string, string]>([
    ['', 'is neither'],
    ['sharding.fitout.dev/key', 'is neither'],
    ['sharding.fitout.dev/key==shard1', 'is neither'],
    ['sharding.fitout.dev/key!=shard1', 'is neither'],
    ['sharding.fitout.dev/key in (a,b)', 'is neither'],
    ['sharding.fitout.dev/key=a,env=prod', 'is neither'],
    [' sharding.fitout.dev/key=a', 'is neither'],
    ['env=prod', 'is neither'],
    ['!env', 'is neither'],
    ['sharding.fitout.dev/key=', 'cannot be the name of a shard'],
    ['sharding.fitout.dev/key=Shard1', 'cannot be the name of a shard'],
    ['sharding.fitout.dev/key=a.b', 'cannot be the name of a shard'],
    [`sharding.fitout.dev/key=${'a'.repeat(64)}`, 'cannot be the name of a shard'],
  ])('%s is refused', ([selector, problem]) => {
    expect(readShard(selector)).toEqual({ kind: 'invalid', problem: expect.stringContaining(problem) })
  })
})

test('A Cluster belongs to the shard that its label names, and to no other', () => {
  const labels = [{}, { 'sharding.fitout.dev/key': 'shard1' }, { 'sharding.fitout.dev/key': '' }]
  const belongs = [all, main, one].map(shard => labels.map(each => isInShard(shard, each)))
  expect(belongs).toEqual([
    [true, true, true],
    [true, false, false],
    [false, true, false],
  ])
})

test('Every shard has a Lease of its own, and only one of them writes the status of Fitouts', () => {
  expect([all, main, one].map(shard => [leaseNameOf(shard), writesFitouts(shard)])).toEqual([
    ['fitout-controller', true],
    ['fitout-controller', true],
    ['fitout-controller-shard1', false],
  ])
})
