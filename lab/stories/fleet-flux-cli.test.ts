import { afterAll, beforeAll, expect, test } from 'vitest'
import { installFitout } from '../add-ons/fitting-out-controller.ts'
import { ref } from '../kube/kube-object.ts'
import { untilEstablished } from '../kube/until.ts'
import { Lab } from '../lab.ts'
import { Agentk, agentChart } from './agentk.ts'
import {
  changesOf,
  type ClusterApis,
  contentsOf,
  fetchedRevision,
  requestSync,
  revisionOf,
  takenByAll,
  untilTaken,
} from './fleet-changes.ts'
import { templateCrds } from './fleet-class.ts'
import { type FleetCluster, FleetPattern, webChart } from './fleet-pattern.ts'

let lab: Lab

// One management cluster for both patterns: the repository of the second takes the place of the first, and its clusters, too.
beforeAll(async () => {
  lab = await Lab.start({ name: 'fleet-flux-cli', managementHasNodes: true, hasTopology: true })
  await Promise.all(templateCrds.map(crd => lab.management.api.apply(crd)))
  await untilEstablished(lab.management.api, templateCrds)
  const { program } = await installFitout(lab)
  await Promise.all([
    program.start(),
    lab.registry.push('charts', webChart),
    lab.charts.publish(agentChart),
    lab.git.commit('fleet', {}),
  ])
})
afterAll(() => lab?.stop())

const release = [
  'Deployment web/web',
  'HelmRelease flux-system/web',
  'Secret flux-system/sh.helm.release.v1.web.v1',
  'Secret flux-system/sh.helm.release.v1.web.v2',
]

test('with pattern flux-cli CI brings three clusters to their add-ons, and a change for one cluster to that one', async () => {
  const clusters: readonly FleetCluster[] = [
    { name: 'blue', environment: 'dev' },
    { name: 'green', environment: 'dev' },
    { name: 'white', environment: 'prod' },
  ]
  const fleet = await FleetPattern.write(lab, '--pattern flux-cli --layout helm', clusters)
  const first = await fleet.push('A fleet')
  await fleet.followReadme(/Install Flux on the management cluster/)
  const apis = await fleet.connected()
  for (const cluster of clusters) await fleet.followReadme(/Give CI access to the cluster/, cluster)
  await Promise.all(clusters.map(cluster => fleet.runApplyJob(cluster, first)))
  const ready = ['api Ready', 'cilium Ready', 'flux Ready', 'web Ready']
  expect(await fleet.untilReady()).toEqual({ 'dev/blue': ready, 'dev/green': ready, 'prod/white': ready })
  await takenByAll(apis, first)

  const before = await contentsOf(apis)
  await fleet.shell(`sed -i 's/greeting: hello/greeting: good morning/' clusters/flux-common/green-web.yaml`)
  const second = await fleet.push('Another greeting on green')
  await Promise.all(clusters.map(cluster => fleet.runApplyJob(cluster, second)))
  await takenByAll(apis, second)
  // On every cluster CI writes down which commit it has taken.
  const record = 'ConfigMap kube-system/fitout-apply'
  expect(changesOf(before, await contentsOf(apis))).toEqual({
    blue: [record],
    green: [record, ...release],
    white: [record],
  })
  expect(await greetings(apis)).toEqual({ blue: 'hello', green: 'good morning', white: 'hello' })
})

test('with pattern flux-cli-kas Flux takes a push because it is told, and a change for one cluster changes that one', async () => {
  const clusters: readonly FleetCluster[] = [
    { name: 'red', environment: 'dev' },
    { name: 'amber', environment: 'prod' },
    { name: 'black', environment: 'prod' },
  ]
  const fleet = await FleetPattern.write(lab, '--pattern flux-cli-kas --layout kustomize', clusters)
  // Nothing but a call makes Flux on a cluster look again before the test is long over.
  await fleet.shell(`sed -i 's/interval: 1m$/interval: 24h/' clusters/{red,amber,black}/flux-system/gotk-sync.yaml
    sed -i 's#https://charts.gitlab.io#${lab.charts.url}#' clusters/*/gitlab-agent/helm-source.yaml`)
  const first = await fleet.push('A fleet of another pattern')
  await requestSync(lab.management.api, first)
  const apis = await fleet.connected()
  for (const cluster of clusters) await fleet.followReadme(/Install the agent and Flux/, cluster)
  const ready = ['api Ready', 'cilium Ready', 'flux Ready', 'web Ready']
  expect(await fleet.untilReady()).toEqual({ 'dev/red': ready, 'prod/amber': ready, 'prod/black': ready })
  await Promise.all([...apis.values()].map(api => untilTaken(api, first)))
  const agents = new Map(
    await Promise.all(
      clusters.map(async ({ name, environment }) => {
        const { controlPlane } = await lab.untilConnected(name, environment)
        return [name, await Agentk.start(controlPlane)] as const
      }),
    ),
  )

  const before = await contentsOf(apis)
  await fleet.shell(`cat >> systems/web/overlays/amber/kustomization.yaml <<'END'
patches:
- target: {kind: HelmRelease, name: web}
  patch: |
    - {op: replace, path: /spec/values/greeting, value: good evening}
END`)
  const second = await fleet.push('Another greeting on amber')
  expect(await agents.get('amber')?.tellPush()).toBe(200)
  await untilTaken(api(apis, 'amber'), second)
  // The others were not told, and have not looked.
  for (const name of ['red', 'black']) expect(await fetchedRevision(api(apis, name))).toBe(revisionOf(first))
  for (const name of ['red', 'black']) expect(await agents.get(name)?.tellPush()).toBe(200)
  await Promise.all([...apis.values()].map(one => untilTaken(one, second)))
  expect(changesOf(before, await contentsOf(apis))).toEqual({ red: [], amber: release, black: [] })
  expect(await greetings(apis)).toEqual({ red: 'hello', amber: 'good evening', black: 'hello' })
})

function api(apis: ClusterApis, name: string) {
  const found = apis.get(name)
  if (!found) throw new Error(`cannot find cluster ${name}`)
  return found
}

/** What the web says on each cluster. */
async function greetings(apis: ClusterApis): Promise<Readonly<Record<string, string>>> {
  const pairs = [...apis].map(async ([name, one]) => {
    const { spec } = (await one.get(ref('apps/v1', 'Deployment', 'web/web'))) as unknown as {
      spec: { template: { spec: { containers: readonly { args: readonly string[] }[] } } }
    }
    return [name, spec.template.spec.containers[0]?.args[0] ?? ''] as const
  })
  return Object.fromEntries(await Promise.all(pairs))
}
