import type { YamlValue } from '../yaml/yaml-value.ts'
import { type Content, isContent, contentIn } from './manifest.ts'

/** Takes the descriptions out of the schemas of a CustomResourceDefinition: most of its bytes, none of its meaning. */
export function stripDescriptions(definition: Content): Content {
  const spec = contentIn(definition, 'spec')
  const versions = spec['versions']
  if (!Array.isArray(versions)) return definition
  return { ...definition, spec: { ...spec, versions: versions.map(withoutDescriptions) } }
}

function withoutDescriptions(version: YamlValue): YamlValue {
  if (!isContent(version)) return version
  const schema = contentIn(version, 'schema')
  const root = schema['openAPIV3Schema']
  if (!isContent(root)) return version
  return { ...version, schema: { ...schema, openAPIV3Schema: stripSchema(root) } }
}

// Where schemas stand inside of a schema. Everything else (defaults, enums, rules) is content and stays as it is.
const schemaMaps = new Set(['properties', 'patternProperties', 'definitions', 'dependencies'])
const schemaLists = new Set(['allOf', 'anyOf', 'oneOf'])
const schemas = new Set(['additionalItems', 'additionalProperties', 'items', 'not'])

// Reading has bounded the depth already.
function stripSchema(schema: YamlValue): YamlValue {
  if (Array.isArray(schema)) return schema.map(stripSchema)
  if (!isContent(schema)) return schema
  const kept = Object.entries(schema).filter(([key]) => key !== 'description')
  return fromEntries(kept.map(([key, value]) => [key, stripPart(key, value)]))
}

function stripPart(key: string, value: YamlValue): YamlValue {
  if (schemaMaps.has(key) && isContent(value)) {
    return fromEntries(Object.entries(value).map(([name, schema]) => [name, stripSchema(schema)]))
  }
  if (schemas.has(key) || (schemaLists.has(key) && Array.isArray(value))) return stripSchema(value)
  return value
}

// Of entries, not by assignment: a property may be called __proto__.
function fromEntries(entries: readonly (readonly [string, YamlValue])[]): Content {
  return Object.fromEntries(entries)
}
