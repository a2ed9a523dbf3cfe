import { afterAll, beforeAll, expect, test } from 'vitest'
import { evaluateHealth } from '../../src/domain/health/evaluate-health.ts'
import { condition, hasCondition } from '../kube/conditions.ts'
import { type KubeObject, ref } from '../kube/kube-object.ts'
import { until, untilEstablished } from '../kube/until.ts'
import type { Lab, LabCluster } from '../lab.ts'
import { sharedFlux, sharedLab } from './shared-lab.ts'

// The same objects are judged by our rules and by the health checks of the real kustomize-controller.
let lab: Lab
let blue: LabCluster

const metadata = (name: string) => ({ name, namespace: 'default' })
const podTemplate = (app: string, spec: object = {}) => ({
  metadata: { labels: { app } },
  spec: { containers: [{ name: 'main', image: 'registry.k8s.io/pause:3.10' }], ...spec },
})
const nowhere = { nodeSelector: { 'lab.fitout.dev/node': 'none' } }

function workload(
  kind: string,
  name: string,
  { pod = {}, ...spec }: { pod?: object; [field: string]: unknown } = {},
): KubeObject {
  const template = podTemplate(name, pod)
  return {
    apiVersion: 'apps/v1',
    kind,
    metadata: metadata(name),
    spec: { selector: { matchLabels: { app: name } }, template, ...spec },
  }
}

function thing(name: string, status?: object): KubeObject {
  return {
    apiVersion: 'lab.fitout.dev/v1',
    kind: 'Thing',
    metadata: metadata(name),
    spec: { size: 1 },
    ...(status ? { status } : {}),
  }
}

const thingCrd: KubeObject = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'things.lab.fitout.dev' },
  spec: {
    group: 'lab.fitout.dev',
    scope: 'Namespaced',
    names: { kind: 'Thing', singular: 'thing', plural: 'things', listKind: 'ThingList' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        subresources: { status: {} },
        schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
      },
    ],
  },
}

const WITHIN_MS = 600_000
const REQUESTED = 'reconcile.fluxcd.io/requestedAt'

const isTrue = (type: string, status = 'True') => ({
  type,
  status,
  reason: 'Test',
  message: `${type} is ${status}`,
  lastTransitionTime: '2026-01-01T00:00:00Z',
})

const objects: readonly KubeObject[] = [
  { apiVersion: 'v1', kind: 'ConfigMap', metadata: metadata('data'), data: {} },
  workload('Deployment', 'available', { replicas: 2 }),
  workload('Deployment', 'unschedulable', { pod: nowhere }),
  workload('Deployment', 'past-its-deadline', { pod: nowhere, progressDeadlineSeconds: 1 }),
  workload('DaemonSet', 'daemon'),
  workload('StatefulSet', 'stateful', { serviceName: 'stateful' }),
  workload('StatefulSet', 'stateful-pending', { serviceName: 'stateful', pod: nowhere }),
  {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: metadata('job'),
    spec: {
      template: { ...podTemplate('job'), spec: { ...podTemplate('job').spec, restartPolicy: 'Never' } },
    },
  },
  {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: metadata('job-pending'),
    spec: {
      template: {
        ...podTemplate('job'),
        spec: { ...podTemplate('job', nowhere).spec, restartPolicy: 'Never' },
      },
    },
  },
  { apiVersion: 'v1', kind: 'Service', metadata: metadata('inside'), spec: { ports: [{ port: 80 }] } },
  {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: metadata('balancer'),
    spec: { type: 'LoadBalancer', ports: [{ port: 80 }] },
  },
  {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: metadata('claim'),
    spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
  },
  thing('without-status'),
  thing('ready', { conditions: [isTrue('Ready')] }),
  thing('not-ready', { conditions: [isTrue('Ready', 'False')] }),
  thing('reconciling', { conditions: [isTrue('Ready'), isTrue('Reconciling')] }),
  thing('stalled', { conditions: [isTrue('Stalled')] }),
  thing('ready-and-observed', { observedGeneration: 1, conditions: [isTrue('Ready')] }),
  thing('ready-but-older', { observedGeneration: 0, conditions: [isTrue('Ready')] }),
]

beforeAll(async () => {
  lab = sharedLab()
  blue = await sharedFlux('blue')
  const { api } = blue.controlPlane
  await untilEstablished(api, [await api.apply(thingCrd)])
  for (const object of objects) {
    await api.apply(object)
    if (object['status']) await api.patch(object, { status: object['status'] }, '/status')
  }
  const files = objects.map(object => [`${object.metadata.name}/marker.yaml`, marker(object)])
  await lab.git.commit('checks', Object.fromEntries(files))
  const repository = await api.apply(source(lab.git.url('checks')))
  await until('the checks are fetched', async () => hasCondition(await api.get(repository), 'Ready', 'True'))
  // What the real controllers write first may still change; a Deployment needs its second to be past the deadline.
  const late = ref('apps/v1', 'Deployment', 'default/past-its-deadline')
  await until(
    'the deadline has passed',
    async () => condition(await api.get(late), 'Progressing')?.status === 'False',
  )
  await until('the job is done', async () =>
    hasCondition(await api.get(ref('batch/v1', 'Job', 'default/job')), 'Complete', 'True'),
  )
  for (const object of objects) await api.apply(healthCheck(object))
})

// Pods that wait for a node are not for the stories after this one.
afterAll(async () => {
  for (const object of objects) {
    await blue.controlPlane.api.delete(healthCheck(object))
    await blue.controlPlane.api.delete(object)
  }
})

test.for(objects.map(object => [`${object.kind} ${object.metadata.name}`, object] as const))(
  '%s: Flux judges it as our rules do',
  { timeout: WITHIN_MS + 10_000 },
  async ([, object]) => {
    const flux = await fluxWord(object.metadata.name)
    const live = await blue.controlPlane.api.get(object)
    expect(evaluateHealth(live, { now: Date.now(), reader: 'flux' })).toMatchObject({ status: flux })
  },
)

// Ready is Current; anything else is named in the message.
async function fluxWord(name: string): Promise<string> {
  const { api } = blue.controlPlane
  return until(
    `Kustomization ${name} is judged`,
    async () => {
      const object = await api.get(ref('kustomize.toolkit.fluxcd.io/v1', 'Kustomization', `default/${name}`))
      const ready = condition(object, 'Ready')
      if (ready?.status === 'True') return 'Current'
      const word = ready?.status === 'False' && /status: '(\w+)'/.exec(ready.message ?? '')?.[1]
      // It may still happen on a busy machine.
      if (!word && /rate limiter/.test(ready?.message ?? '') && isAnswered(object)) {
        await api.patch(object, { metadata: { annotations: { [REQUESTED]: String(Date.now()) } } })
      }
      return word
    },
    WITHIN_MS,
  )
}

/** Whether Flux has done what it was asked for last. */
function isAnswered({ metadata: head, status }: KubeObject): boolean {
  const { lastHandledReconcileAt } = (status ?? {}) as { readonly lastHandledReconcileAt?: string }
  return head.annotations?.[REQUESTED] === lastHandledReconcileAt
}

function marker({ metadata: { name } }: KubeObject): string {
  return JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: metadata(`marker-${name}`) })
}

function source(url: string): KubeObject {
  return {
    apiVersion: 'source.toolkit.fluxcd.io/v1',
    kind: 'GitRepository',
    metadata: metadata('checks'),
    spec: { interval: '10m', url, ref: { branch: 'main' } },
  }
}

function healthCheck({ apiVersion, kind, metadata: { name } }: KubeObject): KubeObject {
  return {
    apiVersion: 'kustomize.toolkit.fluxcd.io/v1',
    kind: 'Kustomization',
    metadata: metadata(name),
    spec: {
      interval: '10m',
      retryInterval: '10m',
      // Flux takes no less than 30 s, looks every 5 s, and has judged nothing if its last look falls onto the end.
      timeout: '32s',
      prune: true,
      path: `./${name}`,
      sourceRef: { kind: 'GitRepository', name: 'checks' },
      healthChecks: [{ apiVersion, kind, name, namespace: 'default' }],
    },
  }
}
