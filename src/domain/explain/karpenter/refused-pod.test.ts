import { expect, test } from 'vitest'
import { explain } from '../explain.ts'
import { proving } from '#test/situations/pod-samples.ts'
import {
  deployment,
  node,
  pendingPod,
  type Sample,
  sample,
  says,
  warning,
} from '#test/situations/sample-objects.ts'
import { situation } from '#test/situations/situation.ts'

const containers = [{ name: 'web', resources: { requests: { cpu: '9000' } } }]
const web = deployment('m052/web', { spec: { template: { spec: { containers } } } })
const own = { ...node('node-a'), status: { allocatable: { cpu: '4' }, conditions: [says('Ready=True')] } }
const pool = sample('karpenter.sh/v1 NodePool', 'm053', { status: { conditions: [says('Ready=True')] } })
const taints =
  'did not tolerate taint (taint=example.com/pool=m053:NoSchedule); did not tolerate taint (taint=example.com/pool=m037:NoSchedule)'

/** What is told of a pod that the scheduler and Karpenter refuse in these words. */
function told(
  words: { readonly scheduler: string; readonly karpenter: string; readonly nodeSelector?: object },
  ...more: readonly Sample[]
): readonly string[] {
  const volumes = [{ name: 'disk', persistentVolumeClaim: { claimName: 'disk' } }]
  const pod = pendingPod('m052/web-x', 'web', {
    message: `0/3 nodes are available: ${words.scheduler}. preemption: 0/3 nodes are available: 3 Preemption is not helpful for scheduling.`,
    spec: {
      ...(more.some(({ kind }) => kind === 'PersistentVolumeClaim') ? { volumes } : {}),
      ...(words.nodeSelector ? { nodeSelector: words.nodeSelector } : {}),
    },
  })
  const event = warning(pod, 'FailedScheduling', `Failed to schedule pod, ${words.karpenter}`)
  const given = proving(web, [pod, event, pool, own, ...more])
  const { reason, sentence, evidence } = explain(situation('any', 'NotExplained', given).facts)
  return [
    reason,
    sentence,
    ...evidence.slice(1).map(({ object, line }) => `${object.kind}: ${line.slice(0, 60)}`),
  ]
}

test('A pod that is too large for every node is not told by the taints of pools of others', () => {
  const scheduler = '1 Insufficient cpu, 2 node(s) had untolerated taint(s)'
  expect(told({ scheduler, karpenter: taints })).toEqual([
    'ResourcesInsufficient',
    'Deployment m052/web asks for 9k cpu, and no node has more than 4',
    'Pod: Unschedulable: 0/3 nodes are available: 1 Insufficient cpu, ',
    'Pod: did not tolerate taint (taint=example.com/pool=m053:NoSchedu',
  ])
})

test('A volume whose node affinity no node has is told by the volume', () => {
  const claim = sample('v1 PersistentVolumeClaim', 'm052/disk', {
    spec: { volumeName: 'm052-disk' },
    status: { phase: 'Bound' },
  })
  const terms = [{ matchExpressions: [{ key: 'zone', operator: 'In', values: ['moon'] }] }]
  const volume = sample('v1 PersistentVolume', 'm052-disk', {
    spec: { nodeAffinity: { required: { nodeSelectorTerms: terms } } },
  })
  const scheduler =
    "1 node(s) didn't match PersistentVolume's node affinity, 2 node(s) had untolerated taint(s)"
  const conflict = '1 node(s) had volume node affinity conflict, 2 node(s) had untolerated taint(s)'
  for (const words of [scheduler, conflict]) {
    expect(told({ scheduler: words, karpenter: taints }, claim, volume).slice(0, 2)).toEqual([
      'Unschedulable',
      'PersistentVolume m052-disk, which Deployment m052/web mounts, is for no node that takes its pods: zone In [moon]',
    ])
  }
})

test('Of the words of several pools, those of one that the pod tolerates count', () => {
  const scheduler = '3 node(s) had untolerated taint(s)'
  const small = 'no instance type has enough resources, resources={"cpu":"9k","pods":"1"}'
  expect(told({ scheduler, karpenter: `${taints}; ${small}` }).slice(0, 2)).toEqual([
    'ResourcesInsufficient',
    'No instance type that Karpenter is allowed to use has enough for Deployment m052/web: {"cpu":"9k","pods":"1"}',
  ])
})

test('Where every node and every pool has a taint, it is the taint', () => {
  expect(told({ scheduler: '3 node(s) had untolerated taint(s)', karpenter: taints }).slice(0, 2)).toEqual([
    'TaintsNotTolerated',
    'Karpenter creates no node for Deployment m052/web, which tolerates the taint of no NodePool',
  ])
})

test('Of the taints of several pools, the one of the pool that the pod asks for is told', () => {
  const other = sample('karpenter.sh/v1 NodePool', 'm037', {
    spec: {
      template: { spec: { taints: [{ key: 'example.com/pool', value: 'm037', effect: 'NoSchedule' }] } },
    },
  })
  const words = { scheduler: '3 node(s) had untolerated taint(s)', karpenter: taints }
  const nodeSelector = { 'karpenter.sh/nodepool': 'm037' }
  expect(told({ ...words, nodeSelector }, other).slice(0, 2)).toEqual([
    'TaintsNotTolerated',
    'Karpenter creates no node for Deployment m052/web, which does not tolerate taint "example.com/pool=m037:NoSchedule"',
  ])
})
