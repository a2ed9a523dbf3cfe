import { itemsIn, partOf, textIn } from '../../object/fields.ts'
import type { ResourceState } from '../../resource-set/judge-resource.ts'
import { idOfObject } from '../../resource-set/digest-source.ts'
import { type ExplainFacts, valueOf } from '../explain-facts.ts'
import type { Inquiry, Listing } from '../inquiry.ts'
import type { SeenRef, SeenObject } from '../seen-object.ts'
import { apiGroup } from '../../object/api-group.ts'
import { setsOf, stepAsked } from '../stages/step-asked.ts'
import { nameVariables } from '../../hand-over/cluster-identity.ts'
import { resolveProof } from '../../proof/resolve/resolve-proof.ts'
import type { FitoutStep } from '../../api/schema/fitout-schema.ts'

function listReleases({ on }: Pick<SeenRef, 'on'>, inquiry: Inquiry): Listing {
  return inquiry.list({ on, apiVersion: 'helm.toolkit.fluxcd.io/v2', kind: 'HelmRelease' })
}

function listKustomizations({ on }: Pick<SeenRef, 'on'>, inquiry: Inquiry): Listing {
  return inquiry.list({ on, apiVersion: 'kustomize.toolkit.fluxcd.io/v1', kind: 'Kustomization' })
}

/** The HelmRelease or Kustomization that has an object in its inventory: it made it, and knows it still. */
export function fluxMaker(ref: SeenRef, inquiry: Inquiry): SeenObject | undefined {
  const lists = [listKustomizations(ref, inquiry), listReleases(ref, inquiry)]
  const all = lists.flatMap(list => (list.kind === 'listed' ? list.objects : []))
  return all.find(one => inventoryOf(one)?.includes(inventoryId(ref)))
}

/** The HelmReleases and Kustomizations that could bring an object; undefined if they were not read. */
export function bringersOf(ref: SeenRef, inquiry: Inquiry): readonly SeenObject[] | undefined {
  const lists = [listReleases(ref, inquiry), listKustomizations(ref, inquiry)]
  if (lists.some(({ kind }) => kind === 'unread')) return undefined
  const all = lists.flatMap(list => (list.kind === 'listed' ? list.objects : []))
  return all.filter(one => couldBring(one, ref, inquiry.facts))
}

// Where Flux itself is installed, and people keep what is for the whole cluster.
const FLUX = 'flux-system'

// On a cluster with many teams, what fails elsewhere explains nothing here.
function couldBring(maker: SeenObject, ref: SeenRef, facts: ExplainFacts): boolean {
  const { namespace: home } = maker.ref
  if (isOfStep(maker.ref, facts) || (maker.ref.kind === 'Kustomization' && servesMany(maker))) return true
  const target = textIn(partOf(maker.fields, 'spec'), 'targetNamespace', home)
  // What has no namespace may be brought from any, but for those that other steps are about.
  if (ref.namespace === undefined) return home === FLUX || !isOfOtherStep(target, facts)
  return target === ref.namespace
}

// A repository that is for the whole cluster, by where Flux itself is installed or by what it has made.
function servesMany(kustomization: SeenObject): boolean {
  const { namespace: home } = kustomization.ref
  const isTold = textIn(partOf(kustomization.fields, 'spec'), 'targetNamespace') !== ''
  const made = inventoryOf(kustomization) ?? []
  return (
    !isTold && (home === FLUX || made.some(id => !id.startsWith(`${home ?? ''}_`) && !id.startsWith('_')))
  )
}

function isOfStep(ref: SeenRef, facts: ExplainFacts): boolean {
  const evidence = stepAsked(facts)?.status.evidence ?? []
  return (
    setMaker(ref, facts) !== undefined ||
    evidence.some(({ object }) => idOfObject(object) === idOfObject(ref))
  )
}

/** A source of the step that was applied and holds no object, such as one of comments alone. */
export function emptySource(
  facts: ExplainFacts,
): { readonly set: string; readonly source: string } | undefined {
  const asked = stepAsked(facts)
  for (const set of asked ? setsOf(asked, facts) : []) {
    const empty = resourcesOf(set, facts).find(one => one.state === 'applied' && one.objects.length === 0)
    if (empty) return { set, source: `${empty.ref.kind} "${empty.ref.name}"` }
  }
  return undefined
}

function resourcesOf(set: string, facts: ExplainFacts): readonly ResourceState[] {
  const verdict = valueOf(facts.resourceSets.get(set))
  return verdict && verdict.verdict !== 'not-selected' ? verdict.resources : []
}

/** Whether all of these say what they have made, so that what is in no inventory was made by none. */
export function areInventoriesKnown(makers: readonly SeenObject[]): boolean {
  return makers.every(one => inventoryOf(one) !== undefined)
}

function inventoryOf({ fields }: SeenObject): readonly string[] | undefined {
  const inventory = partOf(partOf(fields, 'status'), 'inventory')
  if (!Object.hasOwn(inventory, 'entries')) return undefined
  return itemsIn(inventory, 'entries').map(entry => textIn(entry, 'id'))
}

// As Flux writes it. A colon, which names of roles may have, is two lines there.
function inventoryId(ref: SeenRef): string {
  const { namespace = '', name, kind } = ref
  return `${namespace}_${name.replaceAll(':', '__')}_${apiGroup(ref.apiVersion)}_${kind}`
}

/** The ClusterResourceSet of the step that is asked about whose sources hold an object, and were applied. */
export function setMaker(ref: SeenRef, facts: ExplainFacts): string | undefined {
  const asked = stepAsked(facts)
  const id = idOfObject(ref)
  return (asked ? setsOf(asked, facts) : []).find(set => {
    return resourcesOf(set, facts).some(source => source.state === 'applied' && source.objects.includes(id))
  })
}

/** Whether a namespace is one that proofs of other steps read, and that of the step that is asked about does not. */
function isOfOtherStep(namespace: string, facts: ExplainFacts): boolean {
  const steps = valueOf(facts.fitout)?.spec.steps ?? []
  const own = stepAsked(facts)?.name
  const readers = steps.filter(step => namespacesOf(step, facts).includes(namespace))
  return readers.length > 0 && readers.every(({ name }) => name !== own)
}

function namespacesOf({ proof }: FitoutStep, { namespace, name }: ExplainFacts): readonly string[] {
  const variables = nameVariables({ namespace, name, uid: '' })
  const resolution = resolveProof(proof, { variables, path: [] })
  if (!resolution.ok) return []
  return resolution.proof.objects.flatMap(object =>
    object.on === 'Workload' && object.namespace !== undefined ? [object.namespace] : [],
  )
}
