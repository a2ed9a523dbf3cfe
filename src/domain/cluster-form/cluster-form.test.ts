import { describe, expect, test } from 'vitest'
import { readClass } from '../cluster-class/read-class.ts'
import { clusterForm, type FormRow } from './cluster-form.ts'
import type { FieldControl } from './form-field.ts'
import { atVariable } from './form-place.ts'

const variable = (name: string, openAPIV3Schema: object, rest: object = {}) => ({
  name,
  schema: { openAPIV3Schema },
  ...rest,
})
const ui = (annotations: Readonly<Record<string, string>>) => ({
  'x-metadata': {
    annotations: Object.fromEntries(
      Object.entries(annotations).map(([name, text]) => [`fitout.dev/ui-${name}`, text]),
    ),
  },
})
const text = { type: 'string' }
const deep = {
  type: 'object',
  properties: {
    one: {
      type: 'object',
      properties: {
        two: { type: 'object', properties: { three: { type: 'object', properties: { x: text } }, y: text } },
      },
    },
  },
}

function formOf(variables: readonly object[], status: object = {}, spec: object = {}) {
  const found = readClass({
    apiVersion: 'cluster.x-k8s.io/v1beta2',
    kind: 'ClusterClass',
    metadata: { name: 'eks' },
    spec: { ...spec, variables },
    status,
  })
  if (!found) throw new Error('it is a ClusterClass')
  return clusterForm(found)
}

/** The first field that is a variable. */
function drawn(schema: object, required = false): FormRow | undefined {
  return formOf([variable('it', schema, { required })]).sections[1]?.rows[0]
}

function titles(rows: readonly FormRow[]): readonly string[] {
  return rows.map(({ field }) => field.title)
}

describe('A variable is drawn', () => {
  const cases: readonly { name: string; schema: object; want: object }[] = [
    {
      name: 'as a text with its pattern',
      schema: { ...text, pattern: '^a', minLength: 2, maxLength: 9 },
      want: { kind: 'text', pattern: '^a', minLength: 2, maxLength: 9 },
    },
    {
      name: 'as a whole number with its limits',
      schema: { type: 'integer', minimum: 1, maximum: 9 },
      want: { kind: 'number', isWhole: true, minimum: 1, maximum: 9 },
    },
    {
      name: 'as a number',
      schema: { type: 'number' },
      want: { kind: 'number', isWhole: false, minimum: undefined, maximum: undefined },
    },
    { name: 'as a switch', schema: { type: 'boolean' }, want: { kind: 'switch' } },
    {
      name: 'as a number or a text',
      schema: { 'x-kubernetes-int-or-string': true },
      want: { kind: 'number or text' },
    },
    {
      name: 'as radio buttons for five choices',
      schema: { ...text, enum: ['a', 'b', 'c', 'd', 'e'] },
      want: { kind: 'choice', look: 'radio', options: ['a', 'b', 'c', 'd', 'e'] },
    },
    {
      name: 'as a list for six',
      schema: { type: 'integer', enum: [1, 2, 3, 4, 5, 6] },
      want: { kind: 'choice', look: 'list', options: [1, 2, 3, 4, 5, 6] },
    },
    {
      name: 'as rows',
      schema: { type: 'array', items: text },
      want: { kind: 'list', item: { kind: 'text' }, itemSchema: text },
    },
    {
      name: 'as rows with keys',
      schema: { type: 'object', additionalProperties: { type: 'boolean' } },
      want: { kind: 'map', value: { kind: 'switch' }, valueSchema: { type: 'boolean' } },
    },
    {
      name: 'as rows of groups',
      schema: { type: 'array', items: { type: 'object', properties: { a: text } } },
      want: { kind: 'list', item: { kind: 'group', fields: [{ name: 'a' }] } },
    },
  ]
  test.each(cases)('$name', ({ schema, want }) => {
    expect(drawn(schema)?.field.control).toMatchObject(want)
  })

  test('with its help, its example and its default, which is not written', () => {
    const schema = { ...text, description: 'Where.', example: 'eu-west-1', default: 'us-1' }
    expect(drawn(schema, true)).toMatchObject({
      place: atVariable('it'),
      field: { title: 'it', help: 'Where.', isRequired: false, example: 'eu-west-1', ghost: 'us-1' },
    })
    expect(drawn(text, true)?.field).toMatchObject({ isRequired: true, example: undefined, ghost: undefined })
    expect(drawn({ type: 'array', items: text, default: ['a', 'b'] })?.field.ghost).toBe('["a", "b"]')
  })

  test('as groups, three deep', () => {
    const form = formOf([variable('deep', deep)])
    const names = (control: FieldControl | undefined): unknown =>
      control?.kind === 'group' ? control.fields.map(({ name, control: inner }) => [name, names(inner)]) : '.'
    expect(names(form.sections[1]?.rows[0]?.field.control)).toEqual([['one', [['two', [['y', '.']]]]]])
    expect(form.onlyInYaml).toEqual([
      { path: ['deep', 'one', 'two', 'three'], because: 'it has more than 3 levels' },
    ])
  })
})

describe('Only in YAML is', () => {
  const cases = [
    { name: 'what has no type', schema: {}, because: 'the class does not say what type it is' },
    {
      name: 'an object of anything',
      schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
      because: 'the class does not say what is in it',
    },
    {
      name: 'a list of lists',
      schema: { type: 'array', items: { type: 'array', items: text } },
      because: 'it is a list or a map of others',
    },
    {
      name: 'a choice of objects',
      schema: { type: 'object', enum: [{}] },
      because: 'its choices are lists or objects',
    },
    {
      name: 'a secret',
      schema: { ...text, format: 'password' },
      because: 'a secret does not belong in Git: put it into a Secret, and give the name of that',
    },
  ]
  test.each(cases)('$name', ({ schema, because }) => {
    const form = formOf([variable('it', schema)])
    expect(form.onlyInYaml).toEqual([{ path: ['it'], because }])
    expect(form.sections).toHaveLength(1)
  })
})

test('Annotations say the group, the order, the title and what is advanced', () => {
  const form = formOf([
    variable('c', { ...text, ...ui({ group: 'Network' }) }),
    variable('b', { ...text, ...ui({ group: 'Network', order: '1', title: 'Pods' }) }),
    variable('a', text),
    variable('z', { ...text, ...ui({ advanced: 'true' }) }),
  ])
  expect(form.sections.map(section => [section.title, titles(section.rows)])).toEqual([
    ['Cluster', ['Name', 'Kubernetes']],
    ['Network', ['Pods', 'c']],
    ['Variables', ['a']],
  ])
  expect(titles(form.advanced)).toEqual(['z'])
})

test('The machines of a class have a field each', () => {
  const form = formOf(
    [],
    {},
    {
      controlPlane: { machineInfrastructure: {} },
      workers: { machineDeployments: [{ class: 'small' }, { class: 'large' }] },
    },
  )
  expect(form.sections[0]?.rows.map(({ field }) => field.title)).toEqual([
    'Name',
    'Kubernetes',
    'Machines of the control plane',
    'Machines of small',
    'Machines of large',
  ])
})

test('Variables of extensions count, and those that are defined in two ways are an error', () => {
  const form = formOf([variable('region', text)], {
    variables: [
      { name: 'image', definitions: [{ from: 'images', schema: { openAPIV3Schema: { type: 'boolean' } } }] },
      {
        name: 'region',
        definitionsConflict: true,
        definitions: [
          { from: 'inline', schema: { openAPIV3Schema: text } },
          { from: 'regions', schema: { openAPIV3Schema: { type: 'integer' } } },
        ],
      },
    ],
  })
  expect(form.problems).toEqual(['variable region is defined in different ways by inline, regions'])
  expect(form.sections[1]?.rows.map(({ field }) => field.name)).toEqual(['image'])
})
