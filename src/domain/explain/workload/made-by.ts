import { partOf, textIn } from '../../health/read-field.ts'
import { idOfObject } from '../../resource-set/digest-source.ts'
import { type ExplainFacts, valueOf } from '../explain-facts.ts'
import type { Inquiry, Listing } from '../inquiry.ts'
import { groupOf, itemsIn, type ObjectRef, type SeenObject } from '../object/seen-object.ts'
import { setsOf, stepAsked } from '../stages/step-asked.ts'

/** The HelmReleases of a cluster. */
export function listReleases({ on }: Pick<ObjectRef, 'on'>, inquiry: Inquiry): Listing {
  return inquiry.list({ on, apiVersion: 'helm.toolkit.fluxcd.io/v2', kind: 'HelmRelease' })
}

/** The Kustomizations of a cluster. */
export function listKustomizations({ on }: Pick<ObjectRef, 'on'>, inquiry: Inquiry): Listing {
  return inquiry.list({ on, apiVersion: 'kustomize.toolkit.fluxcd.io/v1', kind: 'Kustomization' })
}

/** The HelmRelease or Kustomization that has an object in its inventory: it made it, and knows it still. */
export function fluxMaker(ref: ObjectRef, inquiry: Inquiry): SeenObject | undefined {
  const lists = [listKustomizations(ref, inquiry), listReleases(ref, inquiry)]
  const all = lists.flatMap(list => (list.kind === 'listed' ? list.objects : []))
  return all.find(one => inventoryOf(one)?.includes(inventoryId(ref)))
}

/** Whether every HelmRelease and Kustomization was seen with its inventory, so that what is in none was made by none. */
export function areInventoriesKnown(ref: ObjectRef, inquiry: Inquiry): boolean {
  const lists = [listKustomizations(ref, inquiry), listReleases(ref, inquiry)]
  return lists.every(
    list =>
      list.kind === 'not-served' ||
      (list.kind === 'listed' && list.objects.every(one => inventoryOf(one) !== undefined)),
  )
}

function inventoryOf({ fields }: SeenObject): readonly string[] | undefined {
  const inventory = partOf(partOf(fields, 'status'), 'inventory')
  if (!Object.hasOwn(inventory, 'entries')) return undefined
  return itemsIn(inventory, 'entries').map(entry => textIn(entry, 'id'))
}

// As Flux writes it. A colon, which names of roles may have, is two lines there.
function inventoryId(ref: ObjectRef): string {
  const { namespace = '', name, kind } = ref
  return `${namespace}_${name.replaceAll(':', '__')}_${groupOf(ref)}_${kind}`
}

/** The ClusterResourceSet of the step that is asked about whose sources hold an object, and were applied. */
export function setMaker(ref: ObjectRef, facts: ExplainFacts): string | undefined {
  const asked = stepAsked(facts)
  const id = idOfObject(ref)
  return (asked ? setsOf(asked, facts) : []).find(set => {
    const verdict = valueOf(facts.resourceSets.get(set))
    const resources = verdict && verdict.verdict !== 'not-selected' ? verdict.resources : []
    return resources.some(source => source.state === 'applied' && source.objects.includes(id))
  })
}
