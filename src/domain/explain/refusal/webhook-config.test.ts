import { expect, test } from 'vitest'
import type { Fields } from '../../object/fields.ts'
import { explain } from '../explain.ts'
import { proving } from '#test/situations/pod-samples.ts'
import { deployment, type Sample, sample, says } from '#test/situations/sample-objects.ts'
import { situation } from '#test/situations/situation.ts'

const silent =
  'Internal error occurred: failed calling webhook "hook.example.com": failed to call webhook: Post "https://policy.shop.svc:443/": no endpoints available for service "policy"'
const web = deployment('shop/web', {
  spec: { template: { metadata: { labels: { app: 'web' } } } },
  status: { replicas: 0, conditions: [says('ReplicaFailure=True FailedCreate', silent)] },
})
const namespace = sample('v1 Namespace', 'shop', { metadata: { labels: { team: 'shop' } } })

function config(name: string, webhook: Fields): Sample {
  const kind = 'admissionregistration.k8s.io/v1 ValidatingWebhookConfiguration'
  return { ...sample(kind, name), webhooks: [{ name: 'hook.example.com', ...webhook }] }
}

/** Which configurations are shown to have the webhook, and which are to be patched. */
function shown(...configs: readonly Sample[]): readonly string[] {
  const { facts } = situation('any', 'WebhookUnavailable', proving(web, [namespace, ...configs]))
  const { evidence, next } = explain(facts)
  return [
    ...evidence.filter(one => one.line.startsWith('calls webhook')).map(one => one.object.name),
    ...next.flatMap(({ command }) => /(?<=configuration\S* )\S+(?= --type)/.exec(command ?? '') ?? []),
  ]
}

function selecting(name: string): Fields {
  return { namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': name } } }
}

test('Of webhooks of the same name, the one whose namespaceSelector selects the namespace is named', () => {
  expect(shown(config('a-m036', selecting('m036')), config('b-shop', selecting('shop')))).toEqual([
    'b-shop',
    'b-shop',
  ])
})

test('No patch is shown for a webhook of the same name that cannot have been asked', () => {
  expect(shown(config('m036', selecting('m036')))).toEqual([])
  expect(shown(config('other', { namespaceSelector: { matchLabels: { team: 'other' } } }))).toEqual([])
  expect(shown(config('other', { objectSelector: { matchLabels: { app: 'other' } } }))).toEqual([])
  const service = { namespace: 'other', name: 'policy' }
  expect(shown(config('other', { clientConfig: { service } }))).toEqual([])
})

test('A webhook that selects everything may have been asked', () => {
  expect(shown(config('all', { namespaceSelector: {}, objectSelector: {} }))).toEqual(['all', 'all'])
})
