import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { crdOf, kinds } from '../../src/domain/install/crd.ts'
import { generatedFiles } from './generated-files.ts'
import type { StructuralSchema } from '../../src/domain/install/structural-schema.ts'

test.for([...generatedFiles()])('%s is what the schemas give: run `make generate`', ([path, text]) => {
  expect(readFileSync(path, 'utf8')).toBe(text)
})

test.for(kinds)('Every field of a $kind has a type, and every text, list and map an end', kind => {
  const [version] = crdOf(kind).spec.versions
  const { spec = {}, status = {} } = version.schema.openAPIV3Schema.properties ?? {}
  expect([...findings(spec, 'spec'), ...findings(status, 'status')]).toEqual([])
})

// What an API server does not take as structural, and what would let a rule cost too much.
function findings(schema: StructuralSchema, path: string): readonly string[] {
  const { type, properties = {}, items, additionalProperties } = schema
  const forbidden = ['$ref', 'anyOf', 'oneOf', 'allOf', 'not', 'definitions', 'id'].filter(
    word => word in schema,
  )
  const isOpen = type === 'string' && !('maxLength' in schema || 'enum' in schema || 'format' in schema)
  return [
    ...forbidden.map(word => `${path} has ${word}`),
    ...(type === undefined ? [`${path} has no type`] : []),
    ...(isOpen || (items && !('maxItems' in schema)) ? [`${path} has no end`] : []),
    ...(additionalProperties && !('maxProperties' in schema) ? [`${path} has no end`] : []),
    ...Object.entries(properties).flatMap(([name, field]) => [
      ...(field.description ? [] : [`${path}.${name} has no description`]),
      ...findings(field, `${path}.${name}`),
    ]),
    ...(items ? findings(items, `${path}[]`) : []),
    ...(additionalProperties ? findings(additionalProperties, `${path}.*`) : []),
  ]
}
