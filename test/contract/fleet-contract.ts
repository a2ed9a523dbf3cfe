import { beforeAll, describe } from 'vitest'
import type { Api } from '../../src/engine/api/api.ts'
import { pageContract } from './contract-page.ts'
import { FleetBench } from './fleet-bench.ts'
import { helmReleaseContract } from './fleet-helm-release.ts'
import { karpenterContract } from './fleet-karpenter.ts'
import { kustomizationContract } from './fleet-kustomization.ts'
import { fleetNamespaceContract } from './fleet-namespaces.ts'
import { resourceSetContract } from './fleet-resource-set.ts'
import { resourceSetChangeContract } from './fleet-resource-set-changes.ts'
import { daemonSetContract } from './fleet-daemon-set.ts'
import { deploymentContract } from './fleet-deployment.ts'

/** A management cluster with Cluster API, and a workload cluster of it on which Flux and Karpenter run or are about to. */
export interface FleetUnderTest {
  readonly management: Api
  readonly workload: Api
  /** The Cluster that stands for the workload cluster. */
  readonly cluster: { readonly namespace: string; readonly name: string }
  /** Where the chart of `fleet-chart.ts` is served. */
  readonly chartsUrl: string
  /** The repository that holds the files of `fleet-tree.ts`. */
  readonly gitUrl: string
  /** What a NodePool of Karpenter is to refer to. */
  readonly nodeClassRef: object
  /** Lets a node with these labels join the workload cluster. */
  readonly addNode: (name: string, labels: Readonly<Record<string, string>>) => Promise<void>
  /** The time of the fleet, in milliseconds since 1970. */
  readonly now: () => number
  /** Lets a little time pass, so that what the clusters do by themselves continues. */
  readonly settle: () => Promise<void>
}

/** How the sentences are tried. */
interface Trial {
  /** Several at a time, where time is real. */
  readonly concurrent: boolean
}

const SETUP_MS = 300_000
const SENTENCE_MS = 240_000

/**
 * What Fitout relies on of the controllers of a fleet, sentence by sentence: those of Kubernetes, Cluster API, Flux and Karpenter.
 *
 * The truth is what the real ones do: where a model differs, the model is wrong.
 */
export function describeFleet(
  name: string,
  makeFleet: () => Promise<FleetUnderTest>,
  { concurrent }: Trial,
): void {
  describe(name, { concurrent, timeout: SENTENCE_MS }, () => {
    const bench = new FleetBench(makeFleet)
    beforeAll(() => bench.start(), SETUP_MS)

    for (const contract of contracts) contract(bench)
    pageContract('The controllers of a fleet')
  })
}

const UNTITLED = ''

/**
 * One sentence after the other, beside all others.
 *
 * Cluster API writes the binding of a cluster as a whole: of two sets that change it at once, one may take the entry of
 * the other away, and only a set that still selects the cluster puts its own back.
 */
function inTurn(...parts: readonly ((bench: FleetBench) => void)[]): (bench: FleetBench) => void {
  return bench => {
    describe(UNTITLED, () => {
      describe(UNTITLED, { concurrent: false }, () => {
        for (const part of parts) part(bench)
      })
    })
  }
}

// Those that wait longest come first, so that the others have their turn meanwhile.
const contracts: readonly ((bench: FleetBench) => void)[] = [
  karpenterContract,
  helmReleaseContract,
  kustomizationContract,
  inTurn(resourceSetContract, resourceSetChangeContract),
  deploymentContract,
  daemonSetContract,
  fleetNamespaceContract,
]
