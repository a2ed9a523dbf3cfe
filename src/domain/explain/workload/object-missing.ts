import { partOf, textIn } from '../../health/read-field.ts'
import { lineAbout, lineOfAbsent, nameOf, sentenceOf } from '../claim.ts'
import type { ExplainFacts } from '../explain-facts.ts'
import type { Lead, Rule } from '../guide.ts'
import type { Inquiry, Listing } from '../inquiry.ts'
import { isReady, type ObjectRef, type SeenObject } from '../object/seen-object.ts'
import { refresh, retry } from '../show/commands.ts'
import { resourceSetRef, setsOf, stepAsked } from '../stages/step-asked.ts'

/** What would bring an object that is not there: the release into its namespace, or the Kustomization, that is not ready. */
export const bringers: Lead = ({ ref, object, via }, inquiry) => {
  if (object || via) return []
  return [...onlyOne(ref, releasesInto(ref, inquiry)), ...onlyOne(ref, kustomizations(ref, inquiry))]
}

// Of several that are not ready, nobody knows which it is, unless one has the name of the object.
function onlyOne({ name }: ObjectRef, found: readonly SeenObject[]): readonly ObjectRef[] {
  const open = found.filter(one => !isReady(one)).map(one => one.ref)
  const named = open.filter(one => one.name === name)
  return named.length > 0 ? named : open.length === 1 ? open : []
}

/** An object of the proof that is not there although everything that brings objects is done. */
export const objectMissing: Rule = ({ ref, object, via, isServed }, inquiry) => {
  const { facts } = inquiry
  const asked = stepAsked(facts)
  if (object || via || !isServed || !asked || !isAllDelivered(facts) || !isFluxDone(ref, inquiry))
    return undefined
  const sets = setsOf(asked, facts)
  return {
    reason: 'ObjectMissing',
    sentence: sentenceOf(
      `${nameOf(ref)} is not there, although everything that step ${asked.name} delivers is applied`,
    ),
    evidence: [
      lineOfAbsent(ref),
      ...sets.map(set => lineAbout(resourceSetRef(facts, set), 'everything is applied on this cluster')),
    ],
    next: [
      { text: `Find out who deleted ${nameOf(ref)}, or why it is not in what is delivered` },
      retry(facts, asked.name),
      refresh(facts),
    ],
  }
}

function isAllDelivered(facts: ExplainFacts): boolean {
  const asked = stepAsked(facts)
  const sets = asked ? setsOf(asked, facts) : []
  if (sets.length === 0) return false
  return sets.every(set => {
    const fact = facts.resourceSets.get(set)
    return fact?.kind === 'read' && fact.value.verdict === 'applied'
  })
}

/** Whether nothing of Flux is on its way. Only who has seen the lists may say so. */
export function isFluxDone(ref: ObjectRef, inquiry: Inquiry): boolean {
  const lists = [listReleases(ref, inquiry), listKustomizations(ref, inquiry)]
  return lists.every(
    list => list.kind === 'not-served' || (list.kind === 'listed' && list.objects.every(isReady)),
  )
}

function listReleases({ on }: ObjectRef, inquiry: Inquiry): Listing {
  return inquiry.list({ on, apiVersion: 'helm.toolkit.fluxcd.io/v2', kind: 'HelmRelease' })
}

function listKustomizations({ on }: ObjectRef, inquiry: Inquiry): Listing {
  return inquiry.list({ on, apiVersion: 'kustomize.toolkit.fluxcd.io/v1', kind: 'Kustomization' })
}

function releasesInto(ref: ObjectRef, inquiry: Inquiry): readonly SeenObject[] {
  if (ref.kind === 'HelmRelease' || ref.namespace === undefined) return []
  const list = listReleases(ref, inquiry)
  if (list.kind !== 'listed') return []
  return list.objects.filter(({ ref: { namespace }, fields }) => {
    return textIn(partOf(fields, 'spec'), 'targetNamespace', namespace) === ref.namespace
  })
}

function kustomizations(ref: ObjectRef, inquiry: Inquiry): readonly SeenObject[] {
  const list = listKustomizations(ref, inquiry)
  return list.kind === 'listed' ? list.objects : []
}
