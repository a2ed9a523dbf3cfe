import { describe, expect, test } from 'vitest'
import { formatValueProblem } from './check-value.ts'
import { checkVariables } from './check-variables.ts'
import { assign, readAssignment } from './read-assignment.ts'
import { readClass } from './read-class.ts'

const variable = (name: string, openAPIV3Schema: object, required = false) => ({
  name,
  required,
  schema: { openAPIV3Schema },
})

const eks = readClass({
  apiVersion: 'cluster.x-k8s.io/v1beta2',
  kind: 'ClusterClass',
  metadata: { name: 'eks' },
  spec: {
    controlPlane: { machineInfrastructure: { templateRef: { name: 'cp' } } },
    workers: { machineDeployments: [{ class: 'default' }] },
    variables: [
      variable('region', { type: 'string', enum: ['eu-west-1', 'us-east-1'] }, true),
      variable('nodes', { type: 'integer', minimum: 1, maximum: 9 }),
      variable('spot', { type: 'boolean' }),
      variable('port', { 'x-kubernetes-int-or-string': true }),
      variable('network', {
        type: 'object',
        required: ['cidr'],
        properties: {
          cidr: { type: 'string', pattern: '^[0-9./]+$' },
          zones: { type: 'array', items: { type: 'string', maxLength: 2 }, uniqueItems: true },
        },
      }),
      variable('tags', { type: 'object', additionalProperties: { type: 'string' } }),
    ],
  },
  status: {
    variables: [
      {
        name: 'image',
        definitions: [
          {
            from: 'an-extension',
            required: true,
            schema: { openAPIV3Schema: { type: 'string', default: 'ubuntu' } },
          },
        ],
      },
    ],
  },
})

function problems(...words: readonly string[]): readonly string[] {
  if (!eks) throw new Error('it is a ClusterClass')
  const assignments = words.flatMap(word => readAssignment(word) ?? [])
  return checkVariables(assign(new Map(), assignments, eks), eks).map(formatValueProblem)
}

describe('The variables of a class', () => {
  const cases = [
    {
      name: 'are right',
      given: [
        'region=eu-west-1',
        'nodes=3',
        'spot=true',
        'port=http',
        'network.cidr=10.0.0.0/16',
        'network.zones=[a, b]',
        'tags.team=web',
      ],
      want: [],
    },
    { name: 'lack one', given: [], want: ['region: is required'] },
    {
      name: 'have a value that is not offered',
      given: ['region=eu-west-2'],
      want: ['region: must be one of eu-west-1, us-east-1; did you mean eu-west-1?'],
    },
    {
      name: 'have a text for a number',
      given: ['region=eu-west-1', 'nodes=many'],
      want: ['nodes: must be a whole number, found a text'],
    },
    {
      name: 'have a number that is too large',
      given: ['region=eu-west-1', 'nodes=10'],
      want: ['nodes: must be at most 9'],
    },
    {
      name: 'have a word for a switch',
      given: ['region=eu-west-1', 'spot=maybe'],
      want: ['spot: must be true or false, found a text'],
    },
    {
      name: 'have a mistyped name',
      given: ['region=eu-west-1', 'node=1'],
      want: ['node: is not a variable of the class; did you mean nodes?'],
    },
    {
      name: 'lack a field',
      given: ['region=eu-west-1', 'network.zones=[a]'],
      want: ['network.cidr: is required'],
    },
    {
      name: 'have an unknown field',
      given: ['region=eu-west-1', 'network.cidr=1', 'network.zone=a'],
      want: ['network.zone: is not a field of the class; did you mean zones?'],
    },
    {
      name: 'have items that are wrong',
      given: ['region=eu-west-1', 'network.cidr=x', 'network.zones=[abc, a, a]'],
      want: [
        'network.cidr: must match ^[0-9./]+$',
        'network.zones: must not have the same item twice',
        'network.zones[0]: must have at most 2 characters',
      ],
    },
  ]
  test.each(cases)('$name', ({ given, want }) => expect(problems(...given)).toEqual(want))

  test('are told from those of another kind', () => {
    expect(readClass({ apiVersion: 'v1', kind: 'ClusterClass' })).toBeUndefined()
    expect(eks).toMatchObject({ hasControlPlaneMachines: true, workers: ['default'] })
    expect(eks?.variables.map(({ name }) => name)).toContain('image')
  })

  test('are given as name=value', () => {
    expect(readAssignment('a.b=c=d')).toEqual({ path: ['a', 'b'], text: 'c=d' })
    for (const word of ['a', '=b', 'a..b=c', '']) expect(readAssignment(word)).toBeUndefined()
  })
})
