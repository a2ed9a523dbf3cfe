import { describe, expect, test } from 'vitest'
import { apps, plan, root } from '#test/domain/planned-change.ts'
import { reportOf } from './report/report-rows.ts'

const secret = (data: string, more = '') =>
  `apiVersion: v1\nkind: Secret\nmetadata: {name: login, namespace: default}\nstringData: {${data}}\n${more}sops: {version: 3.9.0, mac: "ENC[AES256_GCM,data:${data.length}]"}\n`
const encrypted = (letters: string) => `"ENC[AES256_GCM,data:${letters},type:str]"`
const carrier = (letters: string) => ({
  ...root,
  'clusters/blue/set.yaml': `apiVersion: addons.cluster.x-k8s.io/v1beta2\nkind: ClusterResourceSet\nmetadata: {name: login, namespace: default}\nspec:\n  strategy: Reconcile\n  clusterSelector: {matchLabels: {a: b}}\n  resources: [{kind: Secret, name: login}]\n---\napiVersion: cluster.x-k8s.io/v1beta2\nkind: Cluster\nmetadata: {name: green, namespace: default, labels: {a: b}}\n`,
  'clusters/blue/secret.yaml': secret(
    `login.yaml: ${encrypted(letters)}`,
    'type: addons.cluster.x-k8s.io/resource-set\n',
  ),
})

describe('What SOPS has encrypted', () => {
  const given = { ...apps, 'apps/secret.yaml': secret(`password: ${encrypted('abc')}`) }
  const cases = [
    {
      name: 'may be the same when it is encrypted again',
      after: secret(`password: ${encrypted('xyz')}`),
      want: [['mayChange', ['data.password is re-encrypted: content unknown']]],
    },
    {
      name: 'may be the same when it is no longer encrypted',
      after: secret('password: hunter2'),
      want: [['mayChange', ['data.password is no longer encrypted: content unknown']]],
    },
    {
      name: 'is the same when only its checksum is another',
      after: secret(`password: ${encrypted('abc')}`).replace('mac: "ENC[', 'mac: "ENC[more,'),
      want: [],
    },
    {
      name: 'changes when a key comes, whatever the others do',
      after: secret(`password: ${encrypted('xyz')}, token: ${encrypted('t')}`),
      want: [['changed', ['data.password is re-encrypted: content unknown', 'data gains token']]],
    },
    {
      name: 'changes with a field that is in the clear',
      after: secret(`password: ${encrypted('abc')}`, 'type: other\n'),
      want: [['changed', ['gains type: other']]],
    },
  ] as const
  test.for(cases)('$name', ({ after, want }) => {
    const { changes } = plan(given, { ...given, 'apps/secret.yaml': after })
    expect(changes.map(({ op, fields }) => [op, fields])).toEqual(want)
  })

  test('makes a cluster one that may change, and is said so', () => {
    const change = plan(given, { ...given, 'apps/secret.yaml': secret(`password: ${encrypted('xyz')}`) })
    expect(change.clusters.map(({ verdict }) => verdict)).toEqual(['mayChange'])
    const { rows, summary } = reportOf(change, 0)
    expect(rows.map(({ mark, what, words }) => `${mark} ${what}: ${words}`)).toEqual([
      '? Secret default/login: may change: data.password is re-encrypted: content unknown',
    ])
    expect(summary).toBe('Plan: 0 clusters change, 1 may, 0 do not.')
  })

  test('is carried by a ClusterResourceSet that may apply it again', () => {
    const { rows } = reportOf(plan(carrier('abc'), carrier('xyz')), 0)
    expect(rows.map(({ mark, what, words }) => `${mark} ${what}: ${words}`)).toEqual([
      '? ClusterResourceSet login: may be applied again',
    ])
  })
})
