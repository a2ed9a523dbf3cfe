import { API_VERSION } from '../../domain/api/api-names.ts'
import { type FleetPlan, type FleetSnapshot, type FleetStep } from '../../domain/fleet/fleet-snapshot.ts'
import { writeDocuments } from '../../domain/yaml/document/join-documents.ts'
import type { FolderText } from '../../simulator/folder/read-objects.ts'

/** Says which Fitout a Cluster of a snapshot has: its selector is not in a snapshot. */
const PLAN_LABEL = 'simulate.fitout.dev/fitout'

/**
 * The Fitouts and Clusters of a snapshot as manifests: the order of the steps, their gates and their versions.
 *
 * What proves a step is not in a snapshot. Here each is proven as soon as the API server answers.
 */
export function snapshotObjects(fleet: FleetSnapshot, path: string): FolderText {
  const gates = new Set(
    fleet.fitouts.flatMap(({ steps }) => steps.flatMap(({ gate }) => (gate ? [gate.label] : []))),
  )
  const clusters = fleet.clusters.map(({ namespace, name, labels, fitout, kubernetesVersion }) => ({
    apiVersion: 'cluster.x-k8s.io/v1beta2',
    kind: 'Cluster',
    metadata: {
      name,
      namespace,
      // A gate that is open is not asked for any more.
      labels: {
        ...Object.fromEntries(Object.entries(labels).filter(([label]) => !gates.has(label))),
        [PLAN_LABEL]: fitout,
      },
    },
    spec:
      kubernetesVersion === undefined
        ? {}
        : { topology: { classRef: { name: 'snapshot' }, version: kubernetesVersion } },
  }))
  const used = new Set(fleet.clusters.map(({ namespace, fitout }) => `${namespace}/${fitout}`))
  const plans = fleet.fitouts
    .filter(({ namespace, name }) => used.has(`${namespace}/${name}`))
    .map(planObject)
  return { path, text: writeDocuments([...plans, ...clusters]) }
}

function planObject({ namespace, name, steps }: FleetPlan) {
  return {
    apiVersion: API_VERSION,
    kind: 'Fitout',
    metadata: { name, namespace },
    spec: { clusterSelector: { matchLabels: { [PLAN_LABEL]: name } }, steps: steps.map(stepObject) },
  }
}

function stepObject({ name, timeout, dependsOn, gate, components = [] }: FleetStep) {
  const versions = Object.fromEntries(components.map(({ component, version }) => [component, version]))
  return {
    name,
    timeout,
    ...(dependsOn === undefined ? {} : { dependsOn: [...dependsOn] }),
    ...(gate === undefined ? {} : { gate: { ...gate } }),
    ...(components.length === 0 ? {} : { versions }),
    proof: { preset: 'api' },
  }
}
