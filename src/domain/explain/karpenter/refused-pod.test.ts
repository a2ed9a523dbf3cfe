import { describe, expect, test } from 'vitest'
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
  words: {
    readonly scheduler: string
    readonly karpenter: string
    readonly nodeSelector?: object
    readonly tolerations?: readonly object[]
  },
  ...more: readonly Sample[]
): readonly string[] {
  const volumes = [{ name: 'disk', persistentVolumeClaim: { claimName: 'disk' } }]
  const pod = pendingPod('m052/web-x', 'web', {
    message: `0/3 nodes are available: ${words.scheduler}. preemption: 0/3 nodes are available: 3 Preemption is not helpful for scheduling.`,
    spec: {
      ...(more.some(({ kind }) => kind === 'PersistentVolumeClaim') ? { volumes } : {}),
      ...(words.nodeSelector ? { nodeSelector: words.nodeSelector } : {}),
      ...(words.tolerations ? { tolerations: words.tolerations } : {}),
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
    'Deployment m052/web requests 9k cpu, but no node has more than 4',
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
      'PersistentVolume m052-disk, which Deployment m052/web mounts, requires zone In [moon], which no node for its pods has',
    ])
  }
})

test('Of the words of several pools, those of one that the pod tolerates count', () => {
  const scheduler = '3 node(s) had untolerated taint(s)'
  const small = 'no instance type has enough resources, resources={"cpu":"9k","pods":"1"}'
  expect(told({ scheduler, karpenter: `${taints}; ${small}` }).slice(0, 2)).toEqual([
    'ResourcesInsufficient',
    'No instance type that the NodePools allow is large enough for Deployment m052/web: {"cpu":"9k","pods":"1"}',
  ])
})

test('Where every node and every pool has a taint, it is the taint', () => {
  expect(told({ scheduler: '3 node(s) had untolerated taint(s)', karpenter: taints }).slice(0, 2)).toEqual([
    'TaintsNotTolerated',
    'Karpenter creates no node for Deployment m052/web, which tolerates the taints of no NodePool',
  ])
})

test('Of the taints of several pools, the one of the pool that the pod asks for is reported', () => {
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

/** A NodePool with a taint that bears its name. */
function taintedPool(name: string, template: Partial<Record<'metadata' | 'spec', object>> = {}): Sample {
  const taints = [{ key: 'example.com/pool', value: name, effect: 'NoSchedule' }]
  return sample('karpenter.sh/v1 NodePool', name, {
    spec: { template: { ...template, spec: { taints, ...template.spec } } },
    status: { conditions: [says('Ready=True')] },
  })
}

describe('A NodePool that a pod was never meant for explains nothing:', () => {
  const tolerations = [{ key: 'example.com/pool', value: 'm052', effect: 'NoSchedule' }]
  const asks = { nodeSelector: { 'example.com/pool': 'm052' }, tolerations }
  const theirs = 'did not tolerate taint (taint=example.com/pool=m128:NoSchedule)'

  test('the taint of the node that it asks for does', () => {
    const drained = {
      ...node('m052-node'),
      metadata: { name: 'm052-node', labels: { 'example.com/pool': 'm052' } },
      spec: { taints: [{ key: 'example.com/drain', effect: 'NoExecute' }] },
    }
    const words = { scheduler: '3 node(s) had untolerated taint(s)', karpenter: theirs, ...asks }
    expect(told(words, drained, taintedPool('m128'))).toEqual([
      'TaintsNotTolerated',
      'Deployment m052/web does not tolerate taint "example.com/drain=:NoExecute", and every node has such a taint',
      'Pod: Unschedulable: 0/3 nodes are available: 3 node(s) had untole',
    ])
  })

  test('the label that it asks for does, although Karpenter speaks of the limits of a pool', () => {
    const words = {
      scheduler: "1 node(s) didn't match Pod's node affinity/selector, 2 node(s) had untolerated taint(s)",
      karpenter: `all available instance types exceed limits for nodepool (NodePool=m128)`,
      nodeSelector: { 'example.com/disk': 'ssd' },
    }
    expect(told(words, taintedPool('m128')).slice(0, 2)).toEqual([
      'Unschedulable',
      'No node has label example.com/disk=ssd, which Deployment m052/web requires',
    ])
  })

  test('what became of the pool that it asks for does, of which Karpenter tells elsewhere', () => {
    const meant = taintedPool('m052')
    const words = {
      scheduler: '3 node(s) had untolerated taint(s)',
      karpenter: theirs,
      tolerations,
      nodeSelector: { 'karpenter.sh/nodepool': 'm052' },
    }
    const filtered = 'NodePool requirements filtered out all compatible available instance types'
    const events = [
      warning(taintedPool('m128'), 'NoCompatibleInstanceTypes', 'of others'),
      warning(meant, 'NoCompatibleInstanceTypes', filtered),
    ]
    expect(told(words, meant, taintedPool('m128'), ...events)).toEqual([
      'NodeLaunchFailed',
      `Karpenter cannot get a node for Deployment m052/web: ${filtered}`,
      `Pod: NodePool m052: NoCompatibleInstanceTypes: NodePool requireme`,
    ])
  })

  test('its limits and its failures do not', () => {
    const claim = sample('karpenter.sh/v1 NodeClaim', 'm128-abcde', {
      metadata: { labels: { 'karpenter.sh/nodepool': 'm128' } },
      status: { conditions: [says('Launched=False LaunchFailed', 'no capacity'), says('Ready=False')] },
    })
    const words = { scheduler: '1 Insufficient cpu, 2 node(s) had untolerated taint(s)', karpenter: theirs }
    const event = warning(taintedPool('m128'), 'NoCompatibleInstanceTypes', 'of others')
    expect(told({ ...words, ...asks }, taintedPool('m128'), claim, event).slice(0, 2)).toEqual([
      'ResourcesInsufficient',
      'Deployment m052/web requests 9k cpu, but no node has more than 4',
    ])
  })

  test('but the taint of a pool that gives a label which it asks for does', () => {
    const pool = taintedPool('m128', { metadata: { labels: { 'example.com/disk': 'ssd' } } })
    const words = {
      scheduler: "1 node(s) didn't match Pod's node affinity/selector, 2 node(s) had untolerated taint(s)",
      karpenter: theirs,
      nodeSelector: { 'example.com/disk': 'ssd' },
      tolerations,
    }
    expect(told(words, pool).slice(0, 2)).toEqual([
      'TaintsNotTolerated',
      'Karpenter creates no node for Deployment m052/web, which does not tolerate taint "example.com/pool=m128:NoSchedule"',
    ])
  })
})
