import { apiVersionOf } from '../../engine/api/api.ts'
import { validateLabels } from '../../domain/labels/validate-label-selector.ts'
import { dns1123LabelProblems, dns1123SubdomainProblems } from '../../domain/names/dns-name.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'
import { isEqualField } from '../fields/compare-values.ts'
import { type Session, refuse } from './session.ts'

/** Refuses an object that is not of the kind, or not in the place, that it is sent to. */
export function checkAddress(session: Session, object: KubeObject): void {
  const { resource, kind, namespace } = session
  const [given, wanted] = [`${object.apiVersion} ${object.kind}`, `${apiVersionOf(resource)} ${kind.kind}`]
  if (given !== wanted) throw refuse(session, 'Invalid', `${given} cannot be handled as ${wanted}`)
  if (kind.scope === 'Namespaced' && !namespace)
    throw refuse(session, 'Invalid', 'an empty namespace may not be set')
  if (kind.scope === 'Cluster' && namespace)
    throw refuse(session, 'Invalid', 'namespace is not allowed on this type')
}

/** Refuses what no server stores: bad names and labels, new finalizers on what is being deleted, changed constants. */
export function checkObject(session: Session, object: KubeObject, before: KubeObject | undefined): void {
  for (const find of problems) {
    const problem = find(session, object, before)
    if (problem !== undefined) throw refuse(session, 'Invalid', problem)
  }
}

type Problem = (session: Session, object: KubeObject, before: KubeObject | undefined) => string | undefined

const problems: readonly Problem[] = [badName, badLabels, badOwner, lateFinalizer, changedConstant]

function badName({ kind, name, verb }: Session): string | undefined {
  if (verb === 'update') return undefined
  // Names of roles may have almost anything in them, such as `system:node`.
  if (kind.group === 'rbac.authorization.k8s.io')
    return /[/%]|^\.{0,2}$/.test(name) ? 'metadata.name: Invalid value' : undefined
  const find = kind.kind === 'Namespace' ? dns1123LabelProblems : dns1123SubdomainProblems
  const [problem] = find(name)
  return problem && `metadata.name: Invalid value: "${name}": ${problem}`
}

function badLabels(_: Session, { metadata }: KubeObject, before: KubeObject | undefined): string | undefined {
  const { labels = {} } = metadata
  if (labels === before?.metadata.labels) return undefined
  if (Object.values(labels).some(value => typeof value !== 'string'))
    return 'metadata.labels: expected strings'
  const [found] = validateLabels(labels, 'metadata.labels')
  return found && `${found.path}: ${found.problem}`
}

function badOwner(_: Session, { metadata }: KubeObject, before: KubeObject | undefined): string | undefined {
  const owners = metadata.ownerReferences ?? []
  if (owners === before?.metadata.ownerReferences) return undefined
  if (owners.some(({ apiVersion, kind, name, uid }) => !apiVersion || !kind || !name || !uid))
    return 'metadata.ownerReferences: apiVersion, kind, name and uid must not be empty'
  if (owners.filter(owner => owner.controller === true).length > 1)
    return 'metadata.ownerReferences: only one reference can have Controller set to true'
  return undefined
}

function lateFinalizer(
  _: Session,
  { metadata }: KubeObject,
  before: KubeObject | undefined,
): string | undefined {
  if (before?.metadata.deletionTimestamp === undefined) return undefined
  const known = before.metadata.finalizers ?? []
  const late = (metadata.finalizers ?? []).filter(finalizer => !known.includes(finalizer))
  return late.length === 0
    ? undefined
    : 'metadata.finalizers: no new finalizers can be added if the object is being deleted'
}

function changedConstant(
  { kind }: Session,
  object: KubeObject,
  before: KubeObject | undefined,
): string | undefined {
  if (before === undefined || (kind.kind !== 'Secret' && kind.kind !== 'ConfigMap') || kind.group !== '')
    return undefined
  if (!isEqualField(object['type'], before['type'])) return 'type: field is immutable'
  if (before['immutable'] !== true) return undefined
  const isChanged = ['data', 'binaryData', 'immutable'].some(
    name => !isEqualField(object[name], before[name]),
  )
  return isChanged ? 'data: field is immutable when `immutable` is set' : undefined
}

/** Refuses to add to a namespace that is not there, or that is being emptied. */
export function checkNamespace(session: Session): void {
  const { store, kind, namespace } = session
  if (kind.scope === 'Cluster' || namespace === undefined) return
  const found = store.kinds.named('v1', 'Namespace')
  const home = found && store.find(found, undefined, namespace)
  if (home === undefined) throw refuse(session, 'NotFound', `namespaces "${namespace}" not found`)
  if (home.metadata.deletionTimestamp !== undefined)
    throw refuse(
      session,
      'Denied',
      `unable to create new content in namespace ${namespace} because it is being terminated`,
    )
}
