import { describe, expect, test } from 'vitest'
import { changeWords } from './change-words.ts'
import { fieldChanges } from './field-changes.ts'

const pod = (container: object, more: object = {}) => ({
  kind: 'Deployment',
  spec: { template: { spec: { containers: [{ name: 'main', image: 'web:1', ...container }], ...more } } },
})

describe('Two objects are the same', () => {
  const same = [
    {
      name: 'with their keys in another order',
      a: { a: 1, b: { c: 2, d: 3 } },
      b: { b: { d: 3, c: 2 }, a: 1 },
    },
    { name: 'with null for what is absent', a: { a: null }, b: {} },
    {
      name: 'with no labels or an empty mapping of them',
      a: { metadata: { labels: {} } },
      b: { metadata: {} },
    },
    {
      name: 'with quantities written in another way',
      a: pod({ resources: { limits: { cpu: '1000m', memory: '1Gi' } } }),
      b: pod({ resources: { limits: { cpu: 1, memory: '1024Mi' } } }),
    },
    {
      name: 'with durations written in another way',
      a: { kind: 'HelmRelease', spec: { interval: '600s' } },
      b: { kind: 'HelmRelease', spec: { interval: '10m' } },
    },
    {
      name: 'with what the server fills in',
      a: pod({}),
      b: pod({ ports: [] }, { restartPolicy: 'Always', terminationGracePeriodSeconds: 30 }),
      without: ['ports'],
    },
    {
      name: 'with one replica, said or not',
      a: { kind: 'Deployment', spec: {} },
      b: { kind: 'Deployment', spec: { replicas: 1 } },
    },
    { name: 'with a status', a: { kind: 'Cluster', status: { a: 1 } }, b: { kind: 'Cluster' } },
  ]
  test.for(same)('$name', ({ a, b, without = [] }) => {
    const changes = fieldChanges(a, b).filter(({ path }) => !without.includes(String(path.at(-1))))
    expect(changes).toEqual([])
  })
})

describe('A change is said in words', () => {
  const said = [
    {
      name: 'a value',
      kind: 'HelmRelease',
      a: { spec: { values: { level: 'info' } } },
      b: { spec: { values: { level: 'debug' } } },
      want: ['values.level: info -> debug'],
    },
    {
      name: 'a field more',
      kind: 'HelmRelease',
      a: {
        spec: {
          valuesFrom: [
            { kind: 'Secret', name: 'a' },
            { kind: 'Secret', name: 'a' },
          ],
        },
      },
      b: {
        spec: {
          valuesFrom: [
            { kind: 'Secret', name: 'a' },
            { kind: 'Secret', name: 'a', literal: true },
          ],
        },
      },
      want: ['valuesFrom[1] gains literal: true'],
    },
    {
      name: 'a field less',
      kind: 'HelmRelease',
      a: { spec: { values: { level: 'info' } } },
      b: { spec: { values: {} } },
      want: ['values loses level'],
    },
    {
      name: 'an image',
      kind: 'Deployment',
      a: pod({}),
      b: pod({ image: 'web:2' }),
      want: ['containers[main].image web: 1 -> 2'],
    },
    {
      name: 'an item more',
      kind: 'Deployment',
      a: pod({}),
      b: pod({ env: [{ name: 'A', value: '1' }] }),
      want: ['containers[main] gains env: [1 items]'],
    },
    {
      name: 'the order of items',
      kind: 'HelmRelease',
      a: { spec: { dependsOn: [{ name: 'a' }, { name: 'b' }] } },
      b: { spec: { dependsOn: [{ name: 'b' }, { name: 'a' }] } },
      want: ['dependsOn: a, b -> b, a'],
    },
    {
      name: 'a text of several lines',
      kind: 'ConfigMap',
      a: { data: { x: 'a\nb' } },
      b: { data: { x: 'a\nc' } },
      want: ['data.x changes'],
    },
  ]
  test.for(said)('$name', ({ kind, a, b, want }) => {
    expect(fieldChanges({ kind, ...a }, { kind, ...b }).map(change => changeWords(change, kind))).toEqual(
      want,
    )
  })

  const secrets = [
    {
      name: 'a Secret',
      kind: 'Secret',
      a: { data: { key: 'Q0FOQVJZ' } },
      b: { data: { key: 'Q0FOQVJZMg==', more: 'Q0FOQVJZ' } },
    },
    {
      name: 'the password of a chart',
      kind: 'HelmRelease',
      a: { spec: { values: { adminPassword: 'CANARY' } } },
      b: { spec: { values: { adminPassword: 'CANARY2' } } },
    },
    {
      name: 'a new block with a token',
      kind: 'HelmRelease',
      a: { spec: { values: {} } },
      b: { spec: { values: { auth: { token: 'CANARY' } } } },
    },
    {
      name: 'a new token in a block',
      kind: 'HelmRelease',
      a: { spec: { values: { auth: {} } } },
      b: { spec: { values: { auth: { token: 'CANARY', secretKey: 'CANARY', name: 'x' } } } },
    },
    {
      name: 'an address with a password',
      kind: 'GitRepository',
      a: { spec: { url: 'https://u:CANARY@example.com/a' } },
      b: { spec: { url: 'https://u:CANARY2@example.com/b' } },
    },
    {
      name: 'what SOPS has encrypted',
      kind: 'ConfigMap',
      a: { data: { a: 'ENC[AES256_GCM,data:CANARY]' } },
      b: { data: { a: 'ENC[AES256_GCM,data:CANARY2]' } },
    },
    {
      name: 'the environment of a container',
      kind: 'Deployment',
      a: pod({ env: [{ name: 'DB_PASSWORD', value: 'CANARY' }] }),
      b: pod({ env: [{ name: 'DB_PASSWORD', value: 'CANARY2' }] }),
    },
    {
      name: 'a new variable of a container',
      kind: 'Deployment',
      a: pod({ env: [] }),
      b: pod({ env: [{ name: 'API_TOKEN', value: 'CANARY' }] }),
    },
  ]
  test.for(secrets)('without the value of $name', ({ kind, a, b }) => {
    const words = fieldChanges({ kind, ...a }, { kind, ...b }).map(change => changeWords(change, kind))
    expect(words).not.toEqual([])
    expect(words.join('\n')).not.toMatch(/CANARY|Q0FOQVJZ/)
  })
})
