import { expect, test } from 'vitest'
import { isContent } from './manifest.ts'
import { stripDescriptions } from './strip-descriptions.ts'
import { readGoYaml } from '../yaml/read-go-yaml.ts'

const definition = (schema: string) => `
spec:
  description: stays
  versions:
  - name: v1
    schema:
      openAPIV3Schema: ${schema}
`

const cases = [
  {
    name: 'takes descriptions of schemas away, at every depth',
    given:
      '{description: a, type: object, properties: {x: {description: b, items: {description: c, type: string}}}}',
    want: '{type: object, properties: {x: {items: {type: string}}}}',
  },
  {
    name: 'keeps a property that is called description',
    given: '{properties: {description: {type: string, description: a}}}',
    want: '{properties: {description: {type: string}}}',
  },
  {
    name: 'keeps values, in which a description is content',
    given: '{default: {description: a}, enum: [{description: b}], example: {description: c}}',
    want: '{default: {description: a}, enum: [{description: b}], example: {description: c}}',
  },
  {
    name: 'looks into alternatives, and into what else a schema may hold',
    given:
      '{anyOf: [{description: a}], allOf: [{not: {description: b}}], oneOf: [{}], additionalProperties: {description: c}}',
    want: '{anyOf: [{}], allOf: [{not: {}}], oneOf: [{}], additionalProperties: {}}',
  },
  { name: 'leaves what is no schema', given: '7', want: '7' },
  {
    name: 'keeps a property with a name that JavaScript gives a meaning',
    given: '{properties: {__proto__: {description: a, type: string}}}',
    want: '{properties: {__proto__: {type: string}}}',
  },
]
test.each(cases)('stripDescriptions $name', ({ given, want }) => {
  const read = readGoYaml(definition(given))
  expect(isContent(read) && stripDescriptions(read)).toEqual(readGoYaml(definition(want)))
})
