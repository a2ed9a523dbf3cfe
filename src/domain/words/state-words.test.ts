import { describe, expect, test } from 'vitest'
import { CLUSTER_STATES, STEP_STATES } from '../api/schema/cluster-fitout-schema.ts'
import { clusterGlyphs, stepGlyphs, summaryOrder, toneOf } from './state-words.ts'

describe('The words of state', () => {
  test.for(['glyph', 'ascii'] as const)('tell every two states of a step apart by their %s alone', form => {
    expect(new Set(STEP_STATES.map(state => stepGlyphs[state][form])).size).toBe(STEP_STATES.length)
  })

  test('have ASCII for terminals that know nothing else', () => {
    const signs = [...Object.values(stepGlyphs), ...Object.values(clusterGlyphs)].map(({ ascii }) => ascii)
    expect(signs.filter(sign => !/^[!-~]$/.test(sign))).toEqual([])
  })

  test('name every state of a cluster once in a summary', () => {
    expect(summaryOrder.toSorted()).toEqual(CLUSTER_STATES.toSorted())
  })

  test('are loud for what a user must act upon, and quiet for a hold that ends by itself', () => {
    expect([
      toneOf('Held'),
      toneOf('Held', false),
      toneOf('Stuck'),
      toneOf('Failed'),
      toneOf('Ready'),
    ]).toEqual(['alert', 'quiet', 'alert', 'failed', 'ready'])
  })
})
