import { evaluateHealth } from '../../src/domain/health/evaluate-health.ts'
import type { KubeObject } from '../../src/engine/api/kube-object.ts'
import type { FleetUnderTest } from './fleet-contract.ts'
import { apiVersionOf } from '../../src/engine/api/api.ts'
import { resourceNamed } from './fleet-kinds.ts'
import { FleetSide } from './fleet-side.ts'

const NAMESPACE = 'contract'

/** What an object begins with; the bench adds the rest. */
interface Given {
  readonly metadata?: object
  readonly [field: string]: unknown
}

/** The fleet under test, and short words for what the sentences are about. */
export class FleetBench {
  readonly #make: () => Promise<FleetUnderTest>
  #parts: Parts | undefined
  #names = 0

  constructor(make: () => Promise<FleetUnderTest>) {
    this.#make = make
  }

  async start(): Promise<void> {
    const fleet = await this.#make()
    this.#parts = {
      fleet,
      management: new FleetSide(fleet.management, fleet.cluster.namespace, fleet.settle),
      workload: new FleetSide(fleet.workload, NAMESPACE, fleet.settle),
    }
    await this.workload.create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: NAMESPACE } })
  }

  get #started(): Parts {
    if (this.#parts === undefined) throw new Error('cannot use the fleet: it is not started')
    return this.#parts
  }

  get fleet(): FleetUnderTest {
    return this.#started.fleet
  }

  /** The management cluster, in the namespace of the Cluster. */
  get management(): FleetSide {
    return this.#started.management
  }

  /** The workload cluster, in a namespace of the contract. */
  get workload(): FleetSide {
    return this.#started.workload
  }

  /** A name that nothing has yet. */
  name(): string {
    this.#names += 1
    return `thing-${String(this.#names).padStart(3, '0')}`
  }

  /** An object of the management cluster. */
  managed(kind: string, name: string, given: Given = {}): KubeObject {
    return this.#object(this.fleet.cluster.namespace, kind, {
      ...given,
      metadata: { ...given.metadata, name },
    })
  }

  /** An object of the workload cluster. */
  object(kind: string, name: string, given: Given = {}): KubeObject {
    return this.#object(NAMESPACE, kind, { ...given, metadata: { ...given.metadata, name } })
  }

  /** The health that Fitout finds in an object as it is now. */
  health(object: KubeObject | undefined): string {
    return evaluateHealth(object, { now: this.fleet.now(), reader: 'flux' }).status
  }

  /** Waits until Fitout takes an object of the workload cluster for Current, and gives it. */
  untilCurrent(kind: string, name: string): Promise<KubeObject> {
    return this.workload.untilIs(kind, name, object => this.health(object) === 'Current')
  }

  #object(
    namespace: string,
    kind: string,
    given: Given & { readonly metadata: { readonly name: string } },
  ): KubeObject {
    const resource = resourceNamed(kind)
    const place = resource.scope === 'Cluster' ? {} : { namespace }
    return { apiVersion: apiVersionOf(resource), kind, ...given, metadata: { ...place, ...given.metadata } }
  }
}

interface Parts {
  readonly fleet: FleetUnderTest
  readonly management: FleetSide
  readonly workload: FleetSide
}
