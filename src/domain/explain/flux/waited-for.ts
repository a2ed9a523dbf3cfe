import { itemsIn, partOf, textIn } from '../../object/fields.ts'
import type { Lead, CauseSubject } from '../guide.ts'
import type { Inquiry } from '../inquiry.ts'
import { conditionOf, type SeenRef, type SeenObject } from '../seen-object.ts'
import { sideOf } from './side-of.ts'

/** The kinds whose pods, or whose own words, tell more. */
const kinds: Readonly<Record<string, string>> = {
  Deployment: 'apps/v1',
  DaemonSet: 'apps/v1',
  StatefulSet: 'apps/v1',
  Job: 'batch/v1',
  Pod: 'v1',
  PersistentVolumeClaim: 'v1',
  HelmRelease: 'helm.toolkit.fluxcd.io/v2',
  Kustomization: 'kustomize.toolkit.fluxcd.io/v1',
}

/** What a HelmRelease or a Kustomization waits for: named in its message, or marked as its own. */
export const waitedFor: Lead = (subject, inquiry) => {
  const { object } = subject
  const ready = object && conditionOf(object, 'Ready')
  if (!object || !ready || ready.status === 'True') return []
  const named = namedIn(`${ready.message} ${conditionOf(object, 'Released')?.message ?? ''}`, object)
  if (named.length > 0) return named
  return object.ref.kind === 'HelmRelease' ? ownOf(subject, inquiry) : inventoryOf(object)
}

// What Flux waits with says `Deployment/ns/name status: 'InProgress'`; Helm says `resource Deployment/ns/name not ready`.
function namedIn(message: string, object: SeenObject): readonly SeenRef[] {
  const found = message
    .slice(0, 4000)
    .matchAll(/\b([A-Z][A-Za-z]{2,40})\/([a-z0-9.-]{1,63})\/([a-z0-9.-]{1,253}) (?:status:|not ready)/g)
  return [...found].flatMap(([, kind = '', namespace = '', name = '']) => {
    const apiVersion = Object.hasOwn(kinds, kind) ? kinds[kind] : versionOf(object, [namespace, name, kind])
    return apiVersion === undefined ? [] : [{ on: sideOf(object), apiVersion, kind, namespace, name }]
  })
}

// Other kinds are known by what Flux has written down of what it made.
function versionOf(
  { fields }: SeenObject,
  [namespace, name, kind]: readonly [string, string, string],
): string | undefined {
  const entries = itemsIn(partOf(partOf(fields, 'status'), 'inventory'), 'entries')
  for (const entry of entries) {
    const id = textIn(entry, 'id')
    const [group, version] = [id.split('_').at(-2) ?? '', textIn(entry, 'v')]
    if (id === `${namespace}_${name}_${group}_${kind}`) return group === '' ? version : `${group}/${version}`
  }
  return undefined
}

const controllers = ['Deployment', 'DaemonSet', 'StatefulSet'] as const

// helm-controller marks all that it makes, so nothing of another release is taken for its own.
function ownOf({ object, ref }: CauseSubject, inquiry: Inquiry): readonly SeenRef[] {
  if (!object) return []
  const namespace = textIn(partOf(object.fields, 'spec'), 'targetNamespace') || (ref.namespace ?? '')
  const labels = `helm.toolkit.fluxcd.io/name=${ref.name},helm.toolkit.fluxcd.io/namespace=${ref.namespace ?? ''}`
  return controllers.flatMap(kind => {
    const list = inquiry.list({ on: sideOf(object), apiVersion: 'apps/v1', kind, namespace, labels })
    return list.kind === 'listed' ? list.objects.map(found => found.ref) : []
  })
}

// kustomize-controller lists all that it has applied, as `namespace_name_group_kind`.
function inventoryOf(object: SeenObject): readonly SeenRef[] {
  const { fields } = object
  const entries = itemsIn(partOf(partOf(fields, 'status'), 'inventory'), 'entries')
  return entries.flatMap(entry => {
    const [namespace = '', name = '', , kind = ''] = textIn(entry, 'id').split('_')
    const apiVersion = Object.hasOwn(kinds, kind) ? kinds[kind] : undefined
    return apiVersion === undefined || namespace === ''
      ? []
      : [{ on: sideOf(object), apiVersion, kind, namespace, name }]
  })
}
