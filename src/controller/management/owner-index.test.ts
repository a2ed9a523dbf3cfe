import { expect, test } from 'vitest'
import { aFitout } from '#test/domain/sample-fitout.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'
import type { ChangeHandler } from '../../engine/follow/change.ts'
import { indexOwners } from './owner-index.ts'

const cluster: KubeObject = {
  apiVersion: 'cluster.x-k8s.io/v1beta2',
  kind: 'Cluster',
  metadata: { name: 'blue', namespace: 'prod', labels: { 'fitout.dev/profile': 'test' } },
}

function fitoutOf(name: string, given: object = {}): KubeObject {
  const { apiVersion, kind, spec } = aFitout([])
  const creationTimestamp = `2026-01-01T00:00:0${name}Z`
  return {
    apiVersion,
    kind,
    metadata: { name, namespace: 'prod', uid: name, creationTimestamp },
    spec,
    ...given,
  }
}

test('owners are worked out again when a Fitout comes, changes or goes, and not for its status', () => {
  const handlers: ChangeHandler[] = []
  const fitouts = new Map([['2', fitoutOf('2')]])
  let lists = 0
  const ownersIn = indexOwners({
    subscribe: handler => {
      handlers.push(handler)
      return () => undefined
    },
    inNamespace: () => {
      lists += 1
      return [...fitouts.values()]
    },
  })
  const see = (name: string, after: KubeObject | undefined) => {
    const [before, key] = [fitouts.get(name), `prod/${name}`]
    if (after) fitouts.set(name, after)
    else fitouts.delete(name)
    for (const handle of handlers) {
      if (before && after) handle({ kind: 'changed', key, before, after })
      else if (after) handle({ kind: 'added', key, after })
      else if (before) handle({ kind: 'removed', key, before })
    }
    return [ownersIn('prod').ownerOf(cluster), ownersIn('prod').ownerOf(cluster), lists]
  }
  expect([ownersIn('prod').ownerOf(cluster), lists]).toEqual(['2', 1])
  expect(see('2', fitoutOf('2', { status: { clusters: 1 } }))).toEqual(['2', '2', 1])
  expect(see('1', fitoutOf('1'))).toEqual(['1', '1', 2])
  expect(see('1', fitoutOf('1', { spec: {} }))).toEqual(['2', '2', 3])
  expect(see('2', undefined)).toEqual([undefined, undefined, 4])
})
