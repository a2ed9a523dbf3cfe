import type { KubeObject } from '../../src/engine/api/kube-object.ts'
import type { Store } from '../../src/simulator/store/store.ts'
import { at, listAt, numberAt, textAt } from '../check/history/fields.ts'

/** Where the truth about a cluster is: in its own store, and in what the management cluster has for it. */
export interface Place {
  /** The name of the Cluster. */
  readonly name: string
  readonly workload: Store
  /** What the management cluster shows the controller of an object now. */
  readonly shown: (plural: 'secrets' | 'configmaps', name: string) => KubeObject | undefined
}

/** Something that must be so before a step is ready, said in the words of the simulation and not of any judge. */
export interface Fact {
  /** `Deployment flux-system/helm-controller`. */
  readonly name: string
  /** What must be read on the workload cluster to know of it: a kind, and the key of one object if it is about one. */
  readonly kind: string
  readonly key?: string
  /** Whether an honest reader of that kind would see it. */
  readonly isShown: (place: Place) => boolean
  /** Whether it is so, whatever anybody shows. */
  readonly isSo: (place: Place) => boolean
}

/** `/readyz` says that the API server is ready. */
export const readyz: Fact = {
  name: '/readyz',
  kind: '/readyz',
  isShown: ({ workload }) => workload.isReady,
  isSo: ({ workload }) => workload.isReady,
}

/** An object is there, and stays. */
export function present(kind: 'Namespace' | 'Service', key: string): Fact {
  const plural = kind === 'Namespace' ? 'namespaces' : 'services'
  const isThere = ({ workload }: Place) => isKept(find(workload, plural, key))
  return { name: `${kind} ${key}`, kind, key, isShown: isThere, isSo: isThere }
}

/** A kind is served. */
export function served(name: string): Fact {
  const [plural = '', ...group] = name.split('.')
  return {
    name: `CustomResourceDefinition ${name}`,
    kind: 'CustomResourceDefinition',
    key: name,
    isShown: ({ workload }) =>
      says(find(workload, 'customresourcedefinitions.apiextensions.k8s.io', name), 'Established'),
    isSo: ({ workload }) =>
      workload.kinds.all().some(kind => kind.plural === plural && kind.group === group.join('.')),
  }
}

/** A controller says of an object, as it is now, that it is ready. */
export function said(kind: string, resource: string, key: string): Fact {
  const isReady = ({ workload }: Place): boolean => {
    const object = find(workload, resource, key)
    const condition = listAt(object, 'status', 'conditions').find(one => textAt(one, 'type') === 'Ready')
    const seen = numberAt(condition, 'observedGeneration') ?? numberAt(object, 'status', 'observedGeneration')
    return textAt(condition, 'status') === 'True' && (seen ?? generationOf(object)) === generationOf(object)
  }
  return { name: `${kind} ${key}`, kind, key, isShown: isReady, isSo: isReady }
}

/** At least one node that Karpenter made is ready. */
export const karpenterNode: Fact = {
  name: 'Node of Karpenter',
  kind: 'Node',
  isShown: hasNode,
  isSo: hasNode,
}

function hasNode({ workload }: Place): boolean {
  return readyNodes(workload).some(node => node.metadata.labels?.['karpenter.sh/nodepool'] !== undefined)
}

/** A Deployment has as many pods as it wants, all of its own template, and all of them run. */
export function deployment(key: string): Fact {
  return {
    name: `Deployment ${key}`,
    kind: 'Deployment',
    key,
    isShown: ({ workload }) => {
      const object = find(workload, 'deployments.apps', key)
      const wanted = numberAt(object, 'spec', 'replicas') ?? 1
      const counts = ['replicas', 'updatedReplicas', 'readyReplicas', 'availableReplicas']
      return isObserved(object) && counts.every(name => (numberAt(object, 'status', name) ?? 0) === wanted)
    },
    isSo: ({ workload }) => {
      const object = find(workload, 'deployments.apps', key)
      return (
        object !== undefined && runningPods(workload, object) === (numberAt(object, 'spec', 'replicas') ?? 1)
      )
    },
  }
}

/** A DaemonSet has a pod of its own template on every node, and all of them run. */
export function daemonSet(key: string): Fact {
  return {
    name: `DaemonSet ${key}`,
    kind: 'DaemonSet',
    key,
    isShown: ({ workload }) => {
      const object = find(workload, 'daemonsets.apps', key)
      const wanted = numberAt(object, 'status', 'desiredNumberScheduled')
      const counts = ['currentNumberScheduled', 'updatedNumberScheduled', 'numberReady', 'numberAvailable']
      return isObserved(object) && counts.every(name => (numberAt(object, 'status', name) ?? 0) === wanted)
    },
    isSo: ({ workload }) => {
      const object = find(workload, 'daemonsets.apps', key)
      return object !== undefined && runningPods(workload, object) === readyNodes(workload).length
    },
  }
}

/** The object of a resource, such as `deployments.apps`, under a key. */
export function find(store: Store, resource: string, key: string): KubeObject | undefined {
  return store.table(kindOf(resource)).get(key)
}

const kinds = new Map<string, { readonly group: string; readonly plural: string }>()

// There are few, and they are asked for at every change.
function kindOf(resource: string): { readonly group: string; readonly plural: string } {
  const known = kinds.get(resource)
  if (known) return known
  const [plural = '', ...group] = resource.split('.')
  const kind = { group: group.join('.'), plural }
  kinds.set(resource, kind)
  return kind
}

/** How many pods of an owner run its template as it is now; -1 if there is one of another template. */
function runningPods(store: Store, owner: KubeObject): number {
  const image = imageOf(at(owner, 'spec', 'template', 'spec'))
  let count = 0
  for (const pod of store.table({ group: '', plural: 'pods' }).objects()) {
    if (!pod.metadata.ownerReferences?.some(({ uid }) => uid === owner.metadata.uid)) continue
    if (imageOf(pod['spec']) !== image) return -1
    if (textAt(pod, 'status', 'phase') === 'Running' && says(pod, 'Ready')) count += 1
  }
  return count
}

function imageOf(podSpec: unknown): string | undefined {
  return textAt(listAt(podSpec, 'containers')[0], 'image')
}

function readyNodes(store: Store): readonly KubeObject[] {
  const nodes = [...store.table({ group: '', plural: 'nodes' }).objects()]
  return nodes.filter(node => isKept(node) && says(node, 'Ready'))
}

function isObserved(object: KubeObject | undefined): boolean {
  return isKept(object) && numberAt(object, 'status', 'observedGeneration') === generationOf(object)
}

function generationOf(object: KubeObject | undefined): number | undefined {
  return object?.metadata.generation
}

function isKept(object: KubeObject | undefined): boolean {
  return object !== undefined && object.metadata.deletionTimestamp === undefined
}

function says(object: KubeObject | undefined, type: string): boolean {
  const conditions = listAt(object, 'status', 'conditions')
  return conditions.some(one => textAt(one, 'type') === type && textAt(one, 'status') === 'True')
}
