import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type FleetRow, rowOf } from '../../domain/fleet/fleet-row.ts'
import { idOf } from '../../domain/fleet/fleet-snapshot.ts'
import { aCluster, aFleet } from '#test/domain/sample-snapshot.ts'
import type { FleetAccess } from '../http/console-identity.ts'
import { FleetJournal } from './fleet-journal.ts'

const all: FleetAccess = { key: '*', isPartial: false, maySee: () => true }
const dev: FleetAccess = { key: 'dev', isPartial: true, maySee: (namespace: string) => namespace === 'dev' }

/** One fleet: which clusters there are, and in which version each runs. */
const fleets = fc.dictionary(
  fc.constantFrom('dev/a', 'dev/b', 'prod/a', 'prod/b', 'prod/c'),
  fc.constantFrom('v1.34.3', 'v1.35.4'),
)

function fleetFrom(versions: Readonly<Record<string, string>>) {
  const ids = Object.keys(versions).toSorted()
  return aFleet(ids.map(id => aCluster(id, { kubernetesVersion: versions[id] ?? '' })))
}

function rowsFrom(versions: Readonly<Record<string, string>>, access = all): ReadonlyMap<string, FleetRow> {
  const { clusters } = fleetFrom(versions)
  return new Map(clusters.flatMap(one => (access.maySee(one.namespace) ? [[idOf(one), rowOf(one)]] : [])))
}

describe('The journal of a fleet', () => {
  test.each([all, dev])('brings whoever was away at any time up to date ($key)', access => {
    const property = fc.property(
      fc.array(fleets, { minLength: 1, maxLength: 8 }),
      fc.nat(7),
      (history, away) => {
        const journal = new FleetJournal(1000)
        const seqs = history.map(versions => {
          journal.take(fleetFrom(versions), new Map())
          return journal.seq
        })
        const left = Math.min(away, history.length - 1)
        const delta = journal.changesAfter(seqs[left] ?? 0, access)
        if (delta.kind === 'unknown') throw new Error('nothing is forgotten in so short a time')
        const mine = new Map(rowsFrom(history[left] ?? {}, access))
        for (const id of delta.removed) mine.delete(id)
        for (const row of delta.rows) mine.set(row.id, row)
        expect(mine).toEqual(rowsFrom(history.at(-1) ?? {}, access))
      },
    )
    fc.assert(property)
  })

  test('counts no change where nothing that is shown has changed', () => {
    const journal = new FleetJournal(1000)
    expect(journal.take(fleetFrom({ 'dev/a': 'v1.34.3' }), new Map())).toBe(true)
    expect(journal.take(fleetFrom({ 'dev/a': 'v1.34.3' }), new Map())).toBe(false)
    expect(journal.seq).toBe(1001)
    expect(journal.take(fleetFrom({ 'dev/a': 'v1.34.3' }), new Map([['dev', 2]]))).toBe(true)
    expect(journal.changesAfter(1001, all)).toMatchObject({ rows: [], removed: [], isCountChanged: true })
  })

  test('does not know the numbers of another server', () => {
    const journal = new FleetJournal(1000)
    journal.take(fleetFrom({ 'dev/a': 'v1.34.3' }), new Map())
    for (const seq of [0, 999, 1002])
      expect([seq, journal.changesAfter(seq, all)]).toEqual([seq, { kind: 'unknown', reason: 'restarted' }])
  })

  test('has everything fetched by who was away for more removals than it keeps', () => {
    const journal = new FleetJournal(1000)
    const many = Array.from({ length: 2_001 }, (_, index) => [`dev/c-${index}`, 'v1.34.3'] as const)
    journal.take(fleetFrom(Object.fromEntries(many)), new Map())
    const seq = journal.seq
    journal.take(fleetFrom({ 'dev/c-0': 'v1.34.3' }), new Map())
    expect(journal.changesAfter(seq, all).kind).toBe('changes')
    journal.take(fleetFrom({}), new Map())
    expect(journal.changesAfter(seq, all)).toEqual({ kind: 'unknown', reason: 'gap' })
    expect(journal.changesAfter(journal.seq, all).kind).toBe('changes')
  })
})
