import { expect, test } from 'vitest'
import { checkNext } from './check-next.ts'
import { Inquiry } from './inquiry.ts'
import { act, commit, describe, refresh } from './show/commands.ts'
import { deployment, pod, refTo, sample } from './situations/sample-objects.ts'
import { situation } from './situations/situation.ts'
import { explain } from './explain.ts'
import { neededReads } from './needed-reads.ts'

const web = deployment('shop/web', { spec: { replicas: 0 } })
const { facts } = situation('any', 'ScaledToZero', { proof: [refTo(web)], world: { workload: [web] } })
const account = refTo(sample('v1 ServiceAccount', 'shop/web'))

function shown(given: Parameters<typeof checkNext>[0]): readonly string[] {
  return checkNext(given, new Inquiry(facts)).map(({ text, command }) => `${text}${command ? ' $' : ''}`)
}

test('A command about an object that was seen is shown', () => {
  expect(shown([describe(refTo(web), facts)])).toEqual(['Read all of Deployment shop/web $'])
})

test('What was not seen is neither described nor changed', () => {
  const gone = refTo(pod('shop/gone', 'web'))
  expect(
    shown([
      describe(gone, facts),
      act('Delete it', gone, { facts, verb: 'delete pod gone' }),
      commit('Correct it'),
    ]),
  ).toEqual(['Delete it', 'Correct it'])
})

test('What nobody knows to be absent is not to be created', () => {
  const make = act('Make it', account, { facts, verb: 'create serviceaccount web', needs: 'absent' })
  expect(shown([make])).toEqual([])
  const answers = new Map([
    ...facts.answers,
    ['workload v1 ServiceAccount shop all', { kind: 'objects', objects: [], complete: true }] as const,
  ])
  expect(checkNext([make], new Inquiry({ ...facts, answers })).map(({ text }) => text)).toEqual(['Make it'])
})

test('A cluster without a ClusterFitout has nothing to refresh', () => {
  expect(shown([refresh(facts)])).toEqual(['Do not wait for the next read $'])
  expect(checkNext([refresh(facts)], new Inquiry({ ...facts, status: { kind: 'absent' } }))).toEqual([])
})

test('The same command is shown once', () => {
  expect(shown([describe(refTo(web), facts), describe(refTo(web), facts)])).toHaveLength(1)
})

test('What must be seen for a command is read, too', () => {
  const without = { ...facts, answers: new Map() }
  expect(explain(without).next.filter(({ command }) => command?.includes('web'))).toEqual([])
  expect(neededReads(without).map(({ kind }) => kind)).toContain('Deployment')
})
