import { names } from '../../src/domain/api/api-names.ts'
import { aFitout, aStep } from '../domain/sample-fitout.ts'
import {
  addresseeOf,
  handOverName,
  originAnnotation,
  ownLabels,
} from '../../src/domain/hand-over/wrap/hand-over-name.ts'
import { type Line, MANAGEMENT } from './history/line.ts'

/** For tests: part of a line; what is left out is the most ordinary thing. */
export type LinePart = Partial<Line>

/** For tests: lines one second apart, numbered from 1. */
export function aHistory(...parts: readonly LinePart[]): readonly Line[] {
  return parts.map((part, index) => ({
    seq: index + 1,
    t: (index + 1) * 1000,
    actor: 'fitout',
    server: MANAGEMENT,
    op: 'get',
    group: '',
    resource: 'configmaps',
    namespace: 'default',
    code: 200,
    ...part,
  }))
}

export const BLUE = {
  namespace: 'default',
  name: 'blue',
  uid: '11111111-1111-4111-8111-111111111111',
} as const
export const GREEN = {
  namespace: 'default',
  name: 'green',
  uid: '22222222-2222-4222-8222-222222222222',
} as const

type Identity = typeof BLUE | typeof GREEN

const cluster = { group: 'cluster.x-k8s.io', resource: 'clusters' } as const
const own = { group: 'fitout.dev', resource: 'clusterfitouts' } as const
const manager = { fieldManager: names.fieldManager } as const

/** For tests: the label that is the gate of a step. */
export function gateOf(step: string): string {
  return `${step}.example.com/on`
}

/** For tests: a user makes a Fitout with these gated steps, each of which needs the one before it. */
export function planned(...steps: readonly string[]): LinePart {
  const body = aFitout(steps.map(name => aStep(name, { gate: { label: gateOf(name) } })))
  return { actor: 'ann', op: 'update', group: 'fitout.dev', resource: 'fitouts', name: 'test', body }
}

/** For tests: a Cluster as it stands on the server. */
export function aCluster(
  { namespace, name, uid }: Identity,
  labels: Readonly<Record<string, string>> = {},
  spec: object = {},
) {
  return { metadata: { namespace, name, uid, labels: { [names.profileLabel]: 'test', ...labels } }, spec }
}

/** For tests: a user writes a Cluster. */
export function clusterWritten(object: ReturnType<typeof aCluster>): LinePart {
  const { namespace, name } = object.metadata
  return { actor: 'ann', op: 'update', ...cluster, namespace, name, object }
}

/** For tests: Fitout applies its labels to a Cluster. */
export function labelled(
  labels: Readonly<Record<string, string>>,
  { namespace, name, uid }: Identity = BLUE,
): LinePart {
  const metadata = { namespace, name, uid, resourceVersion: '7', labels }
  const body = { apiVersion: 'cluster.x-k8s.io/v1beta2', kind: 'Cluster', metadata }
  return { op: 'apply', ...cluster, ...manager, namespace, name, uid, rv: '7', force: false, body }
}

/** For tests: Fitout opens these gates of blue, and has no others open. */
export function opened(...steps: readonly string[]): LinePart {
  return labelled(Object.fromEntries(steps.map(step => [gateOf(step), 'true'])))
}

/** For tests: Fitout says which steps of a cluster are ready. */
export function saidReady(steps: readonly string[], { namespace, name, uid }: Identity = BLUE): LinePart {
  const status = { cluster: { name, uid }, steps: steps.map(step => ({ name: step, state: 'Ready' })) }
  const body = {
    apiVersion: 'fitout.dev/v1alpha1',
    kind: 'ClusterFitout',
    metadata: { namespace, name },
    status,
  }
  return { op: 'apply', ...own, ...manager, subresource: 'status', namespace, name, force: true, body }
}

/** For tests: Fitout makes its own object for a cluster. */
export function clusterFitoutMade({ namespace, name, uid }: Identity = BLUE): LinePart {
  const metadata = { namespace, name, labels: { [names.ownerLabel]: uid } }
  const body = {
    apiVersion: 'fitout.dev/v1alpha1',
    kind: 'ClusterFitout',
    metadata,
    spec: { fitout: 'test' },
  }
  return { op: 'apply', ...own, ...manager, namespace, name, force: true, code: 201, body }
}

/** For tests: Fitout writes the ClusterResourceSet, or the Secret, of a hand-over. */
export function handedOver(
  resource: 'clusterresourcesets' | 'secrets',
  { namespace, name, uid }: Identity = BLUE,
): LinePart {
  const step = 'flux'
  const head = handOverName({ uid }, step)
  const group = resource === 'secrets' ? '' : 'addons.cluster.x-k8s.io'
  const metadata = {
    namespace,
    name: head,
    labels: ownLabels({ uid }, step),
    annotations: originAnnotation({ namespace, name, uid }, step),
    ownerReferences: [{ apiVersion: 'cluster.x-k8s.io/v1beta2', kind: 'Cluster', name, uid }],
  }
  const spec = {
    clusterSelector: { matchLabels: { [names.addresseeLabel]: addresseeOf({ uid }) } },
    resources: [],
  }
  const kind = resource === 'secrets' ? 'Secret' : 'ClusterResourceSet'
  const content = resource === 'secrets' ? { apiVersion: 'v1' } : { apiVersion: `${group}/v1beta2`, spec }
  const body = { ...content, kind, metadata }
  return {
    op: 'apply',
    group,
    resource,
    ...manager,
    namespace,
    name: head,
    force: true,
    code: 201,
    body,
    object: body,
  }
}

/** For tests: Fitout says that it leads. */
export function leaseHeld(): LinePart {
  const place = {
    group: 'coordination.k8s.io',
    resource: 'leases',
    namespace: 'fitout-system',
    name: 'fitout-controller',
  }
  return { op: 'update', ...place, ...manager, rv: '3', body: { metadata: { resourceVersion: '3' } } }
}

/** For tests: one cluster, fitted out in two steps with a hand-over, and nothing wrong with it. */
export function aCleanRun(): readonly Line[] {
  const address = { [names.addresseeLabel]: addresseeOf(BLUE) }
  const [cni, flux] = [{ [gateOf('cni')]: 'true' }, { [gateOf('flux')]: 'true' }]
  return aHistory(
    planned('cni', 'flux'),
    clusterWritten(aCluster(BLUE)),
    leaseHeld(),
    clusterFitoutMade(),
    labelled({ ...cni, ...address }),
    saidReady([]),
    handedOver('clusterresourcesets'),
    handedOver('secrets'),
    saidReady(['cni']),
    labelled({ ...cni, ...flux, ...address }),
    saidReady(['cni', 'flux']),
  )
}

/** For tests: a line that lacks some of its facts. */
export function without(part: LinePart, ...facts: readonly (keyof Line)[]): LinePart {
  return Object.fromEntries(Object.entries(part).filter(([name]) => !facts.some(fact => fact === name)))
}

/** For tests: the deletion of what a line writes. */
export function deletionOf(part: LinePart): LinePart {
  return { ...without(part, 'body', 'object', 'force', 'fieldManager'), op: 'delete', code: 200 }
}
