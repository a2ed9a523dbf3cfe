import type { Fields } from '../../src/domain/object/fields.ts'
import type { SeenRef } from '../../src/domain/explain/seen-object.ts'

/** An object as an API server gives it. */
export interface Sample extends Fields {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: Fields & { readonly name: string; readonly namespace?: string }
}

interface Parts {
  readonly metadata?: Fields
  readonly spec?: Fields
  readonly status?: Fields
}

/** The reference to an object of the workload cluster by default. */
export function refTo(
  { apiVersion, kind, metadata: { name, namespace } }: Sample,
  on: SeenRef['on'] = 'Workload',
): SeenRef {
  return { on, apiVersion, kind, ...(namespace === undefined ? {} : { namespace }), name }
}

/** Any object. `type` is `group/version Kind`, `id` is `namespace/name` or a name. */
export function sample(type: string, id: string, { metadata, spec, status }: Parts = {}): Sample {
  const [apiVersion = '', kind = ''] = type.split(' ', 2)
  const [first = '', second] = id.split('/', 2)
  const named = second === undefined ? { name: first } : { namespace: first, name: second }
  return {
    apiVersion,
    kind,
    metadata: { ...named, generation: 1, creationTimestamp: '2026-11-16T11:40:00Z', ...metadata },
    ...(spec ? { spec } : {}),
    status: { observedGeneration: 1, ...status },
  }
}

/** A condition: `Type=Status Reason`, and its message. */
export function says(head: string, message = ''): Fields {
  const [claim = '', reason = ''] = head.split(' ', 2)
  const [type = '', status = ''] = claim.split('=', 2)
  return { type, status, reason, message, lastTransitionTime: '2026-11-16T11:50:00Z' }
}

/** A Deployment whose pods have the label `app` with its name; none of them is available. */
export function deployment(id: string, { metadata, spec, status }: Parts = {}): Sample {
  const app = id.split('/')[1] ?? id
  return sample('apps/v1 Deployment', id, {
    metadata: { ...metadata },
    spec: { replicas: 1, selector: { matchLabels: { app } }, ...spec },
    status: {
      replicas: 1,
      updatedReplicas: 1,
      readyReplicas: 0,
      availableReplicas: 0,
      unavailableReplicas: 1,
      ...status,
    },
  })
}

/** A DaemonSet that is ready on one of three nodes. */
export function daemonSet(id: string, { status }: Parts = {}): Sample {
  const app = id.split('/')[1] ?? id
  return sample('apps/v1 DaemonSet', id, {
    spec: { selector: { matchLabels: { app } } },
    status: {
      desiredNumberScheduled: 3,
      currentNumberScheduled: 3,
      updatedNumberScheduled: 3,
      numberAvailable: 1,
      numberReady: 1,
      ...status,
    },
  })
}

/** A pod of `app` that is not ready. */
export function pod(id: string, app: string, { metadata, spec, status }: Parts = {}): Sample {
  return sample('v1 Pod', id, {
    metadata: { labels: { app }, ...metadata },
    spec: { nodeName: 'node-a', ...spec },
    status: { phase: 'Pending', conditions: [says('Ready=False ContainersNotReady')], ...status },
  })
}

/** A pod that the scheduler has no node for. */
export function pendingPod(
  id: string,
  app: string,
  { message, ...parts }: Parts & { readonly message: string },
): Sample {
  const conditions = [says('PodScheduled=False Unschedulable', message)]
  return pod(id, app, {
    ...parts,
    spec: { nodeName: '', ...parts.spec },
    status: { conditions, ...parts.status },
  })
}

/** The status of a container: `state` is what it is in now, `last` how it ended before. */
export function container(
  name: string,
  {
    state,
    last = {},
    image = `registry.example.com/${name}:v1`,
  }: { readonly state: Fields; readonly last?: Fields; readonly image?: string },
): Fields {
  return { name, image, ready: false, state, lastState: last }
}

/** A warning about an object. */
export function warning(
  { kind, metadata: { namespace = 'default', name } }: Sample,
  reason: string,
  message: string,
): Sample {
  return {
    ...sample('v1 Event', `${namespace}/${name}.${reason.toLowerCase()}`),
    involvedObject: { kind, namespace, name },
    type: 'Warning',
    reason,
    message,
    lastTimestamp: '2026-11-16T11:55:00Z',
  }
}

/** A node, ready unless its condition says something else. */
export function node(
  name: string,
  { metadata, spec, ready = says('Ready=True KubeletReady') }: Parts & { readonly ready?: Fields } = {},
): Sample {
  return sample('v1 Node', name, {
    metadata: metadata ?? {},
    spec: spec ?? {},
    status: { conditions: [ready] },
  })
}
