import { expect, test } from 'vitest'
import type { ResourceSetVerdict } from '../../resource-set/judge-resource-set.ts'
import { explain } from '../explain.ts'
import { proving } from '#test/situations/pod-samples.ts'
import { deployment, type Sample, sample, says } from '#test/situations/sample-objects.ts'
import { situation } from '#test/situations/situation.ts'

const web = deployment('shop/web', {
  metadata: { deletionTimestamp: '2026-11-16T11:40:00Z', finalizers: ['example.com/guard'] },
})

/** The commands of the advice, by their verbs, for a step whose ClusterResourceSet holds these objects. */
function verbs(holds: readonly string[], ...more: readonly Sample[]): readonly string[] {
  const value: ResourceSetVerdict = {
    verdict: 'applied',
    message: 'Applied 1 source',
    resources: [
      { state: 'applied', ref: { kind: 'ConfigMap', name: 'flux-1' }, hash: 'sha256:1', objects: holds },
    ],
  }
  const { facts } = situation('any', 'FinalizerStuck', {
    ...proving(web, more),
    facts: { resourceSets: new Map([['flux', { kind: 'read', value }]]) },
  })
  return explain(facts).next.flatMap(
    ({ command }) => / (patch|retry|annotate|describe) .*$/.exec(command ?? '')?.[0].trim() ?? [],
  )
}

const removed = `patch deployment web --type merge --patch '{"metadata":{"finalizers":[]}}'`
const described = 'describe deployment web'

test('What a ClusterResourceSet made is asked for again once its finalizer is removed', () => {
  expect(verbs(['apps/Deployment/shop/web'])).toEqual([removed, 'retry prod/payments-eu flux', described])
})

test('What Flux made is asked for again once its finalizer is removed', () => {
  const status = {
    conditions: [says('Ready=True Succeeded')],
    inventory: { entries: [{ id: 'shop_web_apps_Deployment', v: 'v1' }] },
  }
  const mark = 'reconcile.fluxcd.io/requestedAt=$now'
  expect(verbs([], sample('kustomize.toolkit.fluxcd.io/v1 Kustomization', 'fleet/apps', { status }))).toEqual(
    [removed, `annotate --overwrite kustomization.kustomize.toolkit.fluxcd.io apps ${mark}`, described],
  )
  expect(verbs([], sample('helm.toolkit.fluxcd.io/v2 HelmRelease', 'shop/web', { status }))).toEqual([
    removed,
    `annotate --overwrite helmrelease.helm.toolkit.fluxcd.io web ${mark} reconcile.fluxcd.io/forceAt=$now`,
    described,
  ])
})

test('What nobody is known to have made is only let go', () => {
  expect(verbs([])).toEqual([removed, described])
})
