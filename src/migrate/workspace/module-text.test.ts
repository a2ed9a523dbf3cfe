import { array, assert, constantFrom, nat, pre, property } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readGoYaml } from '../../domain/yaml/read-go-yaml.ts'
import { isFields, partOf } from '../../domain/object/fields.ts'
import { applyEdits, type TextEdit } from '../write/text-edit.ts'
import { editsInFile, embeddedModules } from './module-text.ts'

const head =
  'kind: Workspace\nmetadata: {name: w}\nspec:\n  forProvider:\n    source: Inline\n    module: |\n'

function moduleOf(yaml: string): string {
  const object = readGoYaml(yaml)
  const module = isFields(object) ? partOf(partOf(object, 'spec'), 'forProvider')['module'] : undefined
  return typeof module === 'string' ? module : ''
}

function edited(yaml: string, edits: (module: string) => readonly TextEdit[]): string {
  const [embedded] = embeddedModules('w.yaml', yaml)
  if (!embedded) throw new Error('there is no module')
  return applyEdits(yaml, editsInFile(embedded, edits(embedded.file.text), yaml))
}

const added = (module: string) => [{ start: module.length, end: module.length, text: '\nd = 4\n' }]

const cut = (module: string) => [{ start: module.indexOf('  b'), end: module.indexOf('c'), text: '' }]

const atEmptyLine = (module: string) => {
  const start = module.indexOf('\n\n') + 1
  return [{ start, end: start, text: 'new = 1\n' }]
}

const lineOf = (whole: string) =>
  whole
    .split('\n')
    .map(one => one.trimEnd())
    .join('\n')

describe('An edit of a module in a manifest', () => {
  const body = '      a = 1\n\n        b = 2\n      c = 3\n'
  const rests = [
    { name: 'before another field', rest: '    other: x\n' },
    { name: 'before an empty line', rest: '\n    other: x\n' },
    { name: 'at the end of the file', rest: '' },
    { name: 'before another document', rest: '---\nkind: ConfigMap\n' },
  ]
  for (const { name, rest } of rests) {
    test(`${name} adds lines with its indentation`, () => {
      expect(edited(head + body + rest, added)).toBe(`${head}${body}\n      d = 4\n${rest}`)
    })
  }

  test('at the end of a file whose last line has no end', () => {
    expect(edited(head + body.trimEnd(), added)).toBe(`${head}${body}\n      d = 4\n`)
  })

  test('removes whole lines', () => {
    expect(edited(head + body, cut)).toBe(`${head}      a = 1\n\n      c = 3\n`)
  })

  test('gives the indentation to a line that was empty', () => {
    expect(edited(head + body, atEmptyLine)).toBe(
      `${head}      a = 1\n      new = 1\n\n        b = 2\n      c = 3\n`,
    )
  })

  test('is the same as the edit of the module by itself', () => {
    const line = constantFrom('a = 1', '', '  b = 2', 'é = "𝒳"', 'c {', '}')
    const lines = array(line, { minLength: 2, maxLength: 8 })
    assert(
      property(lines, nat(40), nat(40), (found, one, other) => {
        const text = `x = 0\n${found.join('\n')}\ny = 1\n`
        const yaml = `${head}${text.replaceAll(/^(?=.)/gm, '      ')}    other: x\n`
        const [start = 0, end = 0] = [
          Math.min(one, text.length - 1),
          Math.min(other, text.length - 1),
        ].toSorted((a, b) => a - b)
        const edit = { start, end, text: 'new {\n  z = 1\n}' }
        const result = edited(yaml, () => [edit])
        // A parser knows no half characters.
        pre([start, end].every(offset => text.slice(0, offset).isWellFormed()))
        // Indentation of an empty line is no text of YAML.
        pre(!/^[ ]/m.test(applyEdits(text, [edit]).split('\n')[0] ?? ''))
        expect(lineOf(moduleOf(result))).toBe(lineOf(applyEdits(text, [edit])))
      }),
    )
  })
})
