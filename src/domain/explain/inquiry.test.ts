import { expect, test } from 'vitest'
import type { QueryAnswer } from '../proof/read/query.ts'
import { Inquiry } from './inquiry.ts'
import { situation } from '#test/situations/situation.ts'

const { facts } = situation('Nothing is wrong', 'Ready', { step: 'nodes', state: 'Ready' })
const pods = { on: 'Workload', apiVersion: 'v1', kind: 'Pod' } as const
const pod = { ...pods, namespace: 'a', name: 'b' }

function asking(answers: Readonly<Record<string, QueryAnswer>>): Inquiry {
  return new Inquiry({ ...facts, answers: new Map(Object.entries(answers)) })
}

function found(...objects: readonly object[]): QueryAnswer {
  return { kind: 'objects', objects, complete: true }
}

const b = { metadata: { namespace: 'a', name: 'b', labels: { app: 'x' } } }

test('What was not read is asked for once, by its name', () => {
  const inquiry = asking({})
  expect([inquiry.find(pod), inquiry.find(pod)]).toEqual(['unread', 'unread'])
  expect(inquiry.open.map(({ key }) => key)).toEqual(['Workload v1 Pod a names b'])
})

test('What could not be read is not asked for again', () => {
  const inquiry = asking({ 'Workload v1 Pod a names b': { kind: 'unread', reason: 'forbidden' } })
  expect([inquiry.find(pod), inquiry.open]).toEqual(['unread', []])
})

test('What a list has need not be read by its name, also when it was chosen by labels', () => {
  const inquiry = asking({ 'Workload v1 Pod a app=x': found(b) })
  expect(inquiry.list({ ...pods, namespace: 'a', labels: 'app=x' })).toMatchObject({ kind: 'listed' })
  expect(inquiry.find(pod)).toMatchObject({ fields: b })
  expect(inquiry.open).toEqual([])
})

test('A list of more answers for less, and only with what is meant', () => {
  const inquiry = asking({ 'Workload v1 Pod - all': found(b, { metadata: { namespace: 'c', name: 'd' } }) })
  const listed = inquiry.list({ ...pods, namespace: 'a', labels: 'app=x' })
  expect(listed.kind === 'listed' && listed.objects.map(({ ref }) => ref.name)).toEqual(['b'])
  expect(inquiry.find({ ...pods, namespace: 'c', name: 'e' })).toBe('absent')
})

test('What was read of one name says nothing about another', () => {
  const inquiry = asking({ 'Workload v1 Pod a names b': found(b) })
  expect(inquiry.find({ ...pod, name: 'c' })).toBe('unread')
})

test('A kind that is not served is not the same as an object that is not there', () => {
  const inquiry = asking({ 'Workload v1 Pod a names b': { kind: 'not-served' } })
  expect(inquiry.find(pod)).toBe('not-served')
})
