import type { KubeObject } from '../../src/engine/api/kube-object.ts'
import type { Model } from '../../src/simulator/store/store.ts'
import { type SeenFacts, groundsOf } from './seen-facts.ts'
import type { TrueStep } from './step-facts.ts'

/** A gate that the controller opened. Without a problem, all that it rests on was asked for and so, just before. */
export interface OpenedGate {
  readonly t: number
  readonly cluster: string
  readonly step: string
  readonly problem?: string
}

/** What gates are judged by. */
export interface GateScene {
  readonly now: () => number
  /** The plan, and those that it has replaced and that may still be acted on. */
  readonly plans: () => readonly (readonly TrueStep[])[]
  /** What the controller has asked the cluster of a Cluster for. */
  readonly seen: (cluster: string) => SeenFacts | undefined
  /** How long the look may have taken that the gate was opened by, with all that kept its write. */
  readonly windowMs: () => number
}

/** Judges each gate when it opens, by what the controller asked the very cluster for itself. */
export function watchGates(scene: GateScene, tell: (opened: OpenedGate) => void): Model {
  return {
    changed: ({ kind }, { before, after }) => {
      if (kind !== 'Cluster' || after === undefined) return
      const { labels: was = {} } = before?.metadata ?? {}
      const { labels = {}, name: cluster } = after.metadata
      if (labels === was) return
      const plans = scene.plans()
      const gates = new Map(plans.flat().flatMap(({ gate, name }) => (gate ? [[gate, name] as const] : [])))
      for (const [gate, step] of gates) {
        if (labels[gate] !== 'true' || was[gate] === 'true') continue
        const problem = problemOf(scene, { plans, step, cluster: after })
        tell({ t: scene.now(), cluster, step, ...(problem === undefined ? {} : { problem }) })
      }
    },
    restored: () => undefined,
  }
}

interface Opening {
  readonly plans: readonly (readonly TrueStep[])[]
  readonly step: string
  readonly cluster: KubeObject
}

/** What is wrong by all plans that have the step, as the first of them says it. */
function problemOf(scene: GateScene, { plans, step, cluster }: Opening): string | undefined {
  const seen = scene.seen(cluster.metadata.name)
  if (seen === undefined) return 'there is no workload cluster'
  const problems = plans.flatMap(steps => {
    const own = steps.find(({ name }) => name === step)
    return own ? [seen.problem(groundsOf(steps, own), scene.now() - scene.windowMs())] : []
  })
  return problems.includes(undefined) ? undefined : problems[0]
}
