import { hasCondition } from '../../kube/conditions.ts'
import { type KubeObject, ref } from '../../kube/kube-object.ts'
import { until } from '../../kube/until.ts'
import { withFlux } from './flux-add-on.ts'
import type { Place } from '../place.ts'
import { bring, configMap, inShop, shop, type ShopSituation } from './shop.ts'
import type { Situation } from '../situation.ts'

const API = 'kustomize.toolkit.fluxcd.io/v1'
const kustomization = inShop(API, 'Kustomization', 'apps')
const settings = JSON.stringify(configMap('settings', { colour: 'blue' }))
const usual = { 'apps/settings.yaml': settings } as const

/** A situation of a Kustomization on a cluster that has Flux, with these files in Git. */
function kustomize(given: Omit<ShopSituation, 'proves' | 'on'> & { readonly files?: Files }): Situation {
  const { files = usual, ...rest } = given
  return shop({
    proves: [kustomization],
    on: async place => {
      await withFlux(place)
      await place.lab.git.commit(repositoryOf(place), files)
    },
    ...rest,
  })
}

type Files = Readonly<Record<string, string>>

/** What Flux applies from Git. */
export const kustomizationSituations: readonly Situation[] = [
  kustomize({
    name: 'A branch is not in Git',
    reason: 'FluxSourceFailed',
    objects: place => [gitRepository(place, { ref: { branch: 'release' } }), apps()],
    fix: {
      advised: 'Correct spec.ref.branch of GitRepository shop/fleet',
      by: async place => bring(place, gitRepository(place)),
    },
  }),
  kustomize({
    name: 'The path of a Kustomization is not in Git',
    reason: 'KustomizationFailed',
    objects: place => [gitRepository(place), apps({ path: './app' })],
    fix: { advised: 'Correct spec.path', by: async place => bring(place, apps()) },
  }),
  kustomize({
    name: 'A Kustomization cannot be built',
    reason: 'KustomizationFailed',
    files: { 'apps/kustomization.yaml': 'resources: [setings.yaml]\n', 'apps/settings.yaml': settings },
    objects: place => [gitRepository(place), apps()],
    fix: {
      advised: 'Commit "setings.yaml"',
      by: async place => {
        await place.lab.git.commit(repositoryOf(place), usual)
      },
    },
  }),
  kustomize({
    name: 'A Kustomization is filled from a ConfigMap that does not exist',
    reason: 'KustomizationFailed',
    files: { 'apps/settings.yaml': JSON.stringify(configMap('settings', { region: '${region}' })) },
    objects: place => [
      gitRepository(place),
      apps({ postBuild: { substituteFrom: [{ kind: 'ConfigMap', name: 'cluster' }] } }),
    ],
    fix: {
      advised: 'Deliver ConfigMap "cluster"',
      by: async place => bring(place, configMap('cluster', { region: 'eu' })),
    },
  }),
  kustomize({
    name: 'A Kustomization lacks the permission to create an object',
    reason: 'PermissionMissing',
    objects: place => [
      { ...inShop('v1', 'ServiceAccount', 'tenant') },
      gitRepository(place),
      apps({ serviceAccountName: 'tenant' }),
    ],
    fix: {
      advised: 'Give "system:serviceaccount:shop:tenant" a Role or ClusterRole',
      by: async place =>
        bring(place, {
          ...inShop('rbac.authorization.k8s.io/v1', 'RoleBinding', 'tenant'),
          roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'admin' },
          subjects: [{ kind: 'ServiceAccount', name: 'tenant', namespace: 'shop' }],
        }),
    },
  }),
  shop({
    name: 'A user deleted what a Kustomization has applied',
    reason: 'ObjectMissing',
    proves: [inShop('v1', 'ConfigMap', 'settings')],
    on: async place => {
      await withFlux(place)
      await place.lab.git.commit(repositoryOf(place), usual)
    },
    objects: place => [gitRepository(place), apps()],
    happens: async place => {
      await until('the Kustomization is applied', async () =>
        hasCondition(await place.workload.get(kustomization), 'Ready', 'True'),
      )
      await place.workload.delete(inShop('v1', 'ConfigMap', 'settings'))
    },
    fix: { run: 'Reconcile Kustomization shop/apps now' },
  }),
  kustomize({
    name: 'A Kustomization is suspended',
    reason: 'FluxSuspended',
    objects: place => [gitRepository(place), apps({ suspend: true })],
    fix: { patch: 'Resume Kustomization shop/apps', into: () => kustomization, on: 'workload' },
  }),
  kustomize({
    name: 'Two Kustomizations wait for each other',
    reason: 'FluxDependencyCycle',
    objects: place => [
      gitRepository(place),
      apps({ dependsOn: [{ name: 'base' }] }),
      apps({ dependsOn: [{ name: 'apps' }], path: './apps', prune: false }, 'base'),
    ],
    fix: {
      patch: 'Remove the dependsOn of Kustomization shop/base on shop/apps',
      into: () => inShop(API, 'Kustomization', 'base'),
      on: 'workload',
    },
  }),
]

// One repository for each place: they are built side by side.
function repositoryOf({ namespace }: Place): string {
  return `apps-${namespace}`
}

function gitRepository(place: Place, spec: object = {}): KubeObject {
  return {
    ...inShop('source.toolkit.fluxcd.io/v1', 'GitRepository', 'fleet'),
    spec: {
      interval: '5s',
      timeout: '20s',
      url: place.lab.git.url(repositoryOf(place)),
      ref: { branch: 'main' },
      ...spec,
    },
  }
}

function apps(spec: object = {}, name = 'apps'): KubeObject {
  return {
    ...ref(API, 'Kustomization', `shop/${name}`),
    spec: {
      interval: '10m',
      retryInterval: '5s',
      path: './apps',
      prune: true,
      sourceRef: { kind: 'GitRepository', name: 'fleet' },
      ...spec,
    },
  }
}
