import { expect, test } from 'vitest'
import { podTemplate } from '../bases/parts.ts'
import { withField } from '../mutations/fields.ts'
import { playPod } from './campaign-kubelet.ts'
import type { PlayedPod, PodWorld } from './played-pod.ts'

const data: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'ConfigMap shop/settings': { level: 'info', 'web.conf': 'listen=:8080' },
  'Secret shop/database': { url: 'cG9zdGdyZXM=' },
}
const world: PodWorld = { data: (kind, path) => data[`${kind} ${path}`] }
const template = podTemplate('web') as unknown as PlayedPod
const pod: PlayedPod = {
  ...template,
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'web-1', namespace: 'shop' },
}
const first = ['spec', 'containers', '0']

/** What is said of the pod with one field changed: phase, the state of its container, and the warning. */
function said(path: readonly string[], value: unknown): readonly unknown[] {
  const { status, warning } = playPod(withField(pod, path, value), world)
  const { phase, containerStatuses } = status as {
    phase: string
    containerStatuses: readonly { state: object; lastState: { terminated?: { reason: string } } }[]
  }
  const [container] = containerStatuses
  const state = Object.values(container?.state ?? {})[0] as { reason?: string }
  return [phase, state.reason, container?.lastState.terminated?.reason, warning?.reason]
}

const cases = [
  [
    'a pod that lacks nothing runs',
    ['metadata', 'name'],
    'web-1',
    ['Running', undefined, undefined, undefined],
  ],
  [
    'an image that is not there is not pulled',
    [...first, 'image'],
    'registry.example.com/web:9',
    ['Pending', 'ImagePullBackOff', undefined, 'Failed'],
  ],
  [
    'a program that is not there does not start',
    [...first, 'command'],
    ['/bin/sh'],
    ['Pending', 'CrashLoopBackOff', 'StartError', 'BackOff'],
  ],
  [
    'a flag that there is not ends the program',
    [...first, 'args'],
    ['--verbos'],
    ['Pending', 'CrashLoopBackOff', 'Error', 'BackOff'],
  ],
  [
    'a key that is missing is an error of configuration',
    [...first, 'env', '0', 'valueFrom', 'secretKeyRef', 'key'],
    'uri',
    ['Pending', 'CreateContainerConfigError', undefined, 'Failed'],
  ],
  [
    'a volume from what is not there is not mounted',
    ['spec', 'volumes', '0', 'configMap', 'name'],
    'none',
    ['Pending', 'ContainerCreating', undefined, 'FailedMount'],
  ],
  [
    'too little memory ends the program',
    [...first, 'resources', 'limits', 'memory'],
    '4Mi',
    ['Pending', 'CrashLoopBackOff', 'OOMKilled', 'BackOff'],
  ],
  [
    'a readiness probe at another port leaves it running',
    [...first, 'readinessProbe', 'httpGet', 'port'],
    9090,
    ['Running', undefined, undefined, 'Unhealthy'],
  ],
] as const

for (const [name, path, value, want] of cases) {
  test(name, () => {
    expect(said(path, value)).toEqual(want)
  })
}

test('a pod of a Job ends well', () => {
  const ownerReferences = [{ apiVersion: 'batch/v1', kind: 'Job', name: 'migrate', uid: '1' }]
  expect(said(['metadata', 'ownerReferences'], ownerReferences)[0]).toBe('Succeeded')
})
