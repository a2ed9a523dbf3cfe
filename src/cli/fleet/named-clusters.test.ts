import { describe, expect, test } from 'vitest'
import { aCluster, aFleet } from '#test/domain/sample-snapshot.ts'
import { demandCluster } from './named-clusters.ts'

describe('Who names a cluster that is not in the fleet gets an error', () => {
  const cases = [
    {
      name: 'the nearest one',
      given: { word: 'prod/blu', verb: 'status', unselected: 1 },
      want: {
        message: 'there is no cluster prod/blu that you are allowed to read',
        hint: 'fitout status prod/blue',
      },
    },
    {
      name: 'that it may be one that no Fitout selects, and how to see',
      given: { word: 'green', verb: 'retry', unselected: 1 },
      want: {
        message: 'there is no cluster green that you are allowed to read and a Fitout selects',
        hint: 'fitout why green',
      },
    },
    {
      name: 'that it does not exist, where all have a Fitout',
      given: { word: 'green', verb: 'status', unselected: 0 },
      want: { message: 'there is no cluster green that you are allowed to read', hint: 'fitout status' },
    },
    {
      name: 'that it does not exist, by why itself, which has looked',
      given: { word: 'green', verb: 'why', unselected: 1 },
      want: { message: 'there is no cluster green that you are allowed to read', hint: 'fitout status' },
    },
  ]
  for (const { name, given, want } of cases) {
    test(name, () => {
      const fleet = aFleet([aCluster('prod/blue')], { unselected: given.unselected })
      expect(() => demandCluster(fleet, given.word, given.verb)).toThrow(expect.objectContaining(want))
    })
  }
})
