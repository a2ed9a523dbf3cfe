import type { KubeObject } from '../../src/engine/api/kube-object.ts'
import type { Store } from '../../src/simulator/store/store.ts'
import { isKept } from '../swarm/cluster-state.ts'
import type { Scene } from '../swarm/scene.ts'
import { connectionName } from '../swarm/swarm-plan.ts'
import type { Fact, Place } from './object-facts.ts'
import { type TrueStep, trueSteps } from './step-facts.ts'

/** What the truth about a cluster was made from: as long as nothing of it changes, it stays what it is. */
interface Ground {
  readonly workload: Store
  readonly revision: number
  readonly isReady: boolean
  readonly isManaged: boolean
  readonly edition: string
  readonly shown: readonly (KubeObject | undefined)[]
}

interface Known {
  readonly ground: Ground
  readonly untrue: ReadonlyMap<string, string>
}

const CONFIG_MAPS = ['cni-base', 'extras-base'] as const

/** Says what is so on each cluster, from the stores of the simulation alone. */
export class Truth {
  readonly #scene: Scene
  readonly #known = new Map<string, Known>()
  /** When a step that is not ready in truth last was, by cluster and step. */
  readonly #trueUntil = new Map<string, number>()

  constructor(scene: Scene) {
    this.#scene = scene
  }

  /** The steps of the plan as it is now. */
  get steps(): readonly TrueStep[] {
    return trueSteps(this.#scene.beginning.steps, this.#scene.edition)
  }

  /** Where the truth about a cluster is; undefined while it is not made. */
  place(name: string): Place | undefined {
    const workload = this.#scene.workload(name)
    return workload && { name, workload, shown: (plural, key) => this.#scene.shown(plural, key) }
  }

  /** Why a cluster is not ready, or not to be known; undefined when it is, and when nobody may say anything new of it. */
  untruth(name: string): string | undefined {
    const cluster = this.#scene.cluster(name)
    if (!isKept(cluster) || !this.#scene.hasPlan) return undefined
    const hidden = this.#scene.hiddenBy(name)
    if (hidden !== undefined) return hidden
    const [first] = this.untrueSteps(name)
    return first && `step "${first[0]}": ${first[1]} is not so`
  }

  /** The steps that are not ready in truth, and the first reason for each. */
  untrueSteps(name: string): ReadonlyMap<string, string> {
    const place = this.place(name)
    if (place === undefined) return new Map(this.steps.map(step => [step.name, 'cluster']))
    const ground = this.#groundOf(place)
    const known = this.#known.get(name)
    if (known && isSame(known.ground, ground)) return known.untrue
    const untrue = new Map<string, string>()
    for (const step of this.steps) {
      const wrong = step.facts.find(fact => !holds(fact, place))
      if (wrong) untrue.set(step.name, wrong.name)
    }
    for (const step of untrue.keys())
      if (
        known?.ground.workload === place.workload &&
        known.ground.edition === ground.edition &&
        !known.untrue.has(step)
      )
        this.#trueUntil.set(`${name} ${step}`, this.#scene.now)
    this.#known.set(name, { ground, untrue })
    return untrue
  }

  /** The last time at which each step of a cluster was ready in truth, of the step for which that is longest ago. */
  trueAt(name: string): number {
    const times = [...this.untrueSteps(name).keys()].map(
      step => this.#trueUntil.get(`${name} ${step}`) ?? -Infinity,
    )
    return Math.min(this.#scene.now, ...times)
  }

  #groundOf({ name, workload }: Place): Ground {
    return {
      workload,
      revision: workload.revision,
      isReady: workload.isReady,
      isManaged: workload.isManaged,
      edition: this.#scene.edition,
      shown: [
        this.#scene.shown('secrets', connectionName(name)),
        ...CONFIG_MAPS.map(key => this.#scene.shown('configmaps', key)),
      ],
    }
  }
}

// Of a cluster whose own controllers do not run, nobody can know more than what they said last.
function holds(fact: Fact, place: Place): boolean {
  return fact.isShown(place) && (!place.workload.isManaged || fact.isSo(place))
}

function isSame(a: Ground, b: Ground): boolean {
  return (
    a.workload === b.workload &&
    a.revision === b.revision &&
    a.isReady === b.isReady &&
    a.isManaged === b.isManaged &&
    a.edition === b.edition &&
    a.shown.every((object, index) => object === b.shown[index])
  )
}
