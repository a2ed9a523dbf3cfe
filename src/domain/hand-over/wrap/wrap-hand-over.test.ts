import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { names } from '../../api/api-names.ts'
import { dns1123SubdomainProblems } from '../../names/dns-name.ts'
import { labelValueProblems } from '../../labels/label-key.ts'
import { hashSource } from '../../resource-set/hash-source.ts'
import { readSourceObjects } from '../../resource-set/read-source-objects.ts'
import { MAX_SOURCE_BYTES, readSource } from '../../resource-set/source.ts'
import type { ClusterIdentity } from '../cluster-identity.ts'
import type { TargetSecret } from '../read/target-secret.ts'
import type { RenderedTemplate } from '../render/render-templates.ts'
import { paymentsEu } from '#test/domain/sample-hand-over.ts'
import { SecretValue } from '../secret-value.ts'
import { addresseeOf, handOverName, readOrigin } from './hand-over-name.ts'
import { type WrapRequest, wrapHandOver } from './wrap-hand-over.ts'

function aTarget(
  values: Readonly<Record<string, Uint8Array | string>>,
  name = 'eks-connection',
): TargetSecret {
  const data = Object.entries(values).map(
    ([key, value]) =>
      [key, typeof value === 'string' ? SecretValue.ofText(value) : new SecretValue(value)] as const,
  )
  return { namespace: 'karpenter', name, data: new Map(data) }
}

function aRendering(text: string, name = 'default'): RenderedTemplate {
  const object = { apiVersion: 'karpenter.sh/v1', kind: 'NodePool', namespace: '', name }
  return { configMap: 'r', key: 'a', objects: [object], manifests: SecretValue.ofText(text) }
}

const nodePool = 'apiVersion: karpenter.sh/v1\nkind: NodePool\nmetadata:\n  name: default\n'

function wrap(given: Partial<WrapRequest> = {}) {
  return wrapHandOver({
    cluster: paymentsEu,
    step: 'karpenter',
    targets: [aTarget({ cluster_name: 'blue' })],
    rendered: [aRendering(nodePool)],
    version: 'v1beta2',
    ...given,
  })
}

function wrapped(given: Partial<WrapRequest> = {}) {
  const result = wrap(given)
  if (!result.ok) throw new Error(result.holds.map(({ message }) => message).join())
  return result.wrapped
}

const name = 'fitout-11111111-2222-4333-8444-555555555555-karpenter'
const labels = {
  'app.kubernetes.io/managed-by': 'fitout',
  'fitout.dev/owner': paymentsEu.uid,
  'fitout.dev/step': 'karpenter',
}
const metadata = {
  name,
  namespace: 'fleet',
  labels,
  annotations: {
    'fitout.dev/hand-over': `{"cluster":"payments-eu","uid":"${paymentsEu.uid}","step":"karpenter"}`,
  },
  ownerReferences: [
    {
      apiVersion: 'cluster.x-k8s.io/v1beta2',
      kind: 'Cluster',
      name: 'payments-eu',
      uid: paymentsEu.uid,
      controller: false,
      blockOwnerDeletion: false,
    },
  ],
}

describe('A wrapped hand-over', () => {
  test('is one Secret that Cluster API reads as the objects that shall be there', () => {
    const { secret, hash } = wrapped()
    expect(secret).toEqual({
      apiVersion: 'v1',
      kind: 'Secret',
      metadata,
      type: 'addons.cluster.x-k8s.io/resource-set',
      data: { '00000-secret.json': expect.any(String), '00001-rendered.yaml': expect.any(String) },
    })
    const source = readSource(secret)
    expect(hash).toBe(hashSource(source))
    expect(readSourceObjects(source).map(({ content }) => content)).toEqual([
      {
        apiVersion: 'v1',
        kind: 'Secret',
        metadata: {
          name: 'eks-connection',
          namespace: 'karpenter',
          labels: { ...labels, 'reconcile.fluxcd.io/watch': 'Enabled' },
        },
        type: 'Opaque',
        data: { cluster_name: 'Ymx1ZQ==' },
      },
      { apiVersion: 'karpenter.sh/v1', kind: 'NodePool', metadata: { name: 'default' } },
    ])
  })

  test('is one ClusterResourceSet that selects the Cluster by its UID', () => {
    expect(wrapped().resourceSet).toEqual({
      apiVersion: 'addons.cluster.x-k8s.io/v1beta2',
      kind: 'ClusterResourceSet',
      metadata,
      spec: {
        clusterSelector: { matchLabels: { [names.addresseeLabel]: paymentsEu.uid } },
        strategy: 'Reconcile',
        resources: [{ kind: 'Secret', name }],
      },
    })
  })

  test('speaks the version that the management cluster serves', () => {
    const { secret, resourceSet } = wrapped({ version: 'v1beta1' })
    expect(resourceSet['apiVersion']).toBe('addons.cluster.x-k8s.io/v1beta1')
    expect(JSON.stringify(secret)).toContain('"apiVersion":"cluster.x-k8s.io/v1beta1"')
  })

  test('says what it delivers, without a value', () => {
    expect(JSON.parse(JSON.stringify(wrapped().objects))).toEqual([
      { apiVersion: 'v1', kind: 'Secret', namespace: 'karpenter', name: 'eks-connection', data: {} },
      { apiVersion: 'karpenter.sh/v1', kind: 'NodePool', namespace: '', name: 'default' },
    ])
  })

  test('is the same bytes whatever the order in which values were read', () => {
    const [one, two] = [aTarget({ a: '1', b: '2' }), aTarget({ b: '2', a: '1' })]
    expect(wrapped({ targets: [one] })).toEqual(wrapped({ targets: [two] }))
    expect(wrapped({ targets: [one] }).hash).not.toBe(
      wrapped({ targets: [aTarget({ a: '1', b: '3' })] }).hash,
    )
  })

  test('keeps the order of templates, however many there are', () => {
    const rendered = Array.from({ length: 12 }, (_, index) =>
      aRendering(nodePool.replace('default', `pool-${index}`), `pool-${index}`),
    )
    const objects = readSourceObjects(readSource(wrapped({ rendered }).secret))
    expect(objects.slice(1).map(object => object.name)).toEqual(rendered.map((_, index) => `pool-${index}`))
  })

  test('brings every byte to the other side', () => {
    const values = fc.dictionary(
      fc.stringMatching(/^[-._a-zA-Z0-9]{1,20}$/),
      fc.uint8Array({ maxLength: 200 }),
    )
    fc.assert(
      fc.property(values, given => {
        const { secret } = wrapped({ targets: [aTarget(given)], rendered: [] })
        const [object] = readSourceObjects(readSource(secret))
        const arrived = readSource({ ...object?.content }).values
        expect(new Map(arrived.map(({ key, bytes }) => [key, [...bytes]]))).toEqual(
          new Map(Object.entries(given).map(([key, bytes]) => [key, [...bytes]])),
        )
      }),
      { numRuns: 200 },
    )
  })

  test.for([
    { name: 'nothing', bytes: new Uint8Array() },
    { name: 'a line feed at the end', bytes: Buffer.from('a\n') },
    { name: 'Windows line ends', bytes: Buffer.from('a\r\nb\r\n') },
    { name: 'what is not UTF-8', bytes: Uint8Array.of(0xc3, 0x28, 0, 0xff) },
    { name: 'what looks like a variable', bytes: Buffer.from('${CLUSTER_NAME} {{ .Values }} $$') },
    { name: 'what looks like a manifest', bytes: Buffer.from('a\n---\nkind: ClusterRoleBinding\n') },
    { name: 'half a mebibyte', bytes: new Uint8Array(500_000).fill(0xfe) },
  ])('brings $name to the other side', ({ bytes }) => {
    const { secret } = wrapped({ targets: [aTarget({ value: bytes })], rendered: [] })
    const objects = readSourceObjects(readSource(secret))
    expect(objects).toHaveLength(1)
    const [arrived] = readSource({ ...objects[0]?.content }).values
    expect(Buffer.from(arrived?.bytes ?? []).equals(bytes)).toBe(true)
  })
})

describe('A hand-over is not wrapped', () => {
  test('when it is larger than a Secret can be, and says how large', () => {
    const result = wrap({ targets: [aTarget({ CANARY: new Uint8Array(MAX_SOURCE_BYTES) })], rendered: [] })
    expect(result).toEqual({
      ok: false,
      holds: [
        {
          reason: 'HandOverTooLarge',
          message: 'The values and templates have 1398414 bytes; the limit is 1048576',
        },
      ],
    })
  })

  test('when two objects are one', () => {
    const secret = { apiVersion: 'v1', kind: 'Secret', namespace: 'karpenter', name: 'eks-connection' }
    const rendered = [{ ...aRendering(nodePool), objects: [secret] }]
    expect(wrap({ rendered })).toEqual({
      ok: false,
      holds: [
        {
          reason: 'RenderSourceMalformed',
          message: 'Secret karpenter/eks-connection is delivered twice by this step',
        },
      ],
    })
  })

  test('when Cluster API could not read it and would write it into its log', () => {
    expect(wrap({ rendered: [aRendering('CANARY-raw-value-that-is-no-manifest-at-all')] })).toEqual({
      ok: false,
      holds: [
        {
          reason: 'RenderSourceMalformed',
          message:
            'Cluster API could not read what was rendered: key "00001-rendered.yaml": line 1, column 1: a document that is not an object',
        },
      ],
    })
  })

  test('when there is nothing in it', () => {
    expect(wrap({ targets: [], rendered: [] }).ok).toBe(false)
  })
})

const anyUid = fc.oneof(fc.uuid(), fc.string({ maxLength: 80 }), fc.stringMatching(/^[a-z0-9-]{1,80}$/))
const anyStep = fc.oneof(
  fc.stringMatching(/^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/),
  fc.string({ maxLength: 80 }),
)

describe('The name of a hand-over', () => {
  test('holds the UID of the Cluster and the step', () =>
    expect(handOverName(paymentsEu, 'karpenter')).toBe(name))

  test('is a name, its labels are labels, and it can be read back, whatever is named', () => {
    fc.assert(
      fc.property(anyUid, anyStep, (uid, step) => {
        const cluster: ClusterIdentity = { ...paymentsEu, uid }
        const { secret } = wrapped({ cluster, step })
        expect(dns1123SubdomainProblems(handOverName(cluster, step))).toEqual([])
        expect(labelValueProblems(addresseeOf(cluster))).toEqual([])
        expect(addresseeOf(cluster)).not.toBe('')
        expect(readOrigin(secret)).toEqual({ ...cluster, step })
      }),
    )
  })

  test('is that of no other Cluster and no other step', () => {
    const pair = fc.tuple(anyUid, anyStep)
    fc.assert(
      fc.property(pair, pair, ([uid, step], [otherUid, otherStep]) => {
        const isSame = uid === otherUid && step === otherStep
        expect(handOverName({ uid }, step) === handOverName({ uid: otherUid }, otherStep)).toBe(isSame)
        expect(addresseeOf({ uid }) === addresseeOf({ uid: otherUid })).toBe(uid === otherUid)
      }),
      {
        examples: [
          [
            ['a', 'b-c'],
            ['a-b', 'c'],
          ],
          [
            ['', 'a'],
            ['a', ''],
          ],
        ],
      },
    )
  })

  test.for([
    { name: 'an object of another owner', object: { metadata: { name: 'a' } } },
    { name: 'what is no object', object: 1 },
    { name: 'an annotation that is no JSON', object: annotated('{') },
    { name: 'an annotation of another shape', object: annotated('{"uid":1}') },
    {
      name: 'an annotation that was copied to another object',
      object: annotated('{"cluster":"a","uid":"b","step":"c"}'),
    },
  ])('is not read from $name', ({ object }) => expect(readOrigin(object)).toBeUndefined())
})

function annotated(text: string): unknown {
  return { metadata: { name: 'a', namespace: 'b', annotations: { 'fitout.dev/hand-over': text } } }
}
