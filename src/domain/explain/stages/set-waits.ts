import type { ResourceState } from '../../resource-set/judge-resource.ts'
import type { Claim } from '../claim.ts'
import { valueOf } from '../explain-facts.ts'
import { conditionOf, type SeenRef } from '../seen-object.ts'
import { commit, kubectlDescribe, refresh } from '../show/commands.ts'
import { isOverdue } from './plan-advice.ts'
import type { Scene } from './scene.ts'
import { type SetWords, setWordsOf } from './set-words.ts'

/** A source that Cluster API has not tried on this cluster. */
export type NotYet = Extract<ResourceState, { readonly state: 'not-yet' }>

/** A ClusterResourceSet that waits. */
interface Waiting {
  readonly ref: SeenRef
  readonly worst: NotYet
  /** What it says itself. */
  readonly said: SetWords | undefined
}

/** What a set says of why it was not tried; undefined if that is not why. Where it may be of another cluster, the words say so. */
export function setMessageOf(
  ref: SeenRef,
  { cause }: NotYet,
  { facts, inquiry }: Scene,
): SetWords | undefined {
  if (cause !== 'unreached' && cause !== 'set-not-tried') return undefined
  const set = inquiry.find(ref)
  const said = typeof set === 'string' ? undefined : setWordsOf(set)
  if (!said || said.reason === 'ApplyFailed') return undefined
  const cluster = valueOf(facts.cluster)
  const probe = cluster && conditionOf({ fields: cluster }, 'RemoteConnectionProbe')
  const isHere = said.reason !== 'RemoteClusterClientFailed' || probe?.status === 'False'
  return isHere ? said : { ...said, words: `it reports for at least one cluster: ${said.words}` }
}

/** What ends what a set says of itself, by its reason. */
const ends: Readonly<Record<string, string>> = {
  RemoteClusterClientFailed: 'Check why Cluster API cannot reach the cluster; it keeps retrying',
  ClusterMatchFailed: 'Correct the clusterSelector of the ClusterResourceSet',
  RetrievingResourceFailed: 'Allow Cluster API to read the ConfigMaps and Secrets that the set lists',
  WrongSecretType: 'Recreate the Secret with type addons.cluster.x-k8s.io/resource-set',
}

/** Who ends it, and how. Only what ends by itself is waited for. */
export function endOf({ ref, worst, said }: Waiting, scene: Scene): Pick<Claim, 'actor' | 'next'> {
  const { facts } = scene
  if (worst.cause === 'set-paused') {
    const resume = commit(`Remove annotation cluster.x-k8s.io/paused from ClusterResourceSet "${ref.name}"`)
    return { actor: 'Git', next: [resume, refresh(facts)] }
  }
  if (worst.cause === 'set-deleting') {
    const again = `Commit ClusterResourceSet "${ref.name}" again once it is gone, or remove it from the step`
    return { actor: 'Git', next: [commit(again), kubectlDescribe(ref, facts)] }
  }
  const last = kubectlDescribe(ref, facts)
  if (said) return { actor: 'Operator', next: [{ text: ends[said.reason] ?? 'Read its conditions' }, last] }
  if (isOverdue(scene)) {
    const text = 'Check that the controller of Cluster API runs: it applies a set within seconds'
    return { actor: 'Operator', next: [{ text }, last] }
  }
  return { actor: 'Nobody', next: [{ text: 'Wait; Cluster API applies it within seconds' }, last] }
}
