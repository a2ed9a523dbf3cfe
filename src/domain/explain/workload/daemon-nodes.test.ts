import { expect, test } from 'vitest'
import type { Fields } from '../../object/fields.ts'
import { explain } from '../explain.ts'
import { proving } from '#test/situations/pod-samples.ts'
import { node, sample } from '#test/situations/sample-objects.ts'
import { situation } from '#test/situations/situation.ts'

const other = node('node-a', { metadata: { labels: { 'example.com/pool': 'a', zone: 'x' } } })
const own = node('node-m056', {
  metadata: { labels: { 'example.com/pool': 'm056' } },
  spec: { taints: [{ key: 'example.com/pool', value: 'm056', effect: 'NoSchedule' }] },
})

/** What is told of a DaemonSet with this template that is wanted on no node. */
function told(spec: Fields): readonly string[] {
  const agent = sample('apps/v1 DaemonSet', 'm056/agent', {
    spec: { selector: { matchLabels: { app: 'agent' } }, template: { spec } },
    status: { desiredNumberScheduled: 0, currentNumberScheduled: 0, numberReady: 0 },
  })
  const { reason, sentence } = explain(situation('any', 'NotExplained', proving(agent, [other, own])).facts)
  return [reason, sentence]
}

const tolerated = { key: 'example.com/pool', value: 'm056', effect: 'NoSchedule' }

test('A misspelt toleration is told by the taint of the nodes that are selected, though others have none', () => {
  expect(
    told({
      nodeSelector: { 'example.com/pool': 'm056' },
      tolerations: [{ ...tolerated, key: 'exmaple.com/pool' }],
    }),
  ).toEqual([
    'TaintsNotTolerated',
    'DaemonSet m056/agent does not tolerate taint "example.com/pool=m056:NoSchedule", and every node that it selects has such a taint',
  ])
  const terms = [{ matchExpressions: [{ key: 'example.com/pool', operator: 'In', values: ['m056'] }] }]
  const required = { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: terms } }
  expect(told({ affinity: { nodeAffinity: required } })[0]).toBe('TaintsNotTolerated')
})

test('A misspelt nodeSelector is told by the label that no node has', () => {
  expect(told({ nodeSelector: { 'exmaple.com/pool': 'm056' }, tolerations: [tolerated] })).toEqual([
    'Unschedulable',
    'No node has label exmaple.com/pool=m056, which DaemonSet m056/agent requires',
  ])
})

test('Labels that no node has together are reported together', () => {
  expect(told({ nodeSelector: { 'example.com/pool': 'm056', zone: 'x' }, tolerations: [tolerated] })).toEqual(
    [
      'Unschedulable',
      'No node has labels example.com/pool=m056 and zone=x together, which DaemonSet m056/agent requires',
    ],
  )
})
