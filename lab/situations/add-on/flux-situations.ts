import { chartSpec, controller, helmRelease, helmRepository, withFlux } from './flux-add-on.ts'
import type { Place } from '../place.ts'
import { bring, configMap, inShop, secret, shop, type ShopSituation } from './shop.ts'
import type { Situation } from '../situation.ts'

const release = inShop('helm.toolkit.fluxcd.io/v2', 'HelmRelease', 'web')

/** A situation of a HelmRelease on a cluster that has Flux. */
function flux(given: Omit<ShopSituation, 'proves' | 'on'>): Situation {
  return shop({ proves: [release], on: withFlux, ...given })
}

const correctly = async (place: Place) => bring(place, helmRepository(place), helmRelease())

/** Flux itself, and what it fetches. */
export const fluxSituations: readonly Situation[] = [
  flux({
    name: 'A HelmRelease is suspended',
    reason: 'FluxSuspended',
    objects: place => [helmRepository(place), helmRelease('web', { suspend: true })],
    fix: { patch: 'Resume HelmRelease shop/web', into: () => release, on: 'workload' },
  }),
  flux({
    name: 'The helm-controller has no pods',
    reason: 'ScaledToZero',
    happens: async place => {
      await place.workload.patch(controller('helm-controller'), { spec: { replicas: 0 } })
      await correctly(place)
    },
    fix: { run: 'Scale Deployment flux-system/helm-controller to one replica' },
    after: async place => {
      await place.workload.patch(controller('helm-controller'), { spec: { replicas: 1 } })
    },
  }),
  flux({
    name: 'The source-controller does not exist',
    reason: 'FluxNotInstalled',
    happens: async place => {
      await place.workload.delete(controller('source-controller'))
      await correctly(place)
    },
    fix: { advised: 'Add source-controller to the components of the Flux pack', by: withFlux },
    after: withFlux,
  }),
  shop({
    name: 'The controllers of an object of Flux are not installed',
    reason: 'FluxNotInstalled',
    proves: [inShop('image.toolkit.fluxcd.io/v1', 'ImagePolicy', 'web')],
    on: withFlux,
    // What is not served cannot be looked at from outside either.
    isBroken: async () => true,
  }),
  flux({
    name: 'A HelmRelease names a repository that does not exist',
    reason: 'FluxSourceMissing',
    objects: () => [helmRelease()],
    fix: { advised: 'Deliver HelmRepository shop/charts', by: correctly },
  }),
  flux({
    name: 'A repository of charts cannot be reached',
    reason: 'FluxSourceFailed',
    objects: place => [helmRepository(place, { url: 'http://127.0.0.1:1' }), helmRelease()],
    fix: {
      advised: 'Start the server at 127.0.0.1:1, check the network path from the cluster, or correct',
      by: correctly,
    },
  }),
  flux({
    name: 'There is no repository of charts at an address',
    reason: 'FluxSourceFailed',
    objects: place => [helmRepository(place, { url: `${place.lab.charts.url}/nothing` }), helmRelease()],
    fix: { advised: 'Correct spec.url', by: correctly },
  }),
  flux({
    name: 'The Secret of a repository of charts does not exist',
    reason: 'FluxReferenceMissing',
    objects: place => [helmRepository(place, { secretRef: { name: 'login' } }), helmRelease()],
    fix: {
      advised: 'Deliver Secret shop/login',
      by: async place => bring(place, secret('login', { username: 'a', password: 'b' })),
    },
  }),
  flux({
    name: 'The Secret of a repository of charts lacks a key',
    reason: 'FluxReferenceMissing',
    objects: place => [
      secret('login', { username: 'a' }),
      helmRepository(place, { secretRef: { name: 'login' } }),
      helmRelease(),
    ],
    fix: {
      advised: 'Add key "password" to Secret',
      by: async place => bring(place, secret('login', { username: 'a', password: 'b' })),
    },
  }),
  flux({
    name: 'A repository of charts is at an OCI address and has not the type',
    reason: 'FluxSourceFailed',
    objects: place => [helmRepository(place, { url: 'oci://127.0.0.1:1/charts' }), helmRelease()],
    fix: { advised: 'Set spec.type of HelmRepository shop/charts to oci', by: correctly },
  }),
  flux({
    name: 'A repository has no such chart',
    reason: 'ChartMissing',
    objects: place => [helmRepository(place), helmRelease('web', { chart: chartSpec('wbe', '1.0.0') })],
    fix: { advised: 'Correct the name or version of chart "wbe"', by: correctly },
  }),
  flux({
    name: 'A chart has no such version',
    reason: 'ChartMissing',
    objects: place => [helmRepository(place), helmRelease('web', {}, '9.9.9')],
    fix: { advised: 'Correct the name or version of chart "web"', by: correctly },
  }),
  flux({
    name: 'Two HelmReleases wait for each other',
    reason: 'FluxDependencyCycle',
    objects: place => [
      helmRepository(place),
      helmRelease('web', { dependsOn: [{ name: 'database' }] }),
      helmRelease('database', { dependsOn: [{ name: 'web' }] }),
    ],
    fix: {
      patch: 'Remove the dependsOn of HelmRelease shop/database on shop/web',
      into: () => inShop('helm.toolkit.fluxcd.io/v2', 'HelmRelease', 'database'),
      on: 'workload',
    },
  }),
  flux({
    name: 'A HelmRelease depends on one that does not exist',
    reason: 'FluxDependencyNotReady',
    objects: place => [helmRepository(place), helmRelease('web', { dependsOn: [{ name: 'database' }] })],
    fix: {
      patch: 'Or remove it from dependsOn of HelmRelease shop/web',
      into: () => release,
      on: 'workload',
    },
  }),
  flux({
    name: 'A HelmRelease waits for another whose chart does not exist',
    reason: 'ChartMissing',
    objects: place => [
      helmRepository(place),
      helmRelease('web', { dependsOn: [{ name: 'database' }] }),
      helmRelease('database', { chart: chartSpec('databse', '1.0.0') }),
    ],
    fix: {
      advised: 'Correct the name or version of chart "databse"',
      by: async place => bring(place, helmRelease('database')),
    },
  }),
  flux({
    name: 'The values come from a Secret that does not exist',
    reason: 'FluxValuesInvalid',
    objects: place => [
      helmRepository(place),
      helmRelease('web', { valuesFrom: [{ kind: 'Secret', name: 'values' }] }),
    ],
    fix: {
      advised: 'Deliver Secret "values"',
      by: async place => bring(place, secret('values', { 'values.yaml': 'replicas: 1' })),
    },
  }),
  flux({
    name: 'The values are no YAML',
    reason: 'FluxValuesInvalid',
    objects: place => [
      helmRepository(place),
      configMap('values', { 'values.yaml': 'replicas: 1\n  label: app\n' }),
      helmRelease('web', { valuesFrom: [{ kind: 'ConfigMap', name: 'values' }] }),
    ],
    fix: {
      advised: 'Correct the YAML under key "values.yaml" of ConfigMap "values"',
      by: async place => bring(place, configMap('values', { 'values.yaml': 'replicas: 1\n' })),
    },
  }),
  flux({
    name: 'A value comes from a key that does not exist',
    reason: 'FluxValuesInvalid',
    objects: place => [
      helmRepository(place),
      configMap('connection', { name: 'web' }),
      helmRelease('web', {
        valuesFrom: [
          { kind: 'ConfigMap', name: 'connection', valuesKey: 'region', targetPath: 'settings.region' },
        ],
      }),
    ],
    fix: {
      advised: 'Add key "region" to ConfigMap "connection"',
      by: async place => bring(place, configMap('connection', { name: 'web', region: 'eu' })),
    },
  }),
]
