import { expect, test } from 'vitest'
import type { Modules } from '../programs/modules.ts'
import { type Place, findImage, knownImages } from './known-images.ts'

const module = (version: string) => ({ folder: '/nowhere', version })
const modules: Modules = {
  clusterApi: module('v1.14.2'),
  kwok: module('v0.8.0'),
  karpenter: module('v1.14.1'),
  'source-controller': module('v1.9.4'),
  'kustomize-controller': module('v1.9.4'),
  'helm-controller': module('v1.6.3'),
  'notification-controller': module('v1.9.3'),
}
const images = knownImages(modules)
const digest = `sha256:${'a'.repeat(64)}`

const references = [
  {
    name: 'is known from its own registry',
    given: 'ghcr.io/fluxcd/source-controller:v1.9.4',
    want: 'source-controller',
  },
  {
    name: 'is known from a mirror',
    given: '10.0.0.5:5000/mirror/fluxcd/helm-controller:v1.6.3',
    want: 'helm-controller',
  },
  {
    name: 'is known without a registry',
    given: 'fluxcd/source-controller:v1.9.4',
    want: 'source-controller',
  },
  {
    name: 'is known with a digest',
    given: `fluxcd/source-controller:v1.9.4@${digest}`,
    want: 'source-controller',
  },
  { name: 'is known as Karpenter', given: 'public.ecr.aws/karpenter/controller:1.14.1', want: 'karpenter' },
  {
    name: 'of the Flux before is known',
    given: 'ghcr.io/fluxcd/helm-controller:v1.5.5',
    want: 'helm-controller',
  },
  {
    name: 'of another version is not known',
    given: 'ghcr.io/fluxcd/source-controller:v1.9.40',
    want: undefined,
  },
  { name: 'without a tag is not known', given: 'ghcr.io/fluxcd/source-controller', want: undefined },
  {
    name: 'whose name only ends alike is not known',
    given: 'my-fluxcd/source-controller:v1.9.4',
    want: undefined,
  },
  {
    name: 'whose dots stand for other characters is not known',
    given: 'fluxcd/source-controller:v1x9x4',
    want: undefined,
  },
]
for (const { name, given, want } of references) {
  test(`an image ${name}`, () => expect(findImage(images, given)?.program).toBe(want))
}

const place: Place = { folder: '/pod', port: port => port + 10_000, servicePort: (_, port) => port + 20_000 }

test('source-controller gets loopback addresses in place of those of its pod', () => {
  const args = [
    '--events-addr=http://notification-controller.flux-system.svc.cluster.local./',
    '--watch-all-namespaces',
    '--enable-leader-election',
    '--storage-path=/data',
    '--storage-adv-addr=source-controller.flux-system.svc.cluster.local.',
  ]
  const image = findImage(images, 'fluxcd/source-controller:v1.9.4')
  expect(image?.adapt({ args, env: {} }, place).args).toEqual([
    '--watch-all-namespaces',
    '--metrics-addr=127.0.0.1:18080',
    '--health-addr=127.0.0.1:19440',
    '--enable-leader-election=false',
    '--events-addr=http://127.0.0.1:29090/',
    '--storage-path=/pod',
    '--storage-addr=127.0.0.1:19090',
    '--storage-adv-addr=127.0.0.1:29090',
  ])
})

test('a controller that sends no events is not made to', () => {
  const image = findImage(images, 'fluxcd/helm-controller:v1.6.3')
  expect(image?.adapt({ args: ['--events-addr='], env: {} }, place).args).toContain('--events-addr=')
})

test('Karpenter keeps its environment but for ports and the namespace of its lease', () => {
  const env = { SYSTEM_NAMESPACE: 'karpenter', METRICS_PORT: '8080', LOG_LEVEL: 'info' }
  const image = findImage(images, 'karpenter/controller:1.14.1')
  expect(image?.adapt({ args: [], env }, place).env).toEqual({
    SYSTEM_NAMESPACE: 'karpenter',
    LOG_LEVEL: 'info',
    LEADER_ELECTION_NAMESPACE: 'karpenter',
    METRICS_PORT: '18080',
    HEALTH_PROBE_PORT: '18081',
  })
})
