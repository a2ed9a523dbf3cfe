import { isFields, partOf, textIn } from '../../domain/object/fields.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'
import type { Store } from '../store/store.ts'

/** Says what a HelmRelease cannot have its values from; undefined when it has all of them. */
export function missingValue(store: Store, release: KubeObject): string | undefined {
  return referencesOf(release)
    .map(reference => problemOf(store, release, reference))
    .find(problem => problem !== undefined)
}

/** The objects that a HelmRelease has values from, in its order; undefined for one that is not there. */
export function valueSources(store: Store, release: KubeObject): readonly (KubeObject | undefined)[] {
  return referencesOf(release).map(reference => sourceOf(store, release, reference))
}

/** Whether a HelmRelease has values from this object. */
export function readsValues(release: KubeObject, kind: string, name: string): boolean {
  return referencesOf(release).some(
    reference => textIn(reference, 'kind') === kind && textIn(reference, 'name') === name,
  )
}

type Reference = Readonly<Record<string, unknown>>

function referencesOf(release: KubeObject): readonly Reference[] {
  const { valuesFrom } = partOf(release, 'spec')
  return (Array.isArray(valuesFrom) ? valuesFrom : []).filter(isFields)
}

function sourceOf(store: Store, { metadata }: KubeObject, reference: Reference): KubeObject | undefined {
  const kind = store.kinds.named('v1', textIn(reference, 'kind'))
  return kind && store.find(kind, metadata.namespace, textIn(reference, 'name'))
}

function problemOf(store: Store, release: KubeObject, reference: Reference): string | undefined {
  const { metadata } = release
  const [kindName, name] = [textIn(reference, 'kind'), textIn(reference, 'name')]
  const found = sourceOf(store, release, reference)
  const valuesKey = textIn(reference, 'valuesKey', 'values.yaml')
  if (reference['optional'] === true || (found && valuesKey in partOf(found, 'data'))) return undefined
  const what = `could not resolve ${kindName} chart values reference '${metadata.namespace}/${name}'`
  const problem = found ? 'key not found' : `${kindName.toLowerCase()}s "${name}" not found`
  return `${what} with key '${valuesKey}': ${problem}`
}
