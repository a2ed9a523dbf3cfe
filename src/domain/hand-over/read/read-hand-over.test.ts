import { describe, expect, test } from 'vitest'
import type { FoundSource } from '../cluster-identity.ts'
import { aHandOver, aSecret, lookupOf, paymentsEu } from '#test/domain/sample-hand-over.ts'
import { SecretValue } from '../secret-value.ts'
import { type ReadHandOver, readHandOver } from './read-hand-over.ts'
import { RESERVED_SECRET_TYPES } from './read-secret.ts'

type HandOver = ReturnType<typeof aHandOver>

const outputs = aSecret('payments-eu-eks-connection', {
  cluster_name: 'payments-eu-eks\n',
  cluster_endpoint: 'https://abc.eks.example',
  empty: '',
  bytes: Uint8Array.of(0, 255, 13, 10),
  karpenter: JSON.stringify({
    queue_name: 'queue',
    account: 123456789012,
    tags: [{ key: 'a' }],
    role: null,
    'role-arn': 'no arn',
  }),
  vpc_config: 'cidr = "10.0.0.0/16"',
})

function read(...handOver: HandOver[]) {
  return readHandOver({ step: { handOver }, cluster: paymentsEu, secrets: lookupOf(outputs) })
}

function holdsOf(...handOver: HandOver[]): readonly string[] {
  const result = read(...handOver)
  return result.ok ? [] : result.holds.map(({ reason, message }) => `${reason}: ${message}`)
}

function dataOf(...handOver: HandOver[]): unknown {
  const result = read(...handOver)
  return result.ok ? shown(result) : result
}

// Tests may look.
function shown({ targets }: ReadHandOver): unknown {
  return Object.fromEntries(
    targets.map(({ namespace, name, data }) => [
      `${namespace}/${name}`,
      Object.fromEntries(
        [...data].map(([key, value]) => [key, Buffer.from(value.reveal()).toString('latin1')]),
      ),
    ]),
  )
}

describe('A hand-over', () => {
  const cases: { name: string; keys: HandOver['keys']; want: Record<string, string> }[] = [
    {
      name: 'takes a key as it stands, line feed and all',
      keys: { cluster_name: {} },
      want: { cluster_name: 'payments-eu-eks\n' },
    },
    { name: 'takes what is empty', keys: { empty: { default: 'x' } }, want: { empty: '' } },
    { name: 'takes bytes that are no text', keys: { bytes: {} }, want: { bytes: '\0\xff\r\n' } },
    {
      name: 'takes a field of a JSON value',
      keys: { queue: { path: 'karpenter.queue_name' } },
      want: { queue: 'queue' },
    },
    {
      name: 'takes an item of a list in a JSON value',
      keys: { tag: { path: 'karpenter.tags.0.key' } },
      want: { tag: 'a' },
    },
    {
      name: 'takes a number as it is written',
      keys: { account: { path: 'karpenter.account', format: 'integer' } },
      want: { account: '123456789012' },
    },
    {
      name: 'takes an object as JSON',
      keys: { tags: { path: 'karpenter.tags', format: 'json' } },
      want: { tags: '[{"key":"a"}]' },
    },
    {
      name: 'takes the default of a key that does not exist',
      keys: { log_level: { default: 'info' } },
      want: { log_level: 'info' },
    },
    {
      name: 'takes the default of a field that does not exist',
      keys: { a: { path: 'karpenter.x.y', default: 'b' } },
      want: { a: 'b' },
    },
    {
      name: 'takes the default of a field that is null',
      keys: { role: { path: 'karpenter.role', default: '' } },
      want: { role: '' },
    },
    {
      name: 'takes a value of the right format',
      keys: { cluster_endpoint: { format: 'url' } },
      want: { cluster_endpoint: 'https://abc.eks.example' },
    },
    {
      name: 'gives a value the key that is wanted',
      keys: { queue: { path: 'karpenter.queue_name', as: 'QUEUE' } },
      want: { QUEUE: 'queue' },
    },
  ]
  test.for(cases)('$name', ({ keys, want }) =>
    expect(dataOf(aHandOver(keys))).toEqual({ 'karpenter/eks-connection': want }),
  )

  test('may fill one Secret from several hand-overs, and several Secrets', () => {
    const other = aHandOver({ empty: {} }, { to: { secret: 'a', namespace: 'flux-system' } })
    expect(dataOf(aHandOver({ bytes: { as: 'b' } }), aHandOver({ empty: {} }), other)).toEqual({
      'flux-system/a': { empty: '' },
      'karpenter/eks-connection': { b: '\0\xff\r\n', empty: '' },
    })
  })

  test('carries nothing when the step has none', () => {
    expect(readHandOver({ step: {}, cluster: paymentsEu, secrets: lookupOf() })).toEqual({
      ok: true,
      targets: [],
      variables: new Map(),
      shadowed: [],
    })
  })
})

describe('A hand-over is held, in words without a value,', () => {
  const secret = 'payments-eu-eks-connection'
  const cases: { name: string; given: HandOver; want: string }[] = [
    {
      name: 'when a key is missing',
      given: aHandOver({ karpenter_iam_role_arn: {} }),
      want: `HandOverKeyMissing: Secret "${secret}" lacks key "karpenter_iam_role_arn"`,
    },
    {
      name: 'when the key of a path is missing',
      given: aHandOver({ a: { path: 'x.y' } }),
      want: `HandOverKeyMissing: Secret "${secret}" lacks key "x"`,
    },
    {
      name: 'when a field of a path is missing',
      given: aHandOver({ a: { path: 'karpenter.x.y' } }),
      want: `HandOverKeyMissing: Secret "${secret}" lacks key "karpenter.x"`,
    },
    {
      name: 'when a field of a path is null',
      given: aHandOver({ a: { path: 'karpenter.role' } }),
      want: `HandOverKeyMissing: Secret "${secret}" lacks key "karpenter.role"`,
    },
    {
      name: 'when a path leads into what is no JSON',
      given: aHandOver({ a: { path: 'vpc_config.cidr', default: 'x' } }),
      want: `HandOverValueMalformed: Key "vpc_config" of Secret "${secret}" must be JSON, because a path leads into it`,
    },
    {
      name: 'when a path leads into bytes',
      given: aHandOver({ a: { path: 'bytes.b' } }),
      want: `HandOverValueMalformed: Key "bytes" of Secret "${secret}" must be JSON, because a path leads into it`,
    },
    {
      name: 'when a value has not its format',
      given: aHandOver({ role: { path: 'karpenter.role-arn', format: 'arn' } }),
      want: `HandOverValueMalformed: Key "karpenter.role-arn" of Secret "${secret}" must be an ARN, such as arn:aws:iam::123456789012:role/karpenter`,
    },
    {
      name: 'when a value with a line feed has not its format',
      given: aHandOver({ cluster_name: { format: 'hostname' } }),
      want: `HandOverValueMalformed: Key "cluster_name" of Secret "${secret}" must be a host name, such as api.example.com`,
    },
    {
      name: 'when bytes that are no text have a format',
      given: aHandOver({ bytes: { format: 'json' } }),
      want: `HandOverValueMalformed: Key "bytes" of Secret "${secret}" must be JSON`,
    },
    {
      name: 'when the Secret is missing',
      given: aHandOver({ a: { default: 'x' } }, { from: { secret: 'none' } }),
      want: 'HandOverSecretMissing: Secret "none" does not exist',
    },
    {
      name: 'when the name becomes a reserved one',
      given: aHandOver({ value: {} }, { from: { secret: '${CLUSTER_NAME/%eu/kubeconfig}' } }),
      want: 'HandOverSecretRefused: Secret "payments-kubeconfig" must not be handed over: its name is reserved',
    },
    {
      name: 'when the name has a foreign variable',
      given: aHandOver({ a: {} }, { from: { secret: '${OTHER}' } }),
      want: 'HandOverSecretRefused: Secret "${OTHER}" has an invalid name: it has a variable that is not allowed in a name',
    },
    {
      name: 'when the name leads elsewhere',
      given: aHandOver({ a: {} }, { from: { secret: '../kube-system/${CLUSTER_NAME}' } }),
      want: 'HandOverSecretRefused: Secret "../kube-system/${CLUSTER_NAME}" has an invalid name: with its variables substituted, it is not a valid object name',
    },
    {
      name: 'when the name cannot be filled',
      given: aHandOver({ a: {} }, { from: { secret: 'a${' } }),
      want: expect.stringMatching(/^HandOverSecretRefused: Secret "a\$\{" has an invalid name: /),
    },
  ]
  test.for(cases)('$name', ({ given, want }) => expect(holdsOf(given)).toEqual([want]))

  test('and says all at once, in a stable order, each once', () => {
    const keys = { z: {}, a: {}, b: { path: 'x.y' }, c: { path: 'x.z' }, bytes: { format: 'url' } } as const
    const holds = holdsOf(aHandOver(keys), aHandOver({ a: {} }, { from: { secret: 'none' } }))
    expect(holds).toEqual([
      'HandOverSecretMissing: Secret "none" does not exist',
      `HandOverKeyMissing: Secret "${secret}" lacks key "a"`,
      `HandOverKeyMissing: Secret "${secret}" lacks key "x"`,
      `HandOverKeyMissing: Secret "${secret}" lacks key "z"`,
      expect.stringContaining('Key "bytes"'),
    ])
  })

  test('and gives what each is about as fields, so that nobody has to read it out of the words', () => {
    const result = read(
      aHandOver({ a: { path: 'karpenter.x.y' }, bytes: { format: 'url' } }),
      aHandOver({ a: {} }, { from: { secret: 'none' } }),
    )
    expect(result.ok ? [] : result.holds.map(({ source }) => source)).toEqual([
      { kind: 'Secret', name: 'none' },
      { kind: 'Secret', name: secret, key: 'karpenter.x' },
      { kind: 'Secret', name: secret, key: 'bytes' },
    ])
  })

  test('when two values want one place', () => {
    expect(holdsOf(aHandOver({ empty: {} }), aHandOver({ bytes: { as: 'empty' } }))).toEqual([
      'HandOverKeyConflict: Two values have the same target key "empty" of Secret karpenter/eks-connection',
    ])
  })

  const found: { name: string; source: FoundSource; want: string }[] = [
    ...RESERVED_SECRET_TYPES.map(type => ({
      name: `when the Secret is of type ${type}`,
      source: { found: { ...outputs, type } },
      want: `Secret "${secret}" must not be handed over: its type "${type}" is reserved`,
    })),
    {
      name: 'when nobody may read the Secret',
      source: { refused: 'forbidden' },
      want: `Secret "${secret}" cannot be read: forbidden`,
    },
    ...[
      { ...outputs, metadata: { ...outputs.metadata, namespace: 'other' } },
      { ...outputs, metadata: { ...outputs.metadata, name: 'other' } },
      { ...outputs, kind: 'ConfigMap' },
    ].map(other => ({
      name: `when ${other.kind} ${other.metadata.namespace}/${other.metadata.name} came in its place`,
      source: { found: other },
      want: `Secret "${secret}" cannot be read: the API server returned another object`,
    })),
    {
      name: 'when what came has another shape',
      source: { found: { ...outputs, data: 'CANARY' } },
      want: `Secret "${secret}" cannot be read: it is not a valid Secret`,
    },
  ]
  test.for(found)('$name', ({ source, want }) => {
    const step = { handOver: [aHandOver({ cluster_name: {} })] }
    expect(readHandOver({ step, cluster: paymentsEu, secrets: () => source })).toEqual({
      ok: false,
      holds: [{ reason: 'HandOverSecretRefused', message: want, source: { kind: 'Secret', name: secret } }],
    })
  })

  test('when a value is not base64', () => {
    const broken = { ...outputs, data: { cluster_name: 'a===' } }
    const step = { handOver: [aHandOver({ cluster_name: {} })] }
    expect(readHandOver({ step, cluster: paymentsEu, secrets: () => ({ found: broken }) })).toEqual({
      ok: false,
      holds: [
        {
          reason: 'HandOverValueMalformed',
          message: `Key "cluster_name" of Secret "${secret}" must be base64`,
          source: { kind: 'Secret', name: secret, key: 'cluster_name' },
        },
      ],
    })
  })

  test('and a reserved Secret is not even asked for', () => {
    const asked: string[] = []
    const secrets = (name: string): FoundSource => {
      asked.push(name)
      return 'missing'
    }
    const names = ['a-kubeconfig', 'a-ca', 'a-etcd', 'a-sa', 'a-proxy', 'a']
    const handOver = names.map(name => aHandOver({ value: {} }, { from: { secret: name } }))
    readHandOver({ step: { handOver }, cluster: paymentsEu, secrets })
    expect(asked).toEqual(['a'])
  })
})

function variablesOf(...handOver: HandOver[]): unknown {
  const result = read(...handOver)
  return result.ok && { names: [...result.variables.keys()].toSorted(), shadowed: result.shadowed }
}

describe('The variables of a hand-over', () => {
  test('have the name of the key, and the same in capitals', () => {
    const keys = { empty: {}, 'a.b-c': { default: '' }, '1st': { default: '' } }
    expect(variablesOf(aHandOver(keys))).toEqual({
      names: ['A_B_C', 'EMPTY', '_1ST', '_1st', 'a_b_c', 'empty'],
      shadowed: [],
    })
  })

  test('leave the names of the Cluster to the Cluster, and say so', () => {
    const keys = { cluster_name: {}, cluster_label_x: { default: '' }, CLUSTER_UID: { default: '' } }
    expect(variablesOf(aHandOver(keys))).toEqual({
      names: ['cluster_label_x', 'cluster_name'],
      shadowed: ['CLUSTER_UID', 'cluster_label_x', 'cluster_name'],
    })
  })

  test('are usable when one value goes to two Secrets', () => {
    const twice = aHandOver({ empty: {} }, { to: { secret: 'b', namespace: 'a' } })
    const result = read(aHandOver({ empty: {} }), twice)
    expect(result.ok && result.variables.get('EMPTY')).toEqual({
      kind: 'text',
      value: SecretValue.ofText(''),
    })
  })

  test('are unusable when two values want one name', () => {
    const result = read(aHandOver({ a: { default: '1' }, A: { default: '1' }, empty: {} }))
    const hold = {
      reason: 'RenderVariableAmbiguous',
      message: `Variable "A" is defined by key "A" of Secret "payments-eu-eks-connection" and by key "a" of Secret "payments-eu-eks-connection"`,
    }
    expect(result.ok && result.variables.get('A')).toEqual({ kind: 'unusable', hold })
    expect(result.ok && result.variables.get('a')?.kind).toBe('text')
  })

  test('are unusable when the value is no text', () => {
    const result = read(aHandOver({ bytes: {} }))
    const hold = {
      reason: 'HandOverValueMalformed',
      message:
        'Key "bytes" of Secret "payments-eu-eks-connection" is not text, so it cannot be the value of a variable',
      source: { kind: 'Secret', name: 'payments-eu-eks-connection', key: 'bytes' },
    }
    expect(result.ok && result.variables.get('BYTES')).toEqual({ kind: 'unusable', hold })
  })
})
