import { partOf, textIn, textsIn } from '../../object/fields.ts'
import { lineOf, nameOf, sayCondition, sentenceOf } from '../claim.ts'
import type { CauseRule } from '../guide.ts'
import type { Inquiry } from '../inquiry.ts'
import { conditionsOf, type SeenRef, type SeenObject } from '../seen-object.ts'
import type { Advice } from '../show/advice.ts'
import { kubectlDescribe, forceRelease, patchObject, reconcileNow, retry } from '../show/commands.ts'
import { stepAsked } from '../stages/step-asked.ts'
import { fluxMaker, setMaker } from './made-by.ts'
import { warningsAbout } from './warnings-about.ts'

/** An object that a user deleted, and that stays because a finalizer is not taken away. */
export const finalizerStuck: CauseRule = ({ object }, inquiry) => {
  const { facts } = inquiry
  if (!object || textIn(partOf(object.fields, 'metadata'), 'deletionTimestamp') === '') return undefined
  const [finalizer] = [...remainingIn(remainsOf(object) ?? ''), ...finalizersOf(object)]
  if (finalizer === undefined) return undefined
  return {
    reason: 'FinalizerStuck',
    sentence: sentenceOf(`${nameOf(object.ref)} is being deleted and waits for finalizer "${finalizer}"`),
    evidence: [
      lineOf(object, remainsOf(object) ?? `finalizers: ${finalizersOf(object).join(', ')}`),
      ...warningsAbout(object.ref, inquiry)
        .slice(0, 1)
        .map(({ reason, message }) => lineOf(object, `event ${reason}: ${message}`)),
    ],
    next: [
      {
        text: `Start the controller that removes finalizer "${finalizer}"; removing it manually leaves behind the resources that it protects`,
      },
      ...removal(object, finalizer, inquiry),
      kubectlDescribe(object.ref, facts),
    ],
  }
}

// What a Namespace waits for is taken away by Kubernetes, when it is empty.
function removal({ ref, fields }: SeenObject, finalizer: string, inquiry: Inquiry): readonly Advice[] {
  const { facts } = inquiry
  const own = textsIn(partOf(fields, 'metadata'), 'finalizers')
  const finalizers = own.filter(one => one !== finalizer)
  const text = `Or, if no controller removes it any more, remove it from ${nameOf(ref)} manually`
  const remove = patchObject(text, ref, { facts, patch: { metadata: { finalizers } } })
  return [...(own.includes(finalizer) ? [remove] : []), ...bringAfter(ref, inquiry)]
}

// Once it is gone, it stays so unless who made it is told.
function bringAfter(ref: SeenRef, inquiry: Inquiry): readonly Advice[] {
  const { facts } = inquiry
  const asked = stepAsked(facts)
  const once = `Once ${nameOf(ref)} is gone, deliver it again`
  if (asked && setMaker(ref, facts) !== undefined) {
    const again = retry(facts, asked.name)
    return [{ ...again, text: `${once}; this changes ClusterResourceSets and the binding of ${facts.name}` }]
  }
  const maker = fluxMaker(ref, inquiry)
  if (!maker) return []
  const bring =
    maker.ref.kind === 'HelmRelease' ? forceRelease(maker.ref, facts) : reconcileNow(maker.ref, facts)
  return [{ ...bring, text: `${once}: make Flux apply ${nameOf(maker.ref)} again` }]
}

// A Namespace waits for those of what is in it.
function remainingIn(words: string): readonly string[] {
  return /finalizers remaining: ([a-z0-9./-]{1,253}) in /.exec(words)?.slice(1) ?? []
}

function finalizersOf({ ref, fields }: SeenObject): readonly string[] {
  const own = textsIn(partOf(fields, 'metadata'), 'finalizers')
  return ref.kind === 'Namespace' ? [...own, ...textsIn(partOf(fields, 'spec'), 'finalizers')] : own
}

const remains = [
  'NamespaceFinalizersRemaining',
  'NamespaceContentRemaining',
  'NamespaceDeletionDiscoveryFailure',
]

// A Namespace says itself what is left in it.
function remainsOf(object: SeenObject): string | undefined {
  const conditions = conditionsOf(object).filter(({ status }) => status === 'True')
  const found = remains.flatMap(type => conditions.find(condition => condition.type === type) ?? [])
  return found[0] && sayCondition(found[0])
}
