import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { config, type Files, flux, plan } from '#test/domain/planned-change.ts'

/** A fleet as a table: on each cluster some ConfigMaps with values. */
type Table = Readonly<Record<string, Readonly<Record<string, string>>>>

const names = ['a', 'b', 'c', 'd']
const tables: fc.Arbitrary<Table> = fc.record({
  blue: fc.dictionary(fc.constantFrom(...names), fc.constantFrom('1', '2', '"3"'), {
    maxKeys: 4,
    noNullPrototype: true,
  }),
  green: fc.dictionary(fc.constantFrom(...names), fc.constantFrom('1', '2', '"3"'), {
    maxKeys: 4,
    noNullPrototype: true,
  }),
})

/** How a table is written: which objects share a file, and in which style. */
interface Style {
  readonly isJson: boolean
  readonly isTogether: boolean
  readonly isReversed: boolean
  readonly isListed: boolean
}
const styles: fc.Arbitrary<Style> = fc.record({
  isJson: fc.boolean(),
  isTogether: fc.boolean(),
  isReversed: fc.boolean(),
  isListed: fc.boolean(),
})

function filesOf(table: Table, { isJson, isTogether, isReversed, isListed }: Style): Files {
  return Object.fromEntries(
    Object.entries(table).flatMap(([name, objects]) => {
      const texts = Object.entries(objects).map(([object, value]) => {
        const content = {
          metadata: { namespace: 'default', name: object },
          kind: 'ConfigMap',
          apiVersion: 'v1',
          data: { key: value.replaceAll('"', '') },
        }
        return [
          object,
          isJson ? `${JSON.stringify(content)}\n` : config(object, JSON.stringify(value.replaceAll('"', ''))),
        ] as const
      })
      const ordered = isReversed ? texts.toReversed() : texts
      const files = isTogether
        ? ordered.length === 0
          ? []
          : [['all.yaml', ordered.map(([, text]) => text).join('---\n')] as const]
        : ordered.map(([object, text]) => [`${object}.yaml`, text] as const)
      const list = `apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nresources: [flux-system/sync.yaml${files.map(([file]) => `, ${file}`).join('')}]\n`
      return [
        [`clusters/${name}/flux-system/sync.yaml`, flux('flux-system', `clusters/${name}`)],
        ...(isListed ? [[`clusters/${name}/kustomization.yaml`, list]] : []),
        ...files.map(([file, text]) => [`clusters/${name}/${file}`, text]),
      ]
    }),
  )
}

/** The same question, answered from the tables alone. */
function difference(before: Table, after: Table): readonly string[] {
  return Object.keys(before).flatMap(name =>
    names.flatMap(object => {
      const [was, is] = [before[name]?.[object], after[name]?.[object]]
      if (was === is) return []
      const op = was === undefined ? 'created' : is === undefined ? 'deleted' : 'changed'
      return [`${op} ${object} on clusters/${name}`]
    }),
  )
}

describe('Whatever the repository is', () => {
  test('nothing changes from a commit to itself, in whatever style it is written', () => {
    fc.assert(
      fc.property(tables, styles, styles, (table, one, other) => {
        expect(plan(filesOf(table, one), filesOf(table, other)).changes).toEqual([])
      }),
    )
  })

  test('a plan lists what differs, and nothing else', () => {
    fc.assert(
      fc.property(fc.tuple(tables, tables), styles, styles, ([before, after], one, other) => {
        const { changes } = plan(filesOf(before, one), filesOf(after, other))
        const said = changes.flatMap(({ op, name, clusters }) =>
          clusters.map(where => `${op} ${name} on ${where}`),
        )
        expect(said.toSorted()).toEqual(difference(before, after).toSorted())
      }),
    )
  })
})
