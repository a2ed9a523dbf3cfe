import { VERSION } from '../../api/api-names.ts'
import { isFields, itemsIn, partOf, textIn, textsIn, type Fields } from '../../object/fields.ts'
import { crdOf, kinds } from '../crds/crd.ts'
import { type Finding, type InstallationFacts, unread } from './installation-facts.ts'
import { conditionOf, nameOf, someOf } from './read-objects.ts'

const check = 'kinds'
const NEXT = 'fitout install'

/** Whether the kinds of Fitout are there, and are those of this version. */
export function checkKinds({ crds }: InstallationFacts): Finding {
  if (crds.kind === 'unread') return unread(check, crds.why)
  const findings = kinds.map(kind => {
    const wanted = crdOf(kind)
    const found = crds.value.find(each => nameOf(each) === wanted.metadata.name)
    return found
      ? differenceOf(found, wanted)
      : failed(`CustomResourceDefinition ${wanted.metadata.name} is missing`)
  })
  const worst = findings.find(each => each?.result === 'failed') ?? findings.find(each => each !== undefined)
  return worst ?? { check, result: 'ok', message: `Fitout and ClusterFitout are served as ${VERSION}` }
}

function differenceOf(found: Fields, wanted: Fields): Finding | undefined {
  const name = nameOf(wanted)
  if (textIn(conditionOf(found, 'Established') ?? {}, 'status') !== 'True') {
    return failed(`CustomResourceDefinition ${name} is not established`, `kubectl describe crd ${name}`)
  }
  const versions = itemsIn(partOf(found, 'spec'), 'versions')
  const served = versions.find(each => textIn(each, 'name') === VERSION && each['served'] === true)
  if (!served) return failed(`CustomResourceDefinition ${name} does not serve ${VERSION}`)
  const known = new Set(versions.map(each => textIn(each, 'name')))
  const lost = textsIn(partOf(found, 'status'), 'storedVersions').filter(each => !known.has(each))
  if (lost.length > 0) {
    return failed(
      `CustomResourceDefinition ${name} has objects stored as ${someOf(lost)}, a version that it no longer has`,
    )
  }
  return fieldsDiffer(name, fieldsOf(served), fieldsOf(itemsIn(partOf(wanted, 'spec'), 'versions')[0] ?? {}))
}

function fieldsDiffer(
  name: string,
  found: readonly string[],
  wanted: readonly string[],
): Finding | undefined {
  const lacking = wanted.filter(field => !found.includes(field))
  if (lacking.length > 0) {
    return failed(`CustomResourceDefinition ${name} is of another version: it lacks ${someOf(lacking)}`)
  }
  const beyond = found.filter(field => !wanted.includes(field))
  if (beyond.length === 0) return undefined
  const message = `CustomResourceDefinition ${name} is newer than this command: it also has ${someOf(beyond)}`
  return { check, result: 'warning', message, next: 'use the fitout of the version of the controller' }
}

function failed(message: string, next = NEXT): Finding {
  return { check, result: 'failed', message, next }
}

/** The paths of all fields of a version of a kind. */
function fieldsOf(version: Fields): readonly string[] {
  const { spec, status } = partOf(partOf(partOf(version, 'schema'), 'openAPIV3Schema'), 'properties')
  return [...pathsIn(spec, 'spec'), ...pathsIn(status, 'status')]
}

function pathsIn(schema: unknown, path: string): readonly string[] {
  if (!isFields(schema)) return []
  const inner = isFields(schema['items']) ? schema['items'] : schema['additionalProperties']
  const fields = Object.entries(partOf(schema, 'properties'))
  return [
    ...pathsIn(inner, path),
    ...fields.flatMap(([name, field]) => [`${path}.${name}`, ...pathsIn(field, `${path}.${name}`)]),
  ]
}
