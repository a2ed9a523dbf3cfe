import { type Fields, isFields, partOf, textIn } from '../../domain/object/fields.ts'
import { type Schema } from '../fields/schema.ts'
import { schemaOfOpenApi } from '../fields/schema-of-open-api.ts'
import { type Kind, kindOf } from './kind.ts'

/** The kind that a CustomResourceDefinition describes; undefined when none of its versions is served. */
export function kindOfDefinition(definition: Fields): Kind | undefined {
  const spec = partOf(definition, 'spec')
  const names = partOf(spec, 'names')
  const listed = spec['versions']
  const versions = (Array.isArray(listed) ? listed : []).filter(isFields)
  const served = versions.filter(version => version['served'] === true)
  const stored = versions.find(version => version['storage'] === true)
  if (served.length === 0) return undefined
  return kindOf({
    group: textIn(spec, 'group'),
    kind: textIn(names, 'kind'),
    plural: textIn(names, 'plural'),
    scope: spec['scope'] === 'Cluster' ? 'Cluster' : 'Namespaced',
    versions: served.map(version => textIn(version, 'name')),
    hasStatus: served.some(version => isFields(partOf(version, 'subresources')['status'])),
    schema: schemaOf(stored ?? served[0]),
  })
}

function schemaOf(version: Fields | undefined): Schema {
  return schemaOfOpenApi(version && partOf(version, 'schema')['openAPIV3Schema'])
}
