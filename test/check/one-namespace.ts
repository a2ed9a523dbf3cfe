import { names } from '../../src/domain/api/api-names.ts'
import { readOrigin } from '../../src/domain/hand-over/wrap/hand-over-name.ts'
import { listAt, textAt } from './history/fields.ts'
import {
  type History,
  type Line,
  MANAGEMENT,
  describeCall,
  isDone,
  isFitout,
  isWrite,
} from './history/line.ts'
import { type Start, World } from './history/world.ts'
import { type Violation, breach } from './violation.ts'

/** The Clusters that were ever there: by their UID the namespace, and by their places. */
class Clusters {
  readonly #namespaces = new Map<string, string>()
  readonly #places = new Set<string>()

  see(world: World): void {
    for (const cluster of world.all('clusters')) {
      const namespace = textAt(cluster, 'metadata', 'namespace') ?? ''
      const uid = textAt(cluster, 'metadata', 'uid')
      // Where nobody kept the answer, a Cluster that was just made has none yet.
      if (uid !== undefined) this.#namespaces.set(uid, namespace)
      this.#places.add(`${namespace}/`)
      this.#places.add(`${namespace}/${textAt(cluster, 'metadata', 'name')}`)
    }
  }

  /** Whether a UID is that of a Cluster of another namespace. */
  isElsewhere(uid: string | undefined, namespace = ''): boolean {
    const home = uid === undefined ? undefined : this.#namespaces.get(uid)
    return home !== undefined && home !== namespace
  }

  has(place: string): boolean {
    return this.#places.has(place)
  }
}

type Rule = (line: Line, clusters: Clusters) => readonly string[]

const rules: readonly Rule[] = [
  foreignOwner,
  foreignOrigin,
  foreignAddress,
  foreignEvidence,
  foreignKubeconfig,
  foreignInput,
]

/** Finds references and reads by Fitout that cross from the namespace of a Cluster to another one. */
export function checkOneNamespace(
  history: History,
  options: { readonly start?: Start } = {},
): readonly Violation[] {
  const world = new World(options.start)
  const clusters = new Clusters()
  clusters.see(world)
  return history.flatMap(line => {
    const isOurs = isFitout(line) && line.server === MANAGEMENT
    const faults = isOurs ? rules.flatMap(rule => rule(line, clusters)) : []
    world.see(line)
    if (line.resource === 'clusters' && isWrite(line)) clusters.see(world)
    return faults.map(fault => breach('oneNamespace', line, `${describeCall(line)} ${fault}`))
  })
}

function foreignOwner({ body, namespace }: Line, clusters: Clusters): readonly string[] {
  return listAt(body, 'metadata', 'ownerReferences')
    .filter(owner => clusters.isElsewhere(textAt(owner, 'uid'), namespace))
    .map(owner => `has owner "${textAt(owner, 'name')}" of another namespace`)
}

function foreignOrigin({ body, namespace }: Line, clusters: Clusters): readonly string[] {
  const origin = readOrigin(body)
  if (!origin || !clusters.isElsewhere(origin.uid, namespace)) return []
  return [`carries values of Cluster "${origin.name}" of another namespace`]
}

function foreignAddress({ body, namespace }: Line, clusters: Clusters): readonly string[] {
  const address = textAt(body, 'metadata', 'labels', names.addresseeLabel)
  return clusters.isElsewhere(address, namespace)
    ? ['gives the address of a Cluster of another namespace']
    : []
}

function foreignEvidence({ body, namespace }: Line): readonly string[] {
  return listAt(body, 'status', 'steps')
    .flatMap(step => listAt(step, 'evidence'))
    .filter(evidence => textAt(evidence, 'on') === 'management')
    .map(evidence => textAt(evidence, 'object', 'namespace'))
    .filter(place => place !== undefined && place !== namespace)
    .map(place => `rests on an object of namespace "${place}"`)
}

function foreignKubeconfig(
  { op, resource, namespace, name = '' }: Line,
  clusters: Clusters,
): readonly string[] {
  if (op !== 'get' || resource !== 'secrets' || !name.endsWith('-kubeconfig')) return []
  const cluster = name.slice(0, -'-kubeconfig'.length)
  return clusters.has(`${namespace}/${cluster}`) ? [] : [`is about no Cluster "${cluster}" of this namespace`]
}

function foreignInput(line: Line, clusters: Clusters): readonly string[] {
  const { op, resource, namespace } = line
  if (op !== 'get' || !isDone(line) || (resource !== 'secrets' && resource !== 'configmaps')) return []
  return clusters.has(`${namespace}/`) ? [] : ['reads from a namespace that has no Cluster']
}
