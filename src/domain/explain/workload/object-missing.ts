import { partOf, textIn } from '../../object/fields.ts'
import { type Claim, lineAbout, lineOf, lineOfAbsent, nameOf, sentenceOf } from '../claim.ts'
import type { ExplainFacts } from '../explain-facts.ts'
import { suspended } from '../flux/suspended.ts'
import type { Lead, CauseRule } from '../guide.ts'
import type { Inquiry } from '../inquiry.ts'
import { isReady, namespaceRef, type SeenRef, type SeenObject } from '../seen-object.ts'
import type { Advice } from '../show/advice.ts'
import { commit, forceRelease, reconcileNow, refresh, retry } from '../show/commands.ts'
import { resourceSetRef, setsOf, stepAsked } from '../stages/step-asked.ts'
import { areInventoriesKnown, bringersOf, emptySource, fluxMaker, setMaker } from './made-by.ts'

/** What would bring an object that is not there: what has it in its inventory, or the only one that is not ready. */
export const bringers: Lead = ({ ref, object, via }, inquiry) => {
  if (object || via) return []
  const maker = fluxMaker(ref, inquiry)
  if (maker) return isReady(maker) ? [] : [maker.ref]
  if (setMaker(ref, inquiry.facts) !== undefined) return []
  const found = bringersOf(ref, inquiry) ?? []
  const kinds = ['HelmRelease', 'Kustomization']
  return kinds.flatMap(kind =>
    onlyOne(
      ref,
      found.filter(one => one.ref.kind === kind && kind !== ref.kind),
    ),
  )
}

// Of several that are not ready, nobody knows which it is, unless one has the name of the object.
function onlyOne({ name }: SeenRef, found: readonly SeenObject[]): readonly SeenRef[] {
  const open = found.filter(one => !isReady(one)).map(one => one.ref)
  const named = open.filter(one => one.name === name)
  return named.length > 0 ? named : open.length === 1 ? open : []
}

/** An object of the proof that is not there although everything that brings objects is done. */
export const objectMissing: CauseRule = ({ ref, object, via, isServed }, inquiry) => {
  const { facts } = inquiry
  const asked = stepAsked(facts)
  if (object || via || !isServed || !asked) return undefined
  const space = namespaceGone(ref, inquiry)
  if (space) return space
  const maker = fluxMaker(ref, inquiry)
  if (maker) return isReady(maker) ? goneFromFlux(ref, maker, inquiry) : undefined
  const set = setMaker(ref, facts)
  if (set !== undefined) return goneFromSet(ref, { set, step: asked.name }, facts)
  if (!isAllDelivered(facts) || !isFluxDone(ref, inquiry)) return undefined
  return madeByNobody(ref, asked.name, inquiry)
}

// What was deleted with its namespace comes back after that; whoever made the namespace is asked first.
function namespaceGone(ref: SeenRef, inquiry: Inquiry): Claim | undefined {
  const { on, namespace } = ref
  if (namespace === undefined || (!setMaker(ref, inquiry.facts) && !fluxMaker(ref, inquiry))) return undefined
  const space = namespaceRef(on, namespace)
  const next = bringBack(space, inquiry)
  if (inquiry.find(space) !== 'absent') return undefined
  return {
    reason: 'ObjectMissing',
    sentence: sentenceOf(`${nameOf(space)} was deleted, and ${nameOf(ref)} with it`),
    evidence: [lineOfAbsent(ref), lineOfAbsent(space)],
    next: [
      ...next,
      ...(next.length === 0 ? [commit(`Deliver ${nameOf(space)} again`), ...bringBack(ref, inquiry)] : []),
      refresh(inquiry.facts),
    ],
  }
}

/** How to have what is gone brought back by what made it; nothing if it is there, or nobody is known to have made it. */
export function bringBack(ref: SeenRef, inquiry: Inquiry): readonly Advice[] {
  const { facts } = inquiry
  if (inquiry.find(ref) !== 'absent') return []
  const maker = fluxMaker(ref, inquiry)
  // A release that failed may never have brought it, and helm-controller tries again by itself.
  if (maker?.ref.kind === 'HelmRelease' && !isReady(maker)) return []
  if (maker) return fromFlux(ref, maker, facts)
  const asked = stepAsked(facts)
  return asked && setMaker(ref, facts) !== undefined ? [retry(facts, asked.name)] : []
}

function fromFlux(ref: SeenRef, maker: SeenObject, facts: ExplainFacts): readonly Advice[] {
  return maker.ref.kind === 'HelmRelease' ? fromRelease(ref, maker, facts) : [reconcileNow(maker.ref, facts)]
}

function goneFromSet(
  ref: SeenRef,
  made: { readonly set: string; readonly step: string },
  facts: ExplainFacts,
): Claim {
  const set = resourceSetRef(facts, made.set)
  return {
    reason: 'ObjectMissing',
    sentence: sentenceOf(
      `${nameOf(ref)} was deleted: ClusterResourceSet "${made.set}" applied it, and does not reapply it by itself`,
    ),
    evidence: [lineOfAbsent(ref), lineAbout(set, 'contains it, and counts as applied on this cluster')],
    next: [retry(facts, made.step), refresh(facts)],
  }
}

function goneFromFlux(ref: SeenRef, maker: SeenObject, inquiry: Inquiry): Claim {
  const { facts } = inquiry
  const bring = fromFlux(ref, maker, facts)
  const idle = suspended({ ref: maker.ref, object: maker, isServed: true, via: ref }, inquiry)
  // A release that is resumed and finds nothing changed does nothing.
  if (idle)
    return {
      ...idle,
      evidence: [lineOfAbsent(ref), ...idle.evidence],
      next: [...idle.next.slice(0, 1), ...bring],
    }
  return {
    reason: 'ObjectMissing',
    sentence: sentenceOf(
      `${nameOf(ref)} was deleted: ${nameOf(maker.ref)} ${isBlind(maker) ? 'installed it, and does not detect drift' : 'applied it'}`,
    ),
    evidence: [lineOfAbsent(ref), lineOf(maker, 'its inventory contains it')],
    next: [...bring, refresh(facts)],
  }
}

// Without drift detection, helm-controller compares the chart and the values, and never the cluster.
function isBlind({ ref, fields }: SeenObject): boolean {
  const mode = textIn(partOf(partOf(fields, 'spec'), 'driftDetection'), 'mode', 'disabled')
  return ref.kind === 'HelmRelease' && mode !== 'enabled'
}

// helm-controller leaves definitions alone in an upgrade unless it is told otherwise.
function fromRelease({ kind }: SeenRef, maker: SeenObject, facts: ExplainFacts): readonly Advice[] {
  const policy = textIn(partOf(partOf(maker.fields, 'spec'), 'upgrade'), 'crds', 'Skip')
  const force = forceRelease(maker.ref, facts)
  if (!isBlind(maker)) return [reconcileNow(maker.ref, facts)]
  if (kind !== 'CustomResourceDefinition' || policy !== 'Skip') return [force]
  const patch = 'spec:\n  upgrade:\n    crds: CreateReplace'
  return [
    commit(`Make ${nameOf(maker.ref)} install CustomResourceDefinitions on upgrades, too`, patch),
    force,
  ]
}

const MAX_MAKERS = 3

function madeByNobody(ref: SeenRef, step: string, inquiry: Inquiry): Claim {
  const { facts } = inquiry
  const sets = setsOf({ plan: stepAsked(facts)?.plan }, facts)
  const makers = bringersOf(ref, inquiry) ?? []
  const isKnown = areInventoriesKnown(makers)
  const empty = emptySource(facts)
  if (isKnown && empty) return nothingInSource(ref, empty, facts)
  return {
    reason: 'ObjectMissing',
    actor: isKnown ? 'Git' : 'Operator',
    sentence: sentenceOf(
      isKnown
        ? `${nameOf(ref)} does not exist, and no source of step ${step} and no Flux inventory contains it`
        : `${nameOf(ref)} does not exist, although everything that step ${step} delivers is applied`,
    ),
    evidence: [
      lineOfAbsent(ref),
      ...sets.map(set =>
        lineAbout(
          resourceSetRef(facts, set),
          'everything is applied on this cluster, and does not contain it',
        ),
      ),
      ...(isKnown ? makers.slice(0, MAX_MAKERS) : []).map(maker =>
        lineOf(maker, 'is ready, and its inventory does not contain it'),
      ),
    ],
    next: [
      isKnown
        ? commit(`Deliver ${nameOf(ref)} with step ${step}, or remove it from the proof of the step`)
        : {
            text: `Find out what created ${nameOf(ref)} (a Helm release or hook, or a person): nothing else recreates it`,
          },
      refresh(facts),
    ],
  }
}

function nothingInSource(
  ref: SeenRef,
  { set, source }: { readonly set: string; readonly source: string },
  facts: ExplainFacts,
): Claim {
  return {
    reason: 'ObjectMissing',
    actor: 'Git',
    sentence: sentenceOf(
      `${nameOf(ref)} does not exist: ${source} of ClusterResourceSet "${set}" contains no object`,
    ),
    evidence: [
      lineOfAbsent(ref),
      lineAbout(resourceSetRef(facts, set), `${source} is applied, and contains no object`),
    ],
    next: [
      commit(`Put ${nameOf(ref)} into ${source}, or remove it from the proof of the step`),
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

/** Whether nothing of Flux that could bring an object is on its way. Only who has seen the lists may say so. */
export function isFluxDone(ref: SeenRef, inquiry: Inquiry): boolean {
  return bringersOf(ref, inquiry)?.every(isReady) === true
}
