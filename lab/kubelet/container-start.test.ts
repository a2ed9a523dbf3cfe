import { describe, expect, test } from 'vitest'
import type { ObjectRef } from '../kube/kube-object.ts'
import { type ObjectReader, containerStart } from './container-start.ts'
import type { Container, Pod } from './pod.ts'

const stored: Readonly<Record<string, Record<string, string>>> = {
  'Secret apps/account': { TOKEN: Buffer.from('s3cret').toString('base64') },
  'ConfigMap apps/settings': { LOG_LEVEL: 'debug', REGION: 'eu' },
}
const reader: ObjectReader = {
  find: async ({ apiVersion, kind, metadata }: ObjectRef) => {
    const data = stored[`${kind} ${metadata.namespace}/${metadata.name}`]
    return data && { apiVersion, kind, metadata, data }
  },
}

const container = (part: Partial<Container>): Container => ({ name: 'main', image: 'app:1', ...part })
const pod = (only: Container): Pod => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'app-1', namespace: 'apps', uid: 'u1' },
  spec: { nodeName: 'node-0', serviceAccountName: 'runner', containers: [only] },
})
const start = async (part: Partial<Container>) =>
  containerStart(reader, pod(container(part)), container(part))

const environments = [
  {
    name: 'takes plain values, and earlier ones inside later ones',
    given: {
      env: [
        { name: 'A', value: '1' },
        { name: 'B', value: 'a=$(A)' },
      ],
    },
    want: { A: '1', B: 'a=1' },
  },
  {
    name: 'leaves a reference to what is not set, and unescapes the escape',
    given: { env: [{ name: 'A', value: '$(NOPE) $$(A)' }] },
    want: { A: '$(NOPE) $(A)' },
  },
  {
    name: 'takes fields of the pod',
    given: { env: [{ name: 'NS', valueFrom: { fieldRef: { fieldPath: 'metadata.namespace' } } }] },
    want: { NS: 'apps' },
  },
  {
    name: 'takes resources in the unit that is asked for, rounded up',
    given: {
      resources: { limits: { memory: '1Gi' }, requests: { cpu: '0.25' } },
      env: [
        { name: 'MEMORY', valueFrom: { resourceFieldRef: { resource: 'limits.memory', divisor: '0' } } },
        { name: 'CPU', valueFrom: { resourceFieldRef: { resource: 'requests.cpu', divisor: '1m' } } },
      ],
    },
    want: { MEMORY: '1073741824', CPU: '250' },
  },
  {
    name: 'takes keys of Secrets and whole ConfigMaps, its own variables last',
    given: {
      envFrom: [{ configMapRef: { name: 'settings' } }],
      env: [
        { name: 'REGION', value: 'us' },
        { name: 'TOKEN', valueFrom: { secretKeyRef: { name: 'account', key: 'TOKEN' } } },
      ],
    },
    want: { LOG_LEVEL: 'debug', REGION: 'us', TOKEN: 's3cret' },
  },
  {
    name: 'does without what is optional',
    given: {
      envFrom: [{ secretRef: { name: 'none', optional: true } }],
      env: [{ name: 'X', valueFrom: { configMapKeyRef: { name: 'settings', key: 'none', optional: true } } }],
    },
    want: {},
  },
]
describe('the environment of a container', () => {
  for (const { name, given, want } of environments) {
    test(name, async () => expect((await start(given as Partial<Container>)).env).toEqual(want))
  }
})

test('arguments see the environment', async () => {
  const given = { args: ['--ns=$(NS)'], env: [{ name: 'NS', value: 'apps' }] }
  expect((await start(given)).args).toEqual(['--ns=apps'])
})

test('a container that names a missing key may not start, and the message has no value in it', async () => {
  const given = { env: [{ name: 'X', valueFrom: { secretKeyRef: { name: 'account', key: 'PASSWORD' } } }] }
  await expect(start(given)).rejects.toThrow("couldn't find key PASSWORD in Secret apps/account")
})
