import { Lab, type LabCluster } from '../../lab.ts'
import type { AuditEvent } from '../../control-plane/audit-log.ts'
import { condition } from '../../kube/conditions.ts'
import type { KubeApi } from '../../kube/kube-api.ts'
import { type KubeObject, type ObjectRef, ref } from '../../kube/kube-object.ts'
import { until } from '../../kube/until.ts'
import { ADDONS } from './build.ts'

/** What a binding says of one source. */
export interface ResourceEntry {
  readonly kind: string
  readonly name: string
  readonly applied: boolean
  readonly hash?: string
  readonly lastAppliedTime: string
}

/** What a binding says of one ClusterResourceSet. */
export interface BindingEntry {
  readonly clusterResourceSetName: string
  readonly resources?: readonly ResourceEntry[]
}

/** A lab with the cluster `blue`, seen through what ClusterResourceSets do there. */
export class Scene {
  readonly lab: Lab
  readonly blue: LabCluster
  readonly #selectedBy = new Set<string>()

  constructor(lab: Lab, blue: LabCluster) {
    this.lab = lab
    this.blue = blue
  }

  /** Starts a lab of this name, for a story that shares none. */
  static async start(name: string): Promise<Scene> {
    const lab = await Lab.start({ name, controlPlanes: ['blue'] })
    try {
      return new Scene(lab, await lab.createCluster('blue'))
    } catch (error) {
      await lab.stop()
      throw error
    }
  }

  async stop(): Promise<void> {
    await this.lab.stop()
  }

  get management(): KubeApi {
    return this.lab.management.api
  }

  get workload(): KubeApi {
    return this.blue.controlPlane.api
  }

  /** Creates the objects on the management cluster. */
  async create(...objects: readonly KubeObject[]): Promise<void> {
    for (const object of objects) await this.management.create(object)
  }

  /** Creates the objects, with `blue` selected by the label before the ClusterResourceSet among them is there. */
  async deliver(label: string, ...objects: readonly KubeObject[]): Promise<void> {
    await this.select(label)
    await this.create(...objects)
  }

  async select(label: string): Promise<void> {
    this.#selectedBy.add(label)
    await this.management.patch(this.blue.ref, { metadata: { labels: { [label]: 'on' } } })
  }

  async unselect(label: string): Promise<void> {
    this.#selectedBy.delete(label)
    await this.management.patch(this.blue.ref, { metadata: { labels: { [label]: null } } })
  }

  /** Takes every label away, so that what one test left failing does not continue beside the next. */
  async unselectAll(): Promise<void> {
    for (const label of this.#selectedBy) await this.unselect(label)
  }

  /** Makes every ClusterResourceSet that selects `blue` look again. */
  async poke(): Promise<void> {
    await this.management.patch(this.blue.ref, {
      metadata: { annotations: { poked: String(performance.now()) } },
    })
  }

  /** Deletes a ClusterResourceSet and waits until its controller has let it go. */
  async remove(set: string): Promise<void> {
    await this.management.delete(setRef(set))
    await until(`ClusterResourceSet ${set} is gone`, async () => !(await this.management.find(setRef(set))))
  }

  /** Status and reason of the `ResourcesApplied` condition, such as `True/Applied`. */
  async state(set: string): Promise<string | undefined> {
    return stateOf(await this.management.get(setRef(set)))
  }

  async untilState(set: string, state: string, withinMs?: number): Promise<void> {
    await until(
      `ClusterResourceSet ${set} is ${state}`,
      async () => (await this.state(set)) === state,
      withinMs,
    )
  }

  /** What the binding of the cluster says of a ClusterResourceSet. */
  async entry(set: string, cluster = 'blue'): Promise<BindingEntry | undefined> {
    return entryOf(await this.management.find(bindingRef(cluster)), set)
  }

  /** Waits for an entry of a ClusterResourceSet in the binding that looks as it should. */
  async untilEntry(
    set: string,
    isRight: (resources: readonly ResourceEntry[]) => boolean,
  ): Promise<BindingEntry> {
    return until(`the entry of ${set} is right`, async () => {
      const entry = await this.entry(set)
      return entry && isRight(entry.resources ?? []) && entry
    })
  }

  /** Waits until every source of a ClusterResourceSet is applied. */
  async untilApplied(set: string): Promise<BindingEntry> {
    return this.untilEntry(
      set,
      resources => resources.length > 0 && resources.every(({ applied }) => applied),
    )
  }

  /**
   * Waits until the controller has failed twice with the first source of a ClusterResourceSet.
   *
   * Then it has also written everything that it has to say about the first time.
   */
  async untilTriedTwice(set: string): Promise<BindingEntry> {
    const once = await this.untilEntry(set, ([first]) => first?.applied === false)
    const time = once.resources?.[0]?.lastAppliedTime
    return this.untilEntry(set, ([first]) => first?.applied === false && first.lastAppliedTime !== time)
  }

  /** What Cluster API asked of the workload cluster, oldest first. */
  requests(verb: string): readonly AuditEvent[] {
    return this.blue.controlPlane
      .audit()
      .filter(event => event.verb === verb && event.user.username === 'blue-admin')
  }
}

export function setRef(set: string): ObjectRef {
  return ref(ADDONS, 'ClusterResourceSet', `default/${set}`)
}

export function bindingRef(cluster: string): ObjectRef {
  return ref(ADDONS, 'ClusterResourceSetBinding', `default/${cluster}`)
}

export function stateOf(set: KubeObject): string | undefined {
  const applied = condition(set, 'ResourcesApplied')
  return applied && `${applied.status}/${applied.reason}`
}

export function entryOf(binding: KubeObject | undefined, set: string): BindingEntry | undefined {
  const spec = binding?.['spec'] as { readonly bindings?: readonly BindingEntry[] } | undefined
  return spec?.bindings?.find(entry => entry.clusterResourceSetName === set)
}
