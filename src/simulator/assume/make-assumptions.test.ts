import { describe, expect, test } from 'vitest'
import { readFitout } from '../../domain/validation/read-fitout.ts'
import { aFitout, aStep } from '#test/domain/sample-fitout.ts'
import type { FitoutManifest } from '../../domain/api/schema/fitout-schema.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'
import { fluxDefinitions } from '../fleet/add-on-definitions.ts'
import { namespaceObject, workloadObject } from '../fleet/add-on-objects.ts'
import { makeAssumptions } from './make-assumptions.ts'

type Step = FitoutManifest['spec']['steps'][number]

const cluster = { name: 'blue', namespace: 'default', uid: '' }

/** What is assumed, in words: the object, and who brings it. */
function assumed(steps: readonly Step[], delivered: Readonly<Record<string, readonly KubeObject[]>> = {}) {
  const reading = readFitout(aFitout(steps))
  if (reading.kind !== 'valid') throw new Error('the Fitout of the test is not valid')
  const { makes, readies, management } = makeAssumptions(
    reading.fitout,
    cluster,
    new Map(Object.entries(delivered)),
  )
  return [
    ...makes.map(
      ({ object, bringer }) => `${shown(object)} by ${bringer.by === 'cluster' ? 'cluster' : bringer.name}`,
    ),
    ...readies.map(({ kind, name }) => `status of ${kind} ${name}`),
    ...management.map(object => `${shown(object)} on management`),
  ]
}

function shown({ kind, metadata }: KubeObject): string {
  return `${kind} ${metadata.namespace === undefined ? '' : `${metadata.namespace}/`}${metadata.name}`
}

const flux = (kind: 'HelmRelease' | 'Kustomization', name: string, namespace = 'web'): KubeObject => ({
  apiVersion: kind === 'HelmRelease' ? 'helm.toolkit.fluxcd.io/v2' : 'kustomize.toolkit.fluxcd.io/v1',
  kind,
  metadata: { name, namespace },
})
const deployment = (namespace: string, name: string) =>
  workloadObject('Deployment', { namespace, name, image: 'example.com/a:1' })
const proven = (...objects: NonNullable<Step['proof']['objects']>) => ({ proof: { objects } })
const web = { apiVersion: 'apps/v1', kind: 'Deployment', namespace: 'web', name: 'web' } as const
const ship = { apiVersion: 'example.com/v1', kind: 'Ship', name: 'mine' } as const
const shipManifest: KubeObject = { apiVersion: 'example.com/v1', kind: 'Ship', metadata: { name: 'mine' } }

describe('of what a proof asks for', () => {
  const cases: readonly {
    readonly name: string
    readonly steps: readonly Step[]
    readonly delivered?: Readonly<Record<string, readonly KubeObject[]>>
    readonly want: readonly string[]
  }[] = [
    { name: 'nothing is assumed that no delivery can bring', steps: [aStep('a', proven(web))], want: [] },
    {
      name: 'nothing is assumed that a manifest brings',
      steps: [aStep('a', proven(web))],
      delivered: { a: [flux('HelmRelease', 'web'), deployment('web', 'web')] },
      want: [],
    },
    {
      name: 'a release of the step brings what is missing',
      steps: [aStep('a', proven(web))],
      delivered: { a: [flux('HelmRelease', 'web')] },
      want: ['Deployment web/web by web'],
    },
    {
      name: 'of two releases the one in its namespace brings it',
      steps: [aStep('a', proven(web))],
      delivered: { a: [flux('HelmRelease', 'web'), flux('HelmRelease', 'other', 'other')] },
      want: ['Deployment web/web by web'],
    },
    {
      name: 'a release of an earlier step may bring it, a later one may not',
      steps: [aStep('a', proven(web)), aStep('b', proven({ ...web, name: 'late' }))],
      delivered: { b: [flux('Kustomization', 'apps')] },
      want: ['Deployment web/late by apps'],
    },
    {
      name: 'Flux does not bring itself',
      steps: [aStep('a', { proof: { preset: 'flux' } })],
      delivered: {
        a: [...fluxDefinitions, namespaceObject('flux-system'), flux('Kustomization', 'sync', 'flux-system')],
      },
      want: [],
    },
    {
      name: 'an operator brings what its preset asks for',
      steps: [aStep('a', { proof: { preset: 'cilium' } })],
      delivered: {
        a: [
          deployment('kube-system', 'cilium-operator'),
          workloadObject('DaemonSet', { namespace: 'kube-system', name: 'cilium', image: 'a' }),
        ],
      },
      want: ['CustomResourceDefinition ciliumnodes.cilium.io by cilium-operator'],
    },
    {
      name: 'every cluster has CoreDNS',
      steps: [aStep('a', { proof: { preset: 'coredns' } })],
      want: ['Deployment kube-system/assumed-1 by cluster', 'Service kube-system/kube-dns by cluster'],
    },
    {
      name: 'a namespace that nobody makes comes with its first object',
      steps: [aStep('a', proven(web))],
      delivered: { a: [flux('HelmRelease', 'web', 'releases')] },
      want: ['Namespace web by web', 'Deployment web/web by web'],
    },
    {
      name: 'a kind comes before its object, which gets a status',
      steps: [aStep('a', proven(ship))],
      delivered: { a: [flux('HelmRelease', 'web')] },
      want: ['CustomResourceDefinition ships.example.com by web', 'Ship mine by web', 'status of Ship mine'],
    },
    {
      name: 'as many as are counted are made',
      steps: [
        aStep(
          'a',
          proven({
            apiVersion: 'v1',
            kind: 'ConfigMap',
            namespace: 'web',
            selector: { matchLabels: { a: 'b' } },
            count: 2,
          }),
        ),
      ],
      delivered: { a: [flux('HelmRelease', 'web')] },
      want: ['ConfigMap web/assumed-1 by web', 'ConfigMap web/assumed-2 by web'],
    },
    {
      name: 'what is not simulated on the management cluster is there',
      steps: [aStep('a', proven({ ...ship, cluster: 'Management', name: '${CLUSTER_NAME}-ship' }))],
      want: ['Ship default/blue-ship on management'],
    },
  ]
  test.for(cases)('$name', ({ steps, delivered, want }) => expect(assumed(steps, delivered)).toEqual(want))
})

describe('a kind of a manifest that no manifest defines', () => {
  const steps = [aStep('a'), aStep('b')]
  test('is missing where nothing can bring it, as Cluster API finds', () => {
    expect(assumed(steps, { b: [shipManifest] })).toEqual([])
  })
  test('is brought by a release of its step or of one before', () => {
    expect(assumed(steps, { a: [flux('HelmRelease', 'fleet')], b: [shipManifest] })).toEqual([
      'CustomResourceDefinition ships.example.com by fleet',
    ])
  })
})
