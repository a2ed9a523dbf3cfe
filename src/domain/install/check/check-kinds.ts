import { listFirst } from '../../text/list-first.ts'
import { VERSION } from '../../api/api-names.ts'
import { isFields, itemsIn, partOf, textIn, textsIn, type Fields } from '../../object/fields.ts'
import { crdOf, kinds } from '../crd.ts'
import { type CheckFinding, type InstallationFacts, unreadCheck } from './installation-facts.ts'
import { conditionIn, nameOfObject } from './read-objects.ts'

const check = 'kinds'
const NEXT = 'fitout install'

/** Whether the kinds of Fitout are there, and are those of this version. */
export function checkKinds({ crds }: InstallationFacts): CheckFinding {
  if (crds.kind === 'unread') return unreadCheck(check, crds.why)
  const findings = kinds.map(kind => {
    const wanted = crdOf(kind)
    const found = crds.value.find(each => nameOfObject(each) === wanted.metadata.name)
    return found
      ? differenceOf(found, wanted)
      : failed(`CustomResourceDefinition ${wanted.metadata.name} is missing`)
  })
  const worst = findings.find(each => each?.result === 'failed') ?? findings.find(each => each !== undefined)
  return worst ?? { check, result: 'ok', message: `Fitout and ClusterFitout are served as ${VERSION}` }
}

function differenceOf(found: Fields, wanted: Fields): CheckFinding | undefined {
  const name = nameOfObject(wanted)
  if (textIn(conditionIn(found, 'Established') ?? {}, 'status') !== 'True') {
    return failed(`CustomResourceDefinition ${name} is not established`, `kubectl describe crd ${name}`)
  }
  const versions = itemsIn(partOf(found, 'spec'), 'versions')
  const served = versions.find(each => textIn(each, 'name') === VERSION && each['served'] === true)
  if (!served) return failed(`CustomResourceDefinition ${name} does not serve ${VERSION}`)
  const known = new Set(versions.map(each => textIn(each, 'name')))
  const lost = textsIn(partOf(found, 'status'), 'storedVersions').filter(each => !known.has(each))
  if (lost.length > 0) {
    return failed(
      `CustomResourceDefinition ${name} has objects stored as ${listFirst(lost)}, a version that it no longer has`,
    )
  }
  return fieldsDiffer(name, fieldsOf(served), fieldsOf(itemsIn(partOf(wanted, 'spec'), 'versions')[0] ?? {}))
}

function fieldsDiffer(
  name: string,
  found: readonly string[],
  wanted: readonly string[],
): CheckFinding | undefined {
  const lacking = wanted.filter(field => !found.includes(field))
  if (lacking.length > 0) {
    return failed(`CustomResourceDefinition ${name} is of another version: it lacks ${listFirst(lacking)}`)
  }
  const beyond = found.filter(field => !wanted.includes(field))
  if (beyond.length === 0) return undefined
  const message = `CustomResourceDefinition ${name} is newer than this command: it also has ${listFirst(beyond)}`
  return {
    check,
    result: 'warning',
    message,
    next: 'use the fitout command of the same version as the controller',
  }
}

function failed(message: string, next = NEXT): CheckFinding {
  return { check, result: 'failed', message, next }
}

/** The paths of all fields of a version of a kind, and the words that they take: `spec.steps.proof.preset=flux`. */
function fieldsOf(version: Fields): readonly string[] {
  const { spec, status } = partOf(partOf(partOf(version, 'schema'), 'openAPIV3Schema'), 'properties')
  return [...pathsIn(spec, 'spec'), ...pathsIn(status, 'status')]
}

function pathsIn(schema: unknown, path: string): readonly string[] {
  if (!isFields(schema)) return []
  const inner = isFields(schema['items']) ? schema['items'] : schema['additionalProperties']
  const fields = Object.entries(partOf(schema, 'properties'))
  return [
    ...textsIn(schema, 'enum').map(word => `${path}=${word}`),
    ...pathsIn(inner, path),
    ...fields.flatMap(([name, field]) => [`${path}.${name}`, ...pathsIn(field, `${path}.${name}`)]),
  ]
}
