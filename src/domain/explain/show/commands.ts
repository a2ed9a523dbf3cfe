import { qualifiedName } from '../../object/qualified-name.ts'
import { API_VERSION } from '../../api/api-names.ts'
import { nameOf } from '../claim.ts'
import type { ExplainFacts } from '../explain-facts.ts'
import type { SeenRef } from '../seen-object.ts'
import { apiGroup } from '../../object/api-group.ts'
import type { NextAction } from '../why.ts'
import type { Advice } from './advice.ts'
import { shellWord } from './shell-word.ts'

type Where = Pick<ExplainFacts, 'namespace' | 'name'>

/** How to read all of an object, on the cluster that it is on. */
export function kubectlDescribe(ref: SeenRef, facts: Where): Advice {
  return {
    text: `Describe ${nameOf(ref)}`,
    command: `${kubectl(ref, facts)} describe ${resource(ref)} ${shellWord(ref.name)}`,
    needs: { ref, is: 'there', otherwise: 'nothing' },
  }
}

/** Which lines of a container are meant: those of the one before, if it was started again. */
interface Logged {
  readonly container: string
  readonly isRestarted: boolean
}

/** How to read the last lines of a pod that crashed. */
export function readLog(pod: SeenRef, { container, isRestarted }: Logged, facts: Where): Advice {
  const which = isRestarted ? ' --previous' : ''
  return {
    text: `Read the last log lines of the container`,
    command: `${kubectl(pod, facts)} logs ${shellWord(pod.name)} -c ${shellWord(container)}${which} --tail 20`,
    needs: { ref: pod, is: 'there', otherwise: 'nothing' },
  }
}

/** How to have the pods of a controller made again, and why. */
export function restart(owner: SeenRef, why: string, facts: Where): Advice {
  return {
    text: `Restart the pods of ${nameOf(owner)}; ${why}`,
    command: `${kubectl(owner, facts)} rollout restart ${resource(owner)} ${shellWord(owner.name)}`,
    needs: { ref: owner, is: 'there', otherwise: 'nothing' },
  }
}

const restartable: ReadonlySet<string> = new Set(['Deployment', 'DaemonSet', 'StatefulSet'])

/** How to have a controller of pods try at once what it was refused; nothing for what cannot be made to. */
export function makeAgain(owner: SeenRef, facts: Where): readonly Advice[] {
  return restartable.has(owner.kind) ? [restart(owner, 'the next retry may be minutes away', facts)] : []
}

/** How to give a controller of pods that wants none one again. */
export function scaleUp(ref: SeenRef, facts: Where): Advice {
  return {
    text: `Scale ${nameOf(ref)} to one replica`,
    command: `${kubectl(ref, facts)} scale ${resource(ref)} ${shellWord(ref.name)} --replicas 1`,
    needs: { ref, is: 'there', otherwise: 'nothing' },
    changes: ref,
  }
}

/** How to have a HelmRelease tried again that has used up its tries. Flux takes the two marks only if they are the same. */
export function tryAgain(release: SeenRef, facts: Where): Advice {
  const text = `Reset the retries of ${nameOf(release)} once this is fixed: they are exhausted`
  return marked(text, release, { marks: ['requestedAt', 'resetAt'], facts })
}

/** How to have a HelmRelease install what is gone: helm-controller upgrades only what has changed, unless it is told to. */
export function forceRelease(release: SeenRef, facts: Where): Advice {
  const text = `Force an upgrade of ${nameOf(release)} to the same chart and values, which recreates the object`
  return marked(text, release, { marks: ['requestedAt', 'forceAt'], facts })
}

/** How to have an object of Flux looked at now instead of at its next interval. */
export function reconcileNow(ref: SeenRef, facts: Where): Advice {
  const text = `Reconcile ${nameOf(ref)} now; Flux does so by itself at the next interval`
  return marked(text, ref, { marks: ['requestedAt'], facts })
}

function marked(
  text: string,
  ref: SeenRef,
  { marks, facts }: { readonly marks: readonly string[]; readonly facts: Where },
): Advice {
  const values = marks.map(mark => `reconcile.fluxcd.io/${mark}=$now`)
  return {
    text,
    command: `now=$(date +%s) && ${kubectl(ref, facts)} annotate --overwrite ${resource(ref)} ${shellWord(ref.name)} ${values.join(' ')}`,
    needs: { ref, is: 'there', otherwise: 'nothing' },
  }
}

/** How to have everything looked at again. */
export function refresh({ namespace, name }: Where): Advice {
  return {
    text: 'Refresh now',
    command: `fitout refresh ${shellWord(qualifiedName({ namespace, name }))}`,
    needs: {
      ref: { on: 'Management', apiVersion: API_VERSION, kind: 'ClusterFitout', namespace, name },
      is: 'there',
      otherwise: 'nothing',
    },
  }
}

/** How to have a step delivered again. */
export function retry({ namespace, name }: Where, step: string): Advice {
  const cluster = shellWord(qualifiedName({ namespace, name }))
  return {
    text: `Deliver again; this changes ClusterResourceSets and the binding of ${name}`,
    command: `fitout retry ${cluster} ${shellWord(step)}`,
  }
}

/** How to have a refused delivery tried at once, when what refused it does so no more. */
export function deliverNow(facts: Where, step: string): Advice {
  const text = 'Then make Cluster API retry at once; the next retry may be minutes away'
  return { ...retry(facts, step), text }
}

/** A change of what is committed. */
export function commit(text: string, patch?: string): NextAction {
  return patch === undefined ? { text } : { text, patch }
}

/** An advice that changes an object: whoever made the object may take that back. */
export function changing(ref: SeenRef, advice: Advice): Advice {
  return { ...advice, changes: ref }
}

/** What is done, and what must be so for it. */
interface Call {
  readonly facts: Where
  readonly verb: string
  /** What the object must be for it; there by default. */
  readonly needs?: 'there' | 'absent' | 'nothing'
}

/** Something to be done on a cluster, at an object that the text names. */
export function act(text: string, ref: SeenRef, { facts, verb, needs = 'there' }: Call): Advice {
  const action = { text, command: `${kubectl(ref, facts)} ${verb}` }
  if (needs === 'nothing') return action
  return { ...action, needs: { ref, is: needs, otherwise: needs === 'there' ? 'text' : 'nothing' } }
}

/** Another way to the same end. What must be done stays as a text; another way that cannot be gone is none. */
export function orElse({ text, needs, ...advice }: Advice): Advice {
  const other = needs ? { needs: { ...needs, otherwise: 'nothing' as const } } : {}
  return { ...advice, ...other, text: `Or ${text}`, isAlternative: true }
}

/** Fields to be changed in an object, by a merge of its own spec. */
export function patchObject(
  text: string,
  ref: SeenRef,
  {
    facts,
    patch,
    type = 'merge',
  }: { readonly facts: Where; readonly patch: unknown; readonly type?: 'merge' | 'json' },
): Advice {
  const words = [resource(ref), shellWord(ref.name), `--type ${type}`]
  const verb = `patch ${words.join(' ')} --patch ${shellWord(JSON.stringify(patch))}`
  return changing(ref, act(text, ref, { facts, verb }))
}

/** kubectl for the cluster and the namespace that an object is in. */
export function kubectl({ on, namespace }: Pick<SeenRef, 'on' | 'namespace'>, facts: Where): string {
  const [cluster, home] = [shellWord(facts.name), shellWord(facts.namespace)]
  const way = on === 'Workload' ? ` --kubeconfig <(clusterctl get kubeconfig ${cluster} -n ${home})` : ''
  return `kubectl${way}${namespace === undefined ? '' : ` -n ${shellWord(namespace)}`}`
}

/** A kind as kubectl finds it, also when two groups have one of the same name. */
function resource(ref: Pick<SeenRef, 'apiVersion' | 'kind'>): string {
  const group = apiGroup(ref.apiVersion)
  const kind = ref.kind.toLowerCase()
  return shellWord(group.includes('.') ? `${kind}.${group}` : kind)
}
