import { missingSet, type WantedSet } from '../../plan/step-sets.ts'
import { describeResource, waitOf } from '../../resource-set/describe-resource.ts'
import type { ResourceState } from '../../resource-set/judge-resource.ts'
import { isDelivered, type ResourceSetVerdict } from '../../resource-set/judge-resource-set.ts'
import { type Claim, lineAbout, lineOfAbsent, sentenceOf } from '../claim.ts'
import type { SeenRef } from '../seen-object.ts'
import { act, commit, kubectlDescribe, refresh, retry } from '../show/commands.ts'
import type { EvidenceLine, NextAction } from '../why.ts'
import { refusedThere } from './refused-there.ts'
import type { Scene, ExplainStage } from './scene.ts'
import { endOf, type NotYet, setMessageOf } from './set-waits.ts'
import { commitSet } from './commit-set.ts'
import { resourceSetRef, wantedSets } from './step-asked.ts'

/** ClusterResourceSets: is everything of the step applied on this cluster? */
export const deliveryStage: ExplainStage = scene =>
  eachSet(scene, (name, verdict) => (isDelivered(verdict) ? undefined : open({ name, verdict, scene })))

/** A source that changed after it was applied once, for when nothing else explains a step. */
export const staleStage: ExplainStage = scene =>
  eachSet(scene, (name, verdict) => (isDelivered(verdict) ? open({ name, verdict, scene }) : undefined))

type Look = (name: string, verdict: ResourceSetVerdict) => Claim | undefined

function eachSet(scene: Scene, look: Look): Claim | undefined {
  const { facts, asked } = scene
  if (!asked || ['Waiting', 'Held', 'Ready'].includes(asked.status.state)) return undefined
  for (const wanted of wantedSets(asked, facts)) {
    const { name } = wanted
    const fact = facts.resourceSets.get(name)
    const claim =
      fact?.kind === 'absent'
        ? setMissing(wanted, scene)
        : fact?.kind === 'read'
          ? look(name, fact.value)
          : undefined
    if (claim) return claim
  }
  return undefined
}

function setMissing(wanted: WantedSet, { facts, asked }: Scene): Claim {
  const ref = resourceSetRef(facts, wanted.name)
  return {
    reason: 'ResourceSetMissing',
    sentence: sentenceOf(`${missingSet(wanted)}, and step ${asked?.name ?? ''} needs it`),
    evidence: [lineOfAbsent(ref)],
    next: [commitSet(wanted, facts), refresh(facts)],
  }
}

interface OpenSet {
  readonly name: string
  readonly verdict: ResourceSetVerdict
  readonly scene: Scene
}

function open({ name, verdict, scene }: OpenSet): Claim | undefined {
  if (verdict.verdict === 'not-selected') return notSelecting(name, verdict.message, scene)
  const [worst] = verdict.verdict === 'open' ? verdict.open : []
  return worst && sourceOpen({ name, worst, scene })
}

function notSelecting(name: string, message: string, { facts, asked }: Scene): Claim {
  const ref = resourceSetRef(facts, name)
  const gate = asked?.plan?.gate
  const wanted = gate
    ? `Set the clusterSelector of ClusterResourceSet "${name}" to ${gate.label}: "${gate.value}"`
    : `Correct the clusterSelector of ClusterResourceSet "${name}"`
  return {
    reason: 'ResourceSetNotSelecting',
    sentence: sentenceOf(`ClusterResourceSet "${name}" does not select Cluster "${facts.name}"`),
    evidence: [lineAbout(ref, message)],
    next: [commit(wanted), kubectlDescribe(ref, facts)],
  }
}

interface OpenSource {
  readonly name: string
  readonly worst: ResourceState
  readonly scene: Scene
}

function sourceOpen(given: OpenSource): Claim | undefined {
  const { name, worst, scene } = given
  const { facts, asked } = scene
  const about = `${worst.ref.kind} "${worst.ref.name}"`
  const step = asked?.name ?? ''
  switch (worst.state) {
    case 'missing':
      return claimed(given, 'ResourceSourceMissing', {
        sentence: `${about}, which ClusterResourceSet "${name}" lists, does not exist`,
        next: [commit(`Commit ${about} to namespace "${facts.namespace}"`), refresh(facts)],
      })
    case 'wrong-type':
      return claimed(given, 'ResourceSourceWrongType', {
        sentence: `${about} of ClusterResourceSet "${name}" has type "${worst.type}", which blocks the whole set`,
        next: [
          commit(
            'Recreate the Secret with the type that a ClusterResourceSet requires',
            'type: addons.cluster.x-k8s.io/resource-set',
          ),
          refresh(facts),
        ],
      })
    case 'unreadable':
      return claimed(given, 'ResourceSourceUnreadable', {
        sentence: `${about} of ClusterResourceSet "${name}" cannot be read as manifests`,
        next: [commit(`Correct ${about}, or rebuild it with fitout pack`), refresh(facts)],
      })
    case 'not-yet':
      return waiting(given, worst)
    case 'not-applied':
      return (
        refusedThere({ ref: resourceSetRef(facts, name), source: about, isOwn: false }, scene.inquiry) ??
        claimed(given, 'ResourceSetApplyFailed', {
          sentence: `The cluster does not accept all objects of ${about} of ClusterResourceSet "${name}"`,
          next: [whereItSays(name, scene), kubectlDescribe(resourceSetRef(facts, name), facts)],
        })
      )
    case 'stale':
    case 'ghost':
      return claimed(given, 'ResourceSetStale', {
        sentence: `${about} differs from what ClusterResourceSet "${name}" applied on this cluster`,
        next: [
          ...(worst.next === 'nothing'
            ? [commit('Set strategy Reconcile, or give the changed pack a new name')]
            : []),
          retry(facts, step),
        ],
      })
    default:
      return undefined
  }
}

function claimed(
  { name, worst, scene: { facts } }: OpenSource,
  reason: Claim['reason'],
  { sentence, next }: { readonly sentence: string; readonly next: readonly NextAction[] },
): Claim {
  const source: SeenRef = {
    on: 'Management',
    apiVersion: 'v1',
    kind: worst.ref.kind,
    namespace: facts.namespace,
    name: worst.ref.name,
  }
  const set = lineAbout(resourceSetRef(facts, name), describeResource(worst))
  const more: readonly EvidenceLine[] = worst.state === 'missing' ? [lineOfAbsent(source)] : []
  return { reason, sentence: sentenceOf(sentence), evidence: [set, ...more], next }
}

function waiting(given: OpenSource, worst: NotYet): Claim {
  const { name, scene } = given
  const ref = resourceSetRef(scene.facts, name)
  const said = setMessageOf(ref, worst, scene)
  const why = said?.words ?? waitOf(worst)
  const { evidence, ...claim } = claimed(given, 'ResourceSetWaits', {
    sentence: `ClusterResourceSet "${name}" has not been applied yet: ${why}`,
    next: [],
  })
  const more = said ? [lineAbout(ref, `${said.reason}: ${said.words}`)] : []
  return { ...claim, evidence: [...evidence, ...more], ...endOf({ ref, worst, said }, scene) }
}

// Cluster API makes no events: what its status does not say, only its log does.
function whereItSays(name: string, { facts, inquiry }: Scene): NextAction {
  const manager: SeenRef = {
    on: 'Management',
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    namespace: 'capi-system',
    name: 'capi-controller-manager',
  }
  if (typeof inquiry.find(resourceSetRef(facts, name)) === 'string')
    return { text: `Read why it was rejected in the status of ClusterResourceSet "${name}"` }
  const text = `Read the log of Cluster API: the status of ClusterResourceSet "${name}" does not say why it was rejected`
  if (typeof inquiry.find(manager) === 'string') return { text }
  return act(text, manager, { facts, verb: 'logs deploy/capi-controller-manager --since 10m' })
}
