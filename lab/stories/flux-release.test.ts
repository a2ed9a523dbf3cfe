import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fluxControllers } from '../add-ons/flux.ts'
import { fluxRelease } from '../add-ons/flux-release.ts'
import type { KubeObject } from '../kube/kube-object.ts'
import { findImage, knownImages } from '../kubelet/known-images.ts'
import { readManifestFolder } from '../kube/read-manifests.ts'
import { findModules } from '../programs/modules.ts'

const inventory = {
  Namespace: ['flux-system'],
  ResourceQuota: ['critical-pods'],
  NetworkPolicy: ['allow-egress', 'allow-scraping', 'allow-webhooks'],
  ClusterRole: ['crd-controller', 'flux-edit', 'flux-view'],
  ClusterRoleBinding: ['cluster-reconciler', 'crd-controller'],
  CustomResourceDefinition: [
    'alerts.notification.toolkit.fluxcd.io',
    'artifactgenerators.source.extensions.fluxcd.io',
    'buckets.source.toolkit.fluxcd.io',
    'externalartifacts.source.toolkit.fluxcd.io',
    'gitrepositories.source.toolkit.fluxcd.io',
    'helmcharts.source.toolkit.fluxcd.io',
    'helmreleases.helm.toolkit.fluxcd.io',
    'helmrepositories.source.toolkit.fluxcd.io',
    'imagepolicies.image.toolkit.fluxcd.io',
    'imagerepositories.image.toolkit.fluxcd.io',
    'imageupdateautomations.image.toolkit.fluxcd.io',
    'kustomizations.kustomize.toolkit.fluxcd.io',
    'ocirepositories.source.toolkit.fluxcd.io',
    'providers.notification.toolkit.fluxcd.io',
    'receivers.notification.toolkit.fluxcd.io',
  ],
  Service: ['notification-controller', 'source-controller', 'source-watcher', 'webhook-receiver'],
  ServiceAccount: components(),
  Deployment: components(),
}

for (const series of ['2.8', '2.9'] as const) {
  test(`release ${series} of Flux has all its parts`, async () => {
    const { objects } = await fluxRelease(series)
    const kinds = new Set(objects.map(({ kind }) => kind))
    const found = Object.fromEntries([...kinds].map(kind => [kind, namesOf(objects, kind)]))
    expect(found).toEqual(inventory)
  })
}

test('the newest release has the CRDs and images of the controllers that the lab builds', async () => {
  const modules = await findModules()
  const { objects } = await fluxRelease('2.9')
  const crds = objects.filter(({ kind }) => kind === 'CustomResourceDefinition')
  for (const controller of fluxControllers) {
    for (const built of await readManifestFolder(
      join(modules[controller].folder, 'config', 'crd', 'bases'),
    )) {
      const released = crds.find(({ metadata }) => metadata.name === built.metadata.name)
      expect(released?.['spec']).toEqual(built['spec'])
    }
    expect(JSON.stringify(objects)).toContain(`"ghcr.io/fluxcd/${controller}:${modules[controller].version}"`)
  }
})

test('the lab has a program for the controllers of both releases', async () => {
  const images = knownImages(await findModules())
  for (const series of ['2.8', '2.9'] as const) {
    const text = JSON.stringify((await fluxRelease(series)).objects)
    const found = [...text.matchAll(/"image":"([^"]+)"/g)].map(([, image = '']) => findImage(images, image))
    expect(found.flatMap(image => image?.program ?? []).toSorted()).toEqual([...fluxControllers].toSorted())
  }
})

function namesOf(objects: readonly KubeObject[], wanted: string): readonly string[] {
  return objects
    .filter(({ kind }) => kind === wanted)
    .map(({ metadata }) => metadata.name)
    .toSorted()
}

function components(): readonly string[] {
  return [
    ...fluxControllers,
    'image-automation-controller',
    'image-reflector-controller',
    'source-watcher',
  ].toSorted()
}
