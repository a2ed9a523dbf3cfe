import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readClass } from '../cluster-class/read-class.ts'
import { isEqual } from '../object/is-equal.ts'
import { readGoYaml } from '../yaml/read-go-yaml.ts'
import type { YamlValue } from '../yaml/yaml-value.ts'
import { editForm, type FormEdit } from './edit-form.ts'
import { beginHistory, fillField, type FormHistory, redo, typeText, undo } from './form-history.ts'
import { atCluster, atVariable, type FormPlace } from './form-place.ts'
import { canShow, readForm } from './read-form.ts'
import { fieldValue } from './field-value.ts'

const text = `# Cluster team-2, in dev.
apiVersion: cluster.x-k8s.io/v1beta2
kind: Cluster
metadata:
  name: team-2 # the team
  labels:
    fitout.dev/profile: default
    sync.fitout.dev/cluster: team-2
  annotations: {owner: web}
spec:
  # CLOUD-12 says why
  paused: false
  topology:
    classRef:
      name: eks
    version: v1.35.4 # as all of dev
    # one variable a line
    variables:
    # near the customers
    - name: region
      value: eu-west-1
    - name: network
      value:
        # agreed with the network team
        cidr: 10.0.0.0/16
        zones: [a, b] # not c
    - name: legacy
      value: {unknown: true}
`
const string = { type: 'string' }
const found = readClass({
  apiVersion: 'cluster.x-k8s.io/v1beta2',
  kind: 'ClusterClass',
  metadata: { name: 'eks' },
  spec: {
    variables: [
      { name: 'region', schema: { openAPIV3Schema: { ...string, enum: ['eu-west-1', 'us-1'] } } },
      { name: 'nodes', schema: { openAPIV3Schema: { type: 'integer' } } },
      {
        name: 'network',
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: {
              cidr: string,
              zones: { type: 'array', items: string },
              tags: { type: 'object', additionalProperties: string },
            },
          },
        },
      },
    ],
  },
})

function edited(edit: FormEdit, from = text): string {
  const result = editForm(from, edit)
  if (!result.ok) throw new Error(result.reason)
  return result.text
}
const set = (place: FormPlace, value: YamlValue): FormEdit => ({ kind: 'set', place, value })
const clear = (place: FormPlace): FormEdit => ({ kind: 'clear', place })

describe('An edit of the form changes', () => {
  const cases: readonly { name: string; edit: FormEdit; from: string; to: string }[] = [
    {
      name: 'the value of a variable',
      edit: set(atVariable('region'), 'us-1'),
      from: 'value: eu-west-1',
      to: 'value: us-1',
    },
    {
      name: 'a field of one',
      edit: set(atVariable('network', 'cidr'), '10.1.0.0/16'),
      from: '10.0.0.0/16',
      to: '10.1.0.0/16',
    },
    { name: 'a row', edit: set(atVariable('network', 'zones', 2), 'd'), from: '[a, b]', to: '[a, b, "d"]' },
    { name: 'a row that goes', edit: clear(atVariable('network', 'zones', 0)), from: '[a, b]', to: '[b]' },
    {
      name: 'a variable that is new',
      edit: set(atVariable('nodes'), 3),
      from: '{unknown: true}\n',
      to: '{unknown: true}\n    - name: nodes\n      value: 3\n',
    },
    {
      name: 'a row with a key',
      edit: set(atVariable('network', 'tags', 'team'), 'web'),
      from: '[a, b] # not c\n',
      to: '[a, b] # not c\n        tags:\n          team: web\n',
    },
    {
      name: 'a variable that is left empty',
      edit: clear(atVariable('region')),
      from: '    - name: region\n      value: eu-west-1\n',
      to: '',
    },
    {
      name: 'the version',
      edit: set(atCluster('spec', 'topology', 'version'), 'v1.36.0'),
      from: 'v1.35.4',
      to: 'v1.36.0',
    },
  ]
  test.each(cases)('$name, and no other line', ({ edit, from, to }) => {
    expect(edited(edit)).toBe(text.replace(from, to))
  })

  test('the name, with the label that repeats it and the first line of the file', () => {
    expect(edited(set(atCluster('metadata', 'name'), 'team-3'))).toBe(text.replaceAll('team-2', 'team-3'))
  })

  test('nothing but the key when a row gets another one', () => {
    const before = edited(set(atVariable('network', 'tags', 'team'), 'web'))
    const place = atVariable('network', 'tags', 'team')
    expect(edited({ kind: 'rename', place, key: 'owner' }, before)).toBe(
      before.replace('team: web', 'owner: web'),
    )
  })

  test('the variables and the object around it, when the last of them is left empty', () => {
    const one = edited(
      set(atVariable('network', 'cidr'), 'x'),
      'apiVersion: cluster.x-k8s.io/v1beta2\nkind: Cluster\nspec: {}\n',
    )
    const none = edited(clear(atVariable('network', 'cidr')), one)
    expect(readGoYaml(none)).toMatchObject({ spec: { topology: {} } })
    expect(none).not.toContain('variables')
  })

  test('one document of several, wherever it stands', () => {
    const many = `---\nkind: ConfigMap\nmetadata: {name: a}\n--- # next\n${text}---\nkind: Secret\n`
    expect(edited(set(atVariable('region'), 'us-1'), many)).toBe(
      many.replace('value: eu-west-1', 'value: us-1'),
    )
  })

  test('nothing where the text does not read: the line is named', () => {
    const broken = text.replace('paused: false', 'paused: [false')
    expect(editForm(broken, set(atVariable('region'), 'x'))).toMatchObject({ ok: false, line: 13 })
    expect(editForm('kind: Other\n', set(atVariable('region'), 'x'))).toEqual({
      ok: false,
      line: 1,
      reason: 'the text holds no Cluster',
    })
  })
})

describe('A text is read for the form', () => {
  test('with its values, their lines, and what no field shows', () => {
    const reading = readForm(text, found)
    if (!reading.ok) throw new Error(reading.reason)
    expect(reading.valueAt(atVariable('network', 'zones', 1))).toBe('b')
    expect(reading.valueAt(atVariable('nodes'))).toBeUndefined()
    expect(reading.lineOf(atVariable('network', 'cidr'))).toBe(25)
    expect(reading.lineOf(atVariable('network', 'tags', 'x'))).toBe(23)
    expect(reading.lineOf(atVariable('nodes'))).toBe(18)
    expect(reading.onlyInYaml).toEqual([
      { path: ['spec', 'paused'], because: 'the form has no field for it' },
      { path: ['legacy'], because: 'the class has no such variable' },
    ])
  })

  test('with its line, if it does not read', () => {
    expect(readForm('a: 1\nb: [\n', found)).toMatchObject({ ok: false, line: 3 })
    expect(readForm('kind: ConfigMap\n', found)).toMatchObject({ ok: false, line: 1 })
  })

  test('and a value of another form is left to the YAML', () => {
    const rows = { kind: 'list', item: { kind: 'switch' }, itemSchema: {} } as const
    expect([
      canShow(rows, [true]),
      canShow(rows, ['x']),
      canShow(rows, 'x'),
      canShow(rows, undefined),
    ]).toEqual([true, false, false, true])
  })
})

test('What is typed becomes a value of its type, or stays a text that the check names', () => {
  const whole = { kind: 'number', isWhole: true, minimum: undefined, maximum: undefined } as const
  const choice = { kind: 'choice', look: 'list', options: [1, 'a'] } as const
  const values = [
    fieldValue(whole, '3'),
    fieldValue(whole, '1.5'),
    fieldValue(whole, 'x'),
    fieldValue(whole, '99999999999999999999'),
    fieldValue({ kind: 'number or text' }, '80'),
    fieldValue({ kind: 'number or text' }, '1.5'),
    fieldValue(choice, '1'),
    fieldValue(choice, 'b'),
    fieldValue({ kind: 'switch' }, 'true'),
    fieldValue(whole, ''),
  ]
  expect(values).toEqual([3, 1.5, 'x', '99999999999999999999', 80, '1.5', 1, 'b', true, undefined])
})

describe('One history', () => {
  test('goes back and forth over edits of fields and of the text', () => {
    const start = beginHistory(text)
    const first = fillField(start, set(atVariable('region'), 'us-1')).history
    const second = typeText(first, `${first.text}# more\n`)
    expect(undo(second).text).toBe(first.text)
    expect(undo(undo(second)).text).toBe(text)
    expect(redo(undo(second)).text).toBe(second.text)
    expect(undo(start).text).toBe(text)
    expect(redo(second).text).toBe(second.text)
  })

  test('takes the letters of one word for one step, and a new edit ends the way forth', () => {
    let history = beginHistory(text)
    for (const value of ['u', 'us', 'us-1'])
      history = fillField(history, set(atVariable('region'), value), 'region').history
    expect(undo(history).text).toBe(text)
    const other = typeText(undo(history), `${text}\n`)
    expect(redo(other).text).toBe(other.text)
  })

  test('begins with plain lines, and keeps a text that cannot be edited', () => {
    const history = beginHistory('a: [\r\n')
    expect(history.text).toBe('a: [\n')
    expect(fillField(history, set(atVariable('a'), 1))).toEqual({ history, refused: expect.any(String) })
  })
})

const place = fc.constantFrom<FormPlace>(
  atCluster('metadata', 'name'),
  atCluster('spec', 'topology', 'version'),
  atVariable('region'),
  atVariable('nodes'),
  atVariable('network', 'cidr'),
  atVariable('network', 'zones'),
  atVariable('network', 'tags', 'a'),
  atVariable('network', 'tags', 'b: #'),
)
const value: fc.Arbitrary<YamlValue> = fc.oneof(
  fc.string({ minLength: 1 }),
  fc.integer({ min: 0, max: 9 }),
  fc.boolean(),
  fc.array(fc.string(), { maxLength: 3 }),
)
type Deed =
  | { readonly edit: FormEdit }
  | { readonly line: string; readonly at: number }
  | { readonly back: boolean }
const deed: fc.Arbitrary<Deed> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ edit: fc.record({ kind: fc.constant('set' as const), place, value }) }),
  },
  { weight: 2, arbitrary: fc.record({ edit: fc.record({ kind: fc.constant('clear' as const), place }) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      line: fc.constantFrom('# note', '', 'x: [', '  extra: 1', 'spec: {}'),
      at: fc.nat({ max: 40 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ back: fc.boolean() }) },
)

/** What is wrong after an edit of the form. */
function faultsOf(before: FormHistory, edit: FormEdit): readonly string[] {
  const { history, refused } = fillField(before, edit)
  if (refused !== undefined) return history.text === before.text ? [] : ['refused, and changed']
  const reading = readForm(history.text, found)
  if (!reading.ok) return [`an edit of the form broke the text: ${reading.reason}`]
  const shown = reading.valueAt(edit.place)
  const wanted = edit.kind === 'set' ? edit.value : undefined
  // Lines of other fields, and of people, stay.
  const own = /^\s*#|annotations|legacy|unknown|paused|extra|CLOUD/
  const kept = before.text.split('\n').filter(line => own.test(line) && !line.startsWith('# Cluster '))
  const left = history.text.split('\n')
  return [
    ...(isEqual(shown, wanted) ? [] : [`shows ${JSON.stringify(shown)}`]),
    ...kept.filter(line => !left.includes(line)).map(line => `lost ${line}`),
  ]
}

test('Whatever is edited, in the form or in the text, the form shows what the text says, and no line is lost', () => {
  fc.assert(
    fc.property(fc.array(deed, { maxLength: 12 }), deeds => {
      let history = beginHistory(text)
      const faults: string[] = []
      for (const one of deeds) {
        if ('back' in one) history = one.back ? undo(history) : redo(history)
        else if ('line' in one)
          history = typeText(history, history.text.split('\n').toSpliced(one.at, 0, one.line).join('\n'))
        else {
          faults.push(...faultsOf(history, one.edit))
          history = fillField(history, one.edit).history
        }
      }
      expect(faults).toEqual([])
    }),
    { numRuns: 300 },
  )
})

test('A name that is no name does not get into the first line', () => {
  expect(edited(set(atCluster('metadata', 'name'), 'a\nkind: x'))).toContain('# Cluster team-2, in dev.\napi')
})
