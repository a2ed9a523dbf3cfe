import { nameOf } from '../claim.ts'
import type { ExplainFacts } from '../explain-facts.ts'
import { groupOf, type ObjectRef } from '../object/seen-object.ts'
import type { NextAction } from '../why.ts'
import { shellWord } from './shell-word.ts'

type Where = Pick<ExplainFacts, 'namespace' | 'name'>

/** How to read all of an object, on the cluster that it is on. */
export function describe(ref: ObjectRef, facts: Where): NextAction {
  return {
    text: `Read all of ${nameOf(ref)}`,
    command: `${kubectl(ref, facts)} describe ${resource(ref)} ${shellWord(ref.name)}`,
  }
}

/** Which lines of a container are meant: those of the one before, if it was started again. */
interface Logged {
  readonly container: string
  readonly isRestarted: boolean
}

/** How to read the last lines of a pod that crashed. */
export function readLog(pod: ObjectRef, { container, isRestarted }: Logged, facts: Where): NextAction {
  const which = isRestarted ? ' --previous' : ''
  return {
    text: `Read what the container said last`,
    command: `${kubectl(pod, facts)} logs ${shellWord(pod.name)} -c ${shellWord(container)}${which} --tail 20`,
  }
}

/** How to have the pods of a controller made again. */
export function restart(owner: ObjectRef, facts: Where): NextAction {
  return {
    text: `Make the pods of ${nameOf(owner)} again; those from before are never given to Fargate`,
    command: `${kubectl(owner, facts)} rollout restart ${resource(owner)} ${shellWord(owner.name)}`,
  }
}

/** How to give a controller of pods that wants none one again. */
export function scaleUp(ref: ObjectRef, facts: Where): NextAction {
  return {
    text: `Give ${nameOf(ref)} a pod again`,
    command: `${kubectl(ref, facts)} scale ${resource(ref)} ${shellWord(ref.name)} --replicas 1`,
  }
}

/** How to have a HelmRelease tried again that has used up its tries. Flux takes the two marks only if they are the same. */
export function tryAgain(release: ObjectRef, facts: Where): NextAction {
  return {
    text: `Let Flux try ${nameOf(release)} again once this is mended: it has used up its tries`,
    command: markNow(release, ['requestedAt', 'resetAt'], facts),
  }
}

/** How to have a HelmRelease install what is gone: helm-controller upgrades only what has changed, unless it is told to. */
export function forceRelease(release: ObjectRef, facts: Where): NextAction {
  return {
    text: `Let Helm install all of ${nameOf(release)} again; this is an upgrade to the same chart and values`,
    command: markNow(release, ['requestedAt', 'forceAt'], facts),
  }
}

/** How to have an object of Flux looked at now instead of at its next interval. */
export function reconcileNow(ref: ObjectRef, facts: Where): NextAction {
  return {
    text: `Let Flux apply ${nameOf(ref)} now; it does so by itself at its next interval`,
    command: markNow(ref, ['requestedAt'], facts),
  }
}

function markNow(ref: ObjectRef, marks: readonly string[], facts: Where): string {
  const values = marks.map(mark => `reconcile.fluxcd.io/${mark}=$now`)
  return `now=$(date +%s) && ${kubectl(ref, facts)} annotate --overwrite ${resource(ref)} ${shellWord(ref.name)} ${values.join(' ')}`
}

/** How to have everything looked at again. */
export function refresh({ namespace, name }: Where): NextAction {
  return {
    text: 'Do not wait for the next read',
    command: `fitout refresh ${shellWord(`${namespace}/${name}`)}`,
  }
}

/** How to have a step delivered again. */
export function retry({ namespace, name }: Where, step: string): NextAction {
  const cluster = shellWord(`${namespace}/${name}`)
  return {
    text: `Ask for the delivery again; this touches ClusterResourceSets and the binding of ${name}`,
    command: `fitout retry ${cluster} ${shellWord(step)}`,
  }
}

/** A change of what is committed. */
export function commit(text: string, patch?: string): NextAction {
  return patch === undefined ? { text } : { text, patch }
}

/** Something to be done on a cluster, at an object that the text names. */
export function act(
  text: string,
  ref: ObjectRef,
  call: { readonly facts: Where; readonly verb: string },
): NextAction {
  return { text, command: `${kubectl(ref, call.facts)} ${call.verb}` }
}

/** kubectl for the cluster and the namespace that an object is in. */
export function kubectl({ on, namespace }: Pick<ObjectRef, 'on' | 'namespace'>, facts: Where): string {
  const [cluster, home] = [shellWord(facts.name), shellWord(facts.namespace)]
  const way = on === 'workload' ? ` --kubeconfig <(clusterctl get kubeconfig ${cluster} -n ${home})` : ''
  return `kubectl${way}${namespace === undefined ? '' : ` -n ${shellWord(namespace)}`}`
}

/** A kind as kubectl finds it, also when two groups have one of the same name. */
function resource(ref: Pick<ObjectRef, 'apiVersion' | 'kind'>): string {
  const group = groupOf(ref)
  const kind = ref.kind.toLowerCase()
  return shellWord(group.includes('.') ? `${kind}.${group}` : kind)
}
