import { hasCondition } from '../../kube/conditions.ts'
import { type KubeObject, ref } from '../../kube/kube-object.ts'
import { until } from '../../kube/until.ts'
import { helmRelease, helmRepository, withFlux } from './flux-add-on.ts'
import type { Place } from '../place.ts'
import { bring, deployment, inShop, shop, type ShopSituation, take, web } from './shop.ts'
import type { Situation } from '../situation.ts'

const release = inShop('helm.toolkit.fluxcd.io/v2', 'HelmRelease', 'web')
const definition = ref('apiextensions.k8s.io/v1', 'CustomResourceDefinition', 'widgets.example.com')

function helm(given: Omit<ShopSituation, 'proves' | 'on'>): Situation {
  return shop({ proves: [release], on: withFlux, ...given })
}

const otherwise = (spec: object, version?: string) => async (place: Place) =>
  bring(place, helmRelease('web', spec, version))

/** Charts that Helm cannot install or upgrade. */
export const helmSituations: readonly Situation[] = [
  helm({
    name: 'A chart requires a value that is not set',
    reason: 'HelmInstallFailed',
    objects: place => [helmRepository(place), helmRelease('web', {}, '1.1.0')],
    fix: {
      advised: 'Correct the chart or the values of HelmRelease shop/web',
      by: otherwise({ values: { region: 'eu' } }, '1.1.0'),
    },
  }),
  helm({
    name: 'A value does not fit the schema of a chart',
    reason: 'FluxValuesInvalid',
    objects: place => [helmRepository(place), helmRelease('web', { values: { replicas: 'two' } }, '1.2.0')],
    fix: {
      advised: 'Correct value "replicas" of HelmRelease shop/web',
      by: otherwise({ values: { replicas: 2 } }, '1.2.0'),
    },
  }),
  helm({
    name: 'A chart uses a version that Kubernetes has removed',
    reason: 'ApiVersionRemoved',
    objects: place => [helmRepository(place), helmRelease('web', {}, '1.3.0')],
    fix: { advised: 'Change the manifest or the chart', by: otherwise({}) },
  }),
  helm({
    name: 'A chart uses a kind without a CustomResourceDefinition',
    reason: 'DefinitionMissing',
    objects: place => [helmRepository(place), helmRelease('web', {}, '1.4.0')],
    fix: {
      advised: 'Deliver the CustomResourceDefinition',
      by: async place => bring(place, widgets()),
    },
    after: place => take(place, definition),
  }),
  helm({
    name: 'A release cannot adopt an object that it did not create',
    reason: 'HelmInstallFailed',
    objects: place => [
      helmRepository(place),
      deployment('web'),
      helmRelease('web', { install: { disableTakeOwnership: true, strategy: retry } }),
    ],
    fix: { run: 'Add the Helm ownership metadata to Deployment shop/web' },
  }),
  helm({
    name: 'An upgrade changes a field that cannot be changed',
    reason: 'HelmUpgradeFailed',
    objects: place => [helmRepository(place), helmRelease()],
    happens: async place => {
      await until('the release is there', async () =>
        hasCondition(await place.workload.get(release), 'Ready', 'True'),
      )
      await bring(place, helmRelease('web', { values: { label: 'name' } }))
    },
    fix: { run: 'Delete Deployment shop/web' },
  }),
  shop({
    name: 'A user deleted what Helm has installed',
    reason: 'ObjectMissing',
    proves: [web],
    on: withFlux,
    objects: place => [helmRepository(place), helmRelease()],
    happens: async place => {
      await until('the release is there', async () =>
        hasCondition(await place.workload.get(release), 'Ready', 'True'),
      )
      await place.workload.delete(web)
    },
    fix: { run: 'Force an upgrade of HelmRelease shop/web' },
  }),
  helm({
    name: 'The namespace of a release does not exist',
    reason: 'HelmInstallFailed',
    objects: place => [helmRepository(place), helmRelease('web', { targetNamespace: 'counter' })],
    fix: { run: 'Or create namespace "counter" now' },
    after: place => take(place, ref('v1', 'Namespace', 'counter')),
  }),
  helm({
    name: 'A release waits for pods that fit on no node',
    reason: 'ResourcesInsufficient',
    objects: place => [
      helmRepository(place),
      {
        ...inShop('v1', 'LimitRange', 'large'),
        spec: { limits: [{ type: 'Container', defaultRequest: { cpu: '64' } }] },
      },
      // So long that it is still waiting when it is asked about.
      helmRelease('web', { timeout: '5m' }),
    ],
    fix: {
      advised: 'Add nodes, or lower the resource requests of Deployment shop/web',
      by: async place => {
        await take(place, inShop('v1', 'LimitRange', 'large'))
        // Only a new pod asks for less.
        for (const { metadata } of await place.workload.list('v1', 'Pod', '?labelSelector=app%3Dweb'))
          await take(place, inShop('v1', 'Pod', metadata.name))
      },
    },
  }),
]

const retry = { name: 'RetryOnFailure', retryInterval: '5s' } as const

function widgets(): KubeObject {
  const schema = { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } }
  return {
    ...definition,
    spec: {
      group: 'example.com',
      scope: 'Namespaced',
      names: { kind: 'Widget', plural: 'widgets' },
      versions: [{ name: 'v1', served: true, storage: true, schema }],
    },
  }
}
