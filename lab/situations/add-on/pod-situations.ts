import type { KubeObject } from '../../kube/kube-object.ts'
import { until } from '../../kube/until.ts'
import type { Place } from '../place.ts'
import { bring, configMap, deployment, inShop, secret, shop, web } from './shop.ts'
import { played } from './pod-player.ts'
import type { Situation } from '../situation.ts'

const again = (container: object = {}, pod: object = {}) => {
  return async (place: Place) => bring(place, deployment('web', { container, pod }))
}

const job = inShop('batch/v1', 'Job', 'migrate')

/** Pods that a node has and cannot run. No kubelet runs in the lab: what one would say is played, the rest is real. */
export const podSituations: readonly Situation[] = [
  shop({
    name: 'An image is not in its registry',
    reason: 'ImagePullFailed',
    proves: [web],
    objects: () => [deployment('web', { container: { image: 'registry.example.com/web:missing' } })],
    fix: { advised: 'Correct the name or tag of image "registry.example.com/web:missing"', by: again() },
  }),
  shop({
    name: 'A container crashes and says why',
    reason: 'ContainerCrashing',
    proves: [web],
    objects: () => [
      deployment('web', {
        container: {
          image: 'registry.example.com/web:crashes-flag',
          terminationMessagePolicy: 'FallbackToLogsOnError',
        },
      }),
    ],
    fix: { advised: 'Fix the error that container "web" reports', by: again() },
  }),
  shop({
    name: 'A container exceeds its memory limit',
    reason: 'ContainerCrashing',
    proves: [web],
    objects: () => [deployment('web', { container: { resources: { limits: { memory: '8Mi' } } } })],
    fix: {
      advised: 'Raise the memory limit of container "web"',
      by: again({ resources: { limits: { memory: '64Mi' } } }),
    },
  }),
  shop({
    name: 'An init container fails',
    reason: 'ContainerCrashing',
    proves: [web],
    objects: () => [
      deployment('web', {
        pod: {
          initContainers: [
            {
              name: 'migrate',
              image: 'registry.example.com/migrate:crashes-schema',
              terminationMessagePolicy: 'FallbackToLogsOnError',
            },
          ],
        },
      }),
    ],
    fix: {
      advised: 'Fix the error that container "migrate" reports',
      by: again({}, { initContainers: [{ name: 'migrate', image: 'registry.example.com/migrate:2' }] }),
    },
  }),
  shop({
    name: 'A Secret of a container does not exist',
    reason: 'ContainerConfigMissing',
    proves: [web],
    objects: () => [deployment('web', { container: { envFrom: [{ secretRef: { name: 'database' } }] } })],
    fix: {
      advised: 'Deliver Secret "database" to namespace "shop"',
      by: async place => bring(place, secret('database', { url: 'postgres://db' })),
    },
  }),
  shop({
    name: 'A ConfigMap of a container lacks a key',
    reason: 'ContainerConfigMissing',
    proves: [web],
    objects: () => [
      configMap('settings', { colour: 'blue' }),
      deployment('web', {
        container: {
          env: [{ name: 'REGION', valueFrom: { configMapKeyRef: { name: 'settings', key: 'region' } } }],
        },
      }),
    ],
    fix: {
      advised: 'Deliver key "region" of ConfigMap "settings"',
      by: async place => bring(place, configMap('settings', { colour: 'blue', region: 'eu' })),
    },
  }),
  shop({
    name: 'A volume is made from a Secret that does not exist',
    reason: 'VolumeNotMounted',
    proves: [web],
    objects: () => [
      deployment('web', {
        container: { volumeMounts: [{ name: 'certs', mountPath: '/certs' }] },
        pod: { volumes: [{ name: 'certs', secret: { secretName: 'web-certs' } }] },
      }),
    ],
    fix: {
      advised: 'Deliver Secret "web-certs"',
      by: async place => bring(place, secret('web-certs', { 'tls.crt': 'x' })),
    },
  }),
  shop({
    name: 'A probe uses the wrong port',
    reason: 'ProbeFailing',
    proves: [web],
    objects: () => [
      deployment('web', {
        container: {
          ports: [{ containerPort: 8080 }],
          readinessProbe: { httpGet: { path: '/healthz', port: 8081 } },
        },
      }),
    ],
    fix: {
      advised: 'Correct the probe of container "web"',
      by: again({
        ports: [{ containerPort: 8080 }],
        readinessProbe: { httpGet: { path: '/healthz', port: 8080 } },
      }),
    },
  }),
  shop({
    name: 'A Job has failed too often',
    reason: 'ContainerCrashing',
    proves: [job],
    objects: () => [migration('crashes-schema')],
    fix: {
      advised: 'Fix the error that container "migrate" reports',
      by: async place => {
        // The template of a Job cannot be changed.
        await place.workload.delete(job, { propagationPolicy: 'Foreground' })
        await until('the failed Job is gone', async () => !(await place.workload.find(job)))
        await bring(place, migration('2.0.0'))
      },
    },
  }),
]

function migration(tag: string): KubeObject {
  const container = {
    name: 'migrate',
    image: `registry.example.com/migrate:${tag}`,
    terminationMessagePolicy: 'FallbackToLogsOnError',
  }
  const template = {
    metadata: { labels: tag.startsWith('crashes') ? played : {} },
    spec: { restartPolicy: 'Never', containers: [container] },
  }
  return { ...job, spec: { backoffLimit: 0, template } }
}
