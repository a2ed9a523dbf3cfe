import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readDocuments } from '../../yaml/document/read-documents.ts'
import type { YamlValue } from '../../yaml/yaml-value.ts'
import type { FoundSource, SourceLookup } from '../cluster-identity.ts'
import { aConfigMap, lookupOf, paymentsEu, paymentsEuTraits } from '#test/domain/sample-hand-over.ts'
import { SecretValue } from '../secret-value.ts'
import { clusterVariables } from './cluster-variables.ts'
import { renderTemplates } from './render-templates.ts'
import { type Variables, joinVariables } from './variables.ts'

function valuesOf(texts: Readonly<Record<string, string>>): Variables {
  return new Map(
    Object.entries(texts).map(([name, text]) => [name, { kind: 'text', value: SecretValue.ofText(text) }]),
  )
}

function render(data: Readonly<Record<string, string>>, texts: Readonly<Record<string, string>> = {}) {
  return renderTemplates({
    step: { render: ['${CLUSTER_NAME}-resources'] },
    cluster: paymentsEu,
    configMaps: lookupOf(aConfigMap('payments-eu-resources', data)),
    variables: joinVariables(clusterVariables(paymentsEuTraits), valuesOf(texts)),
  })
}

/** All objects that a rendering gives. */
function objectsOf(...given: Parameters<typeof render>): readonly unknown[] {
  const result = render(...given)
  if (!result.ok) return result.holds
  return result.rendered.flatMap(({ manifests }) =>
    readDocuments(Buffer.from(manifests.reveal()).toString()).map(({ value }) => value),
  )
}

function holdsOf(...given: Parameters<typeof render>): readonly string[] {
  const result = render(...given)
  return result.ok ? [] : result.holds.map(({ reason, message }) => `${reason}: ${message}`)
}

const nodeClass = `# default class
apiVersion: karpenter.k8s.aws/v1
kind: EC2NodeClass
metadata: {name: default}
spec: {role: "\${KARPENTER_NODE_ROLE}", tags: {cluster: "x-\${CLUSTER_NAME}"}, size: 12345678901234567890}
`
const nodePool =
  'apiVersion: karpenter.sh/v1\nkind: NodePool\nmetadata: {name: "${CLUSTER_NAME}"}\nspec: {limits: {cpu: "${CPU:=100}"}}\n'

describe('A template', () => {
  test('is filled for one cluster, object by object and key by key', () => {
    const result = render(
      { b: nodePool, a: `---\n${nodeClass}---\n${nodePool}` },
      { KARPENTER_NODE_ROLE: 'node' },
    )
    const pool = { apiVersion: 'karpenter.sh/v1', kind: 'NodePool', namespace: '', name: 'payments-eu' }
    const aClass = {
      apiVersion: 'karpenter.k8s.aws/v1',
      kind: 'EC2NodeClass',
      namespace: '',
      name: 'default',
    }
    expect(result).toEqual({
      ok: true,
      rendered: [
        {
          configMap: 'payments-eu-resources',
          key: 'a',
          objects: [aClass, pool],
          manifests: expect.any(SecretValue),
        },
        { configMap: 'payments-eu-resources', key: 'b', objects: [pool], manifests: expect.any(SecretValue) },
      ],
    })
    expect(objectsOf({ a: nodeClass }, { KARPENTER_NODE_ROLE: 'node' })).toEqual([
      {
        apiVersion: 'karpenter.k8s.aws/v1',
        kind: 'EC2NodeClass',
        metadata: { name: 'default' },
        spec: { role: 'node', tags: { cluster: 'x-payments-eu' }, size: 12345678901234567890n },
      },
    ])
  })

  test('may be a List, which is taken apart', () => {
    const item = { apiVersion: 'a/v1', kind: 'B', metadata: { name: 'c' }, spec: '${X}' }
    const list = JSON.stringify({ apiVersion: 'v1', kind: 'List', items: [item, item] })
    expect(objectsOf({ a: list }, { X: 'y' })).toEqual([
      { ...item, spec: 'y' },
      { ...item, spec: 'y' },
    ])
  })

  test.for(['8080', 'true', 'no', '', '~', '2026-01-01', '0x1F', '1e3', '.inf', '{a: b}', '[1]', '\n'])(
    'has a string where "%s" was filled in',
    text => {
      const [object] = objectsOf({ a: nodeClass }, { KARPENTER_NODE_ROLE: text })
      expect(object).toHaveProperty(['spec', 'role'], text)
    },
  )
})

function anObject(text: string): string {
  return `apiVersion: a/v1\nkind: B\nmetadata: {name: c}\n${text}\n`
}

function templateR(text: string): SourceLookup {
  return lookupOf(aConfigMap('r', { a: text }))
}

describe('A template is held', () => {
  const at = 'ConfigMap "payments-eu-resources" key "a"'
  const cases = [
    {
      name: 'when a variable is not set',
      text: nodeClass,
      want: `RenderVariableMissing: ${at}: EC2NodeClass default: variable "KARPENTER_NODE_ROLE" is not set`,
    },
    {
      name: 'when a variable is mistyped',
      text: anObject('spec: ${CLUSTER_NAM}'),
      want: `RenderVariableMissing: ${at}: B c: variable "CLUSTER_NAM" is not set; did you mean "CLUSTER_NAME"?`,
    },
    {
      name: 'when a key would change',
      text: anObject('spec: {"${X}": 1}'),
      want: `RenderShapeChanged: ${at}: B c: cannot substitute variables in spec["\${X}"]: a key cannot contain a variable`,
    },
    {
      name: 'when the kind would change',
      text: 'apiVersion: v1\nkind: "${X}"\nmetadata: {name: a}\n',
      want: `RenderShapeChanged: ${at}: \${X} a: cannot substitute variables in kind: apiVersion and kind cannot contain a variable`,
    },
    {
      name: 'when a value would say which object is written',
      text: 'apiVersion: a/v1\nkind: B\nmetadata: {name: "x-${X}"}\n',
      want: `RenderShapeChanged: ${at}: B x-\${X}: variable "X" is not allowed in a name; only CLUSTER_NAME and CLUSTER_NAMESPACE`,
    },
    {
      name: 'when a value would say in which namespace',
      text: 'apiVersion: a/v1\nkind: B\nmetadata: {name: a, namespace: "${X}"}\n',
      want: `RenderShapeChanged: ${at}: B \${X}/a: variable "X" is not allowed in a name; only CLUSTER_NAME and CLUSTER_NAMESPACE`,
    },
    {
      name: 'when a text cannot be filled',
      text: anObject('spec: "${X"'),
      want: expect.stringMatching(
        /^RenderSourceMalformed: ConfigMap .* key "a": B c: cannot substitute variables in spec: /,
      ),
    },
    {
      name: 'when it is no YAML',
      text: 'a: [',
      want: expect.stringMatching(/^RenderSourceMalformed: ConfigMap .* key "a": line \d+, column \d+: /),
    },
    {
      name: 'when it has a key twice',
      text: anObject('spec: 1\nspec: 2'),
      want: expect.stringMatching(/^RenderSourceMalformed: .* line 5, column 1: a second key "spec"/),
    },
    {
      name: 'when it has no object',
      text: '# nothing\n',
      want: `RenderSourceMalformed: ${at}: line 1, column 1: it contains no objects`,
    },
    {
      name: 'when it has a Namespace',
      text: 'apiVersion: v1\nkind: Namespace\nmetadata: {name: karpenter}\n',
      want: `RenderSourceMalformed: ${at}: Namespace karpenter: a Namespace cannot be rendered; deliver it with a pack`,
    },
    {
      name: 'when an object has no namespace and needs one',
      text: 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: x}\n',
      want: `RenderSourceMalformed: ${at}: ConfigMap x: it has no namespace, and a ClusterResourceSet does not set one`,
    },
    {
      name: 'when an object has a name of several lines',
      text: 'apiVersion: v1\nkind: Namespace\nmetadata: {name: "a\\nb"}\n',
      want: `RenderSourceMalformed: ${at}: Namespace a\\nb: a Namespace cannot be rendered; deliver it with a pack`,
    },
  ]
  test.for(cases)('$name', ({ text, want }) => expect(holdsOf({ a: text }, { X: 'CANARY' })).toEqual([want]))

  test('when a variable that it uses cannot be used, and not when it does not use it', () => {
    const source = { kind: 'Secret', name: 's', key: 'x' } as const
    const hold = { reason: 'HandOverValueMalformed', message: 'Key "x" is not text', source } as const
    const request = {
      step: { render: ['r'] },
      cluster: paymentsEu,
      variables: new Map([['X', { kind: 'unusable', hold } as const]]),
    }
    expect(renderTemplates({ ...request, configMaps: templateR(anObject('spec: "${X:-d} ${X}"')) })).toEqual({
      ok: false,
      holds: [
        {
          reason: 'HandOverValueMalformed',
          message: 'ConfigMap "r" key "a": B c: Key "x" is not text',
          source,
        },
      ],
    })
    expect(renderTemplates({ ...request, configMaps: templateR(anObject('spec: 1')) }).ok).toBe(true)
  })

  test('when filled it is larger than a Secret can be', () => {
    const many = Array.from({ length: 40 }, () => '${X}')
    const text = anObject(`spec: ${JSON.stringify(many)}`)
    const want = 'HandOverTooLarge: The rendered templates have more than 1048576 bytes'
    expect(holdsOf({ a: `${text}---\n${text}` }, { X: 'x'.repeat(30_000) })).toEqual([want])
  })

  const sources: { name: string; source: FoundSource; want: string }[] = [
    {
      name: 'when the ConfigMap is missing',
      source: 'missing',
      want: 'RenderSourceMissing: ConfigMap "r" does not exist',
    },
    {
      name: 'when nobody may read it',
      source: { refused: 'forbidden' },
      want: 'RenderSourceMalformed: ConfigMap "r" cannot be read: forbidden',
    },
    {
      name: 'when it is of another name',
      source: { found: aConfigMap('s', { a: nodePool }) },
      want: 'RenderSourceMalformed: ConfigMap "r" cannot be read: the API server returned another object',
    },
    {
      name: 'when it has no data',
      source: { found: aConfigMap('r', {}) },
      want: 'RenderSourceMalformed: ConfigMap "r" has no data',
    },
    {
      name: 'when it has binary data',
      source: { found: { ...aConfigMap('r', { a: nodePool }), binaryData: { b: 'AA==' } } },
      want: 'RenderSourceMalformed: ConfigMap "r" has binaryData, which cannot be rendered',
    },
    {
      name: 'when its data is no map',
      source: { found: { ...aConfigMap('r', {}), data: [] } },
      want: 'RenderSourceMalformed: ConfigMap "r" cannot be read: data is invalid',
    },
  ]
  test.for(sources)('$name', ({ source, want }) => {
    const result = renderTemplates({
      step: { render: ['r'] },
      cluster: paymentsEu,
      configMaps: () => source,
      variables: new Map(),
    })
    expect(result.ok ? [] : result.holds.map(({ reason, message }) => `${reason}: ${message}`)).toEqual([
      want,
    ])
  })
})

const hostile = [
  'x\n---\napiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRoleBinding\nmetadata: {name: evil}\n',
  '\n---\n',
  '---',
  '\nkind: ClusterRoleBinding',
  '"}\n- a: b',
  "'",
  '"',
  '}',
  '{',
  '${CLUSTER_NAME}',
  '$${a}',
  '{{ .Values }}',
  '\0',
  '\u0085',
  '\u2028',
  '\ufeff',
  '\u007f',
  '\ud7ff\uffff',
  '# no',
  '&a *a',
  '!!binary x',
  '<<: *x',
  '? a',
  '|\n  a',
  '>-',
  '\t',
  ' \n ',
  '\r\n',
  'yes',
  'null',
  '1_000',
  '12:30:45',
  '0o17',
  '=',
  '%YAML 1.1\n---',
  '...\n',
]
const anyValue = fc.oneof(
  fc.constantFrom(...hostile),
  fc.array(fc.oneof(fc.constantFrom(...hostile), fc.string()), { maxLength: 4 }).map(parts => parts.join('')),
  fc.string({ unit: 'binary' }),
)

describe('For any value', () => {
  const template = [
    'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, namespace: b}',
    'data:\n  x: |\n    first ${A}\n    ${B}\n  other: "${A}"\n---',
    anObject('spec:\n  plain: ${A}\n  list: ["${A}", 1, true, null, [], {}, "${A}${B}"]'),
  ].join('\n')

  test('the same objects come out, and only texts differ', () => {
    const shape = objectsOf({ a: template }, { A: 'a', B: 'b' }).map(shapeOf)
    expect(shape).toHaveLength(2)
    fc.assert(
      fc.property(anyValue, anyValue, (A, B) => {
        const objects = objectsOf({ a: template }, { A, B })
        expect(objects.map(shapeOf)).toEqual(shape)
        expect(objects[1]).toMatchObject({ spec: { plain: A, list: [A, 1, true, null, [], {}, A + B] } })
        expect(objects[0]).toMatchObject({ data: { other: A, x: `first ${A}\n${B}\n` } })
      }),
      { numRuns: 500 },
    )
  })
})

/** The object with every string below its first level replaced by the same one, and everything else as it is. */
function shapeOf(object: unknown): unknown {
  return JSON.parse(
    JSON.stringify(object, (key, part: YamlValue) =>
      typeof part !== 'string' || ['apiVersion', 'kind', 'name', 'namespace'].includes(key) ? part : 's',
    ),
  )
}
