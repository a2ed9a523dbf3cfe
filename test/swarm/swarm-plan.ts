import type { KubeObject } from '../../src/engine/api/kube-object.ts'
import { namespaceObject, workloadObject } from '../../src/simulator/fleet/add-on-objects.ts'
import { samplePacks } from '../simulator/sample-packs.ts'
import {
  gates as sampleGates,
  sampleCluster,
  sampleConnection,
  sampleFitout,
  sampleSteps,
} from '../simulator/sample-plan.ts'
import { packObjects } from '../../src/simulator/fleet/pack-objects.ts'

type Step = (typeof sampleSteps)[number]

/** How many steps the plan of the swarm has. */
export const STEPS = 6

/** The gates of the plan. */
export const gates = { ...sampleGates, extras: 'extras.example.com/enabled' } as const

const extrasPack = {
  'extras-base': [
    namespaceObject('extras'),
    workloadObject('Deployment', { namespace: 'extras', name: 'extras', image: 'example.com/extras:1.0.0' }),
  ],
}

// Beside Karpenter and not after it: the plan is a tree and no line.
const extras: Step = {
  name: 'extras',
  dependsOn: ['flux'],
  gate: { label: gates.extras },
  resourceSets: ['extras'],
  proof: {
    objects: [{ apiVersion: 'apps/v1', kind: 'Deployment', namespace: 'extras', name: 'extras' }],
  },
}

const allSteps: readonly Step[] = [...sampleSteps, extras]

/** Looks once more at the API, without a gate. */
const look: Step = { name: 'look', proof: { preset: 'api' } }

const nothingProves = {
  objects: [
    { apiVersion: 'apps/v1', kind: 'DaemonSet', namespace: 'network', name: 'cni-that-is-not-there' },
  ],
}

/** The ways in which the plan is edited. */
export type Edition = 'base' | 'inserted' | 'reordered' | 'shortened' | 'unproven'

/** Editions that may be the last: what a step has delivered stays, so a plan without it would not tell the end. */
export const lastEditions: readonly Edition[] = ['base', 'inserted', 'reordered']

/** The first so many steps of the plan, in one of its editions. */
function stepsOf(count: number, edition: Edition): readonly Step[] {
  return editions[edition](allSteps.slice(0, count))
}

const editions: Readonly<Record<Edition, (base: readonly Step[]) => readonly Step[]>> = {
  base: base => base,
  inserted: base => [...base.slice(0, 2), look, ...base.slice(2)],
  reordered,
  shortened: base => base.slice(0, Math.max(1, base.length - 3)),
  unproven: base => base.map(step => (step.name === 'cni' ? { ...step, proof: nothingProves } : step)),
}

/** The last step comes before the one that it stood behind; what the two need they name now. */
function reordered(base: readonly Step[]): readonly Step[] {
  const [before, last] = base.slice(-2)
  if (before === undefined || last === undefined) return base
  const named = (step: Step): Step => {
    const index = base.indexOf(step)
    return { ...step, dependsOn: step['dependsOn'] ?? base.slice(Math.max(0, index - 1), index).map(nameOf) }
  }
  return [...base.slice(0, -2), named(last), named(before)]
}

function nameOf({ name }: Step): string {
  return name
}

/** The Fitout in one of its editions. */
export function swarmFitout(count: number, edition: Edition): KubeObject {
  return sampleFitout(stepsOf(count, edition))
}

/** What Terraform leaves behind for a cluster; the value changes with its version. */
export function connectionOf(cluster: string, version: ValueVersion): KubeObject {
  const secret = sampleConnection(cluster)
  return version === 1 ? secret : { ...secret, stringData: { queue: `queue-of-${cluster}-second` } }
}

/** The name of the Secret with it. */
export function connectionName(cluster: string): string {
  return `${cluster}-eks-connection`
}

export type ValueVersion = 1 | 2

/** How all values begin that must not be reported. */
export const CANARY = 'queue-of-cluster'

/** The names of so many clusters. */
export function clusterNames(count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `cluster-${index}`)
}

/** The packs of all steps. */
export const packs: readonly KubeObject[] = [
  ...packObjects('cni', gates.cni, samplePacks.cni),
  ...packObjects('flux', gates.flux, samplePacks.flux),
  ...packObjects('karpenter', gates.karpenter, samplePacks.karpenter),
  ...packObjects('nodes', gates.nodes, samplePacks.nodes),
  ...packObjects('extras', gates.extras, extrasPack),
]

/** What is on a management cluster when its story begins. */
export interface Beginning {
  readonly clusters: number
  readonly steps: number
  readonly edition: Edition
  readonly version: ValueVersion
}

/** All that people and Git put on the management cluster. */
export function swarmObjects({ clusters, steps, edition, version }: Beginning): readonly KubeObject[] {
  return [...clusterObjects(clusterNames(clusters), version), ...packs, swarmFitout(steps, edition)]
}

/** What there is of each cluster alone. */
export function clusterObjects(names: readonly string[], version: ValueVersion): readonly KubeObject[] {
  return [...names.map(sampleCluster), ...names.map(name => connectionOf(name, version))]
}
