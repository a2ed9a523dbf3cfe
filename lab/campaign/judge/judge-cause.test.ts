import { expect, test } from 'vitest'
import { ref } from '../../kube/kube-object.ts'
import { chartHttp } from '../bases/flux-bases.ts'
import { web } from '../bases/workload-bases.ts'
import type { Mutated } from '../mutations/mutation.ts'
import { judgeCause } from './judge-cause.ts'

const servers = {
  charts: 'http://127.0.0.1:1',
  registry: '127.0.0.1:2',
  git: () => '',
  https: { port: 3, ca: '' },
}
const base = web('m001', servers)
const settings = ref('v1', 'ConfigMap', 'm001/settings')
const webDeployment = ref('apps/v1', 'Deployment', 'm001/web')

const cases: readonly (readonly [string, Mutated, sentence: string, evidence: string, verdict: string])[] = [
  [
    'a sentence that names the removed object is right',
    { side: 'workload', object: settings },
    'Pod m001/web-1 cannot start: configmap "settings" not found',
    '',
    'right',
  ],
  [
    'a sentence that names what reads the removed object is near',
    { side: 'workload', object: settings },
    'Deployment m001/web is not available',
    '',
    'near',
  ],
  [
    'a sentence that names the value of the field is right',
    { side: 'workload', object: webDeployment, field: ['spec', 'image'], words: ['web:9'] },
    'Image web:9 is not in its registry',
    '',
    'right',
  ],
  [
    'a sentence that names only the object of the field is near',
    { side: 'workload', object: webDeployment, field: ['spec', 'image'], words: ['web:9'] },
    'Deployment m001/web is not available',
    'Available 0/1 replicas',
    'near',
  ],
  [
    'the object in the sentence and the field in the evidence are right',
    { side: 'workload', object: webDeployment, field: ['spec', 'image'], words: ['web:9'] },
    'Deployment m001/web is not available',
    'Failed to pull image "web:9"',
    'right',
  ],
  [
    'the path that an API server gives is the field',
    { side: 'workload', object: webDeployment, field: ['spec', 'containers', '0', 'name'] },
    'Deployment.apps "web" is invalid: spec.containers[0].name: Required value',
    '',
    'right',
  ],
  [
    'a sentence about an object of another step is wrong',
    { side: 'workload', object: webDeployment },
    'The cluster has no definition of kind "Gadget", which Kustomization m009/apps needs',
    'Deployment m001/web is not there',
    'wrong',
  ],
  [
    'a sentence about something else is wrong',
    { side: 'workload', object: settings },
    'Namespace other is being deleted',
    '',
    'wrong',
  ],
]

for (const [name, mutated, sentence, evidence, verdict] of cases) {
  test(name, () => {
    expect(judgeCause(base, mutated, { reason: 'X', sentence, evidence: [evidence], next: [] })).toBe(verdict)
  })
}

test('the exit code and the way to the log are right where only the log can tell', () => {
  const field = ['spec', 'template', 'spec', 'containers', '0', 'args']
  const mutated: Mutated = { side: 'workload', object: webDeployment, field }
  const sentence = 'Container "web" of Deployment m001/web keeps terminating with exit code 1'
  const next = [{ text: 'Read the log', command: 'kubectl -n m001 logs web-1 -c web' }]
  expect(judgeCause(base, mutated, { reason: 'X', sentence, evidence: [], next })).toBe('right')
  expect(judgeCause(base, mutated, { reason: 'X', sentence, evidence: [], next: [] })).toBe('near')
})

test('what brings a part of a chart is on the way to it', () => {
  const mutated: Mutated = { side: 'chart', object: settings }
  const sentence = 'HelmRelease m001/web failed'
  expect(
    judgeCause(chartHttp('m001', servers), mutated, { reason: 'X', sentence, evidence: [], next: [] }),
  ).toBe('near')
})
