import { expect, test } from 'vitest'
import type { QueryAnswer } from '../proof/read/query.ts'
import { unread } from './explain-facts.ts'
import { neededReads } from './needed-reads.ts'
import { situation } from '#test/situations/situation.ts'
import { deployment, refTo } from '#test/situations/sample-objects.ts'

const many = Array.from({ length: 10 }, (_, index) => refTo(deployment(`demo/app-${index}`)))
const { facts } = situation('Ten Deployments are not there', 'ProofInProgress', { proof: many })
const fresh = { ...facts, answers: new Map<string, QueryAnswer>() }

test('First of all, what the proof asks for is read', () => {
  expect(neededReads(fresh).map(({ key }) => key)).toEqual(
    many.map(({ name }) => `Workload apps/v1 Deployment demo names ${name}`),
  )
})

test('What cannot be read does not lead on', () => {
  const answers = new Map(
    neededReads(fresh).map(({ key }) => [key, { kind: 'unread', reason: 'forbidden' }] as const),
  )
  expect(neededReads({ ...fresh, answers })).toEqual([])
})

test('Once enough was read, nothing more is asked for', () => {
  const answers = new Map(
    Array.from({ length: 48 }, (_, index) => [`read ${index}`, { kind: 'not-served' }] as const),
  )
  expect(neededReads({ ...fresh, answers })).toEqual([])
})

test('Of a cluster about which nothing is known, nothing is asked', () => {
  expect(neededReads({ ...fresh, status: unread })).toEqual([])
})
