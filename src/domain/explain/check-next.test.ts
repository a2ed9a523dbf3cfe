import { expect, test } from 'vitest'
import { checkNext } from './check-next.ts'
import { Inquiry } from './inquiry.ts'
import { act, changing, commit, kubectlDescribe, orElse, refresh, scaleUp } from './show/commands.ts'
import type { Fields } from '../object/fields.ts'
import { deployment, pod, refTo, type Sample, sample, says } from '#test/situations/sample-objects.ts'
import { situation } from '#test/situations/situation.ts'
import { explain } from './explain.ts'
import { neededReads } from './needed-reads.ts'

const web = deployment('shop/web', { spec: { replicas: 0 } })
const { facts } = situation('any', 'ScaledToZero', { proof: [refTo(web)], world: { workload: [web] } })
const account = refTo(sample('v1 ServiceAccount', 'shop/web'))

function shown(given: Parameters<typeof checkNext>[0]): readonly string[] {
  return checkNext(given, new Inquiry(facts)).map(({ text, command }) => `${text}${command ? ' $' : ''}`)
}

test('A command about an object that was seen is shown', () => {
  expect(shown([kubectlDescribe(refTo(web), facts)])).toEqual(['Describe Deployment shop/web $'])
})

test('What was not seen is neither described nor changed', () => {
  const gone = refTo(pod('shop/gone', 'web'))
  expect(
    shown([
      kubectlDescribe(gone, facts),
      act('Delete it', gone, { facts, verb: 'delete pod gone' }),
      commit('Correct it'),
    ]),
  ).toEqual(['Delete it', 'Correct it'])
})

test('What nobody knows to be absent is not to be created', () => {
  const make = act('Make it', account, { facts, verb: 'create serviceaccount web', needs: 'absent' })
  expect(shown([make])).toEqual([])
  const answers = new Map([
    ...facts.answers,
    ['Workload v1 ServiceAccount shop all', { kind: 'objects', objects: [], complete: true }] as const,
  ])
  expect(checkNext([make], new Inquiry({ ...facts, answers })).map(({ text }) => text)).toEqual(['Make it'])
})

test('A cluster without a ClusterFitout has nothing to refresh', () => {
  expect(shown([refresh(facts)])).toEqual(['Refresh now $'])
  expect(checkNext([refresh(facts)], new Inquiry({ ...facts, status: { kind: 'absent' } }))).toEqual([])
})

test('The same command is shown once', () => {
  expect(shown([kubectlDescribe(refTo(web), facts), kubectlDescribe(refTo(web), facts)])).toHaveLength(1)
})

test('What must be seen for a command is read, too', () => {
  const without = { ...facts, answers: new Map() }
  expect(explain(without).next.filter(({ command }) => command?.includes('web'))).toEqual([])
  expect(neededReads(without).map(({ kind }) => kind)).toContain('Deployment')
})

const flux = { 'helm.toolkit.fluxcd.io/name': 'web', 'helm.toolkit.fluxcd.io/namespace': 'shop' }
const git = { 'kustomize.toolkit.fluxcd.io/name': 'apps', 'kustomize.toolkit.fluxcd.io/namespace': 'fleet' }
const apps = sample('kustomize.toolkit.fluxcd.io/v1 Kustomization', 'fleet/apps', {
  spec: { path: './apps' },
})

function release(status: string, spec: Fields = {}): Sample {
  const conditions = [says(`Ready=${status} Any`)]
  return sample('helm.toolkit.fluxcd.io/v2 HelmRelease', 'shop/web', { spec, status: { conditions } })
}

/** What is left of advice that changes a Deployment with these labels. */
function changed(metadata: Fields, ...more: readonly Sample[]): readonly string[] {
  const made = deployment('shop/web', { metadata, spec: { replicas: 0 } })
  const given = situation('any', 'ScaledToZero', {
    proof: [refTo(made)],
    world: { workload: [made, ...more] },
  })
  const advice = [
    scaleUp(refTo(made), given.facts),
    changing(refTo(made), commit('Take the gate from it', 'spec: {}')),
    changing(refTo(made), orElse(act('go back', refTo(made), { facts: given.facts, verb: 'rollout undo' }))),
  ]
  return checkNext(advice, new Inquiry(given.facts)).map(
    ({ text, command, patch }) => `${text}${command ? ' $' : ''}${patch ? ' +' : ''}`,
  )
}

test('A change of what Flux made is told where it belongs, and not shown as a command that is taken back', () => {
  const values = 'in the values or the chart of HelmRelease shop/web; a change on the cluster is reverted'
  const lasting = [`Scale Deployment shop/web to one replica: ${values}`, `Take the gate from it: ${values}`]
  expect(changed({ labels: flux }, release('False'))).toEqual(lasting)
  expect(changed({ labels: flux })).toEqual(lasting)
  expect(changed({ labels: flux }, release('True', { driftDetection: { mode: 'enabled' } }))).toEqual(lasting)
  const path = 'in path ./apps of Kustomization fleet/apps; a change on the cluster is reverted'
  expect(changed({ labels: git }, apps)).toEqual([
    `Scale Deployment shop/web to one replica: ${path}`,
    `Take the gate from it: ${path}`,
  ])
})

test('A change of what a release made that is done holds until its next version', () => {
  const annotations = { 'meta.helm.sh/release-name': 'web', 'meta.helm.sh/release-namespace': 'shop' }
  const labels = { 'app.kubernetes.io/managed-by': 'Helm' }
  expect(changed({ labels: flux }, release('True'))).toEqual([
    'Scale Deployment shop/web to one replica, and make it permanent in the values or the chart of HelmRelease shop/web $',
    'Take the gate from it, and make it permanent in the values or the chart of HelmRelease shop/web +',
    'Or go back $',
  ])
  expect(changed({ labels, annotations })[0]).toBe(
    'Scale Deployment shop/web to one replica, and make it permanent in the values or the chart of Helm release shop/web $',
  )
})

test('What nobody takes back is shown as it is', () => {
  const shownAsIs = ['Scale Deployment shop/web to one replica $', 'Take the gate from it +', 'Or go back $']
  expect(changed({})).toEqual(shownAsIs)
  expect(changed({ labels: git, deletionTimestamp: '2026-11-16T11:40:00Z' }, apps)).toEqual(shownAsIs)
})
