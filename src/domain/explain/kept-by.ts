import { partOf, textIn } from '../object/fields.ts'
import { nameOf } from './claim.ts'
import type { Inquiry } from './inquiry.ts'
import { isReady, labelsIn, type SeenRef, type SeenObject } from './seen-object.ts'

/** Who made an object and keeps it as it was made. */
interface Keeper {
  /** Where a change of the object belongs. */
  readonly where: string
  /** When a change on the cluster is taken back: as long as the cause lasts, or with the next version only. */
  readonly takesBack: 'soon' | 'later'
}

/** What takes back a change of an object on the cluster, and where the change belongs; undefined if nothing is known to. */
export function keeperOf(ref: SeenRef, inquiry: Inquiry): Keeper | undefined {
  const object = inquiry.find(ref)
  // What is being deleted is not applied any more.
  if (typeof object === 'string' || 'deletionTimestamp' in partOf(object.fields, 'metadata')) return undefined
  return byRelease(object, inquiry) ?? byKustomization(object, inquiry) ?? byHelm(object)
}

function byRelease(object: SeenObject, inquiry: Inquiry): Keeper | undefined {
  const ref = namedIn(object, { apiVersion: 'helm.toolkit.fluxcd.io/v2', kind: 'HelmRelease' })
  if (!ref) return undefined
  const release = inquiry.find(ref)
  const isDone = typeof release !== 'string' && isReady(release) && !detectsDrift(release)
  return { where: `the values or the chart of ${nameOf(ref)}`, takesBack: isDone ? 'later' : 'soon' }
}

function detectsDrift({ fields }: SeenObject): boolean {
  return textIn(partOf(partOf(fields, 'spec'), 'driftDetection'), 'mode') === 'enabled'
}

function byKustomization(object: SeenObject, inquiry: Inquiry): Keeper | undefined {
  const ref = namedIn(object, { apiVersion: 'kustomize.toolkit.fluxcd.io/v1', kind: 'Kustomization' })
  if (!ref) return undefined
  const seen = inquiry.find(ref)
  const path = typeof seen === 'string' ? '' : textIn(partOf(seen.fields, 'spec'), 'path')
  return { where: `${path === '' ? 'the path' : `path ${path}`} of ${nameOf(ref)}`, takesBack: 'soon' }
}

// Flux gives what it makes two labels in the group of the kind that made it.
function namedIn(
  { ref: { on }, fields }: SeenObject,
  { apiVersion, kind }: Pick<SeenRef, 'apiVersion' | 'kind'>,
): SeenRef | undefined {
  const labels = labelsIn(fields)
  const group = apiVersion.split('/', 1)[0] ?? ''
  const [name, namespace] = [labels[`${group}/name`], labels[`${group}/namespace`]]
  return name === undefined || namespace === undefined ? undefined : { on, apiVersion, kind, namespace, name }
}

// Whoever called Helm is not known, and comes again with the next version.
function byHelm({ fields }: SeenObject): Keeper | undefined {
  const annotations = partOf(partOf(fields, 'metadata'), 'annotations')
  const release = textIn(annotations, 'meta.helm.sh/release-name')
  if (labelsIn(fields)['app.kubernetes.io/managed-by'] !== 'Helm' || release === '') return undefined
  const namespace = textIn(annotations, 'meta.helm.sh/release-namespace')
  return { where: `the values or the chart of Helm release ${namespace}/${release}`, takesBack: 'later' }
}
