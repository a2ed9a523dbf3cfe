import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll } from 'vitest'
import { parseKubeconfig } from '../../src/domain/kubeconfig/parse-kubeconfig.ts'
import { type Connection, connect } from '../../src/kube/connect.ts'
import { contractChart } from '../../test/contract/fleet-chart.ts'
import { describeFleet } from '../../test/contract/fleet-contract.ts'
import { contractTree } from '../../test/contract/fleet-tree.ts'
import { karpenterChart, karpenterValues } from '../add-ons/karpenter.ts'
import type { KubeObject } from '../kube/kube-object.ts'
import type { Lab } from '../lab.ts'
import { type Chart, chart } from '../servers/chart.ts'
import { sharedFlux, sharedLab } from './shared-lab.ts'

const MOMENT_MS = 250
const NODE_CLASS = { group: 'karpenter.kwok.sh', kind: 'KWOKNodeClass', name: 'default' } as const
const NODE = { apiVersion: 'v1', kind: 'Node' } as const

let lab: Lab
const connections: Connection[] = []
beforeAll(() => {
  lab = sharedLab()
})
afterAll(() => {
  for (const connection of connections) connection.close()
})

describeFleet(
  'real controllers keep the contract',
  async () => {
    const cluster = await sharedFlux('blue')
    const { name, version, files } = contractChart
    await lab.charts.publish(chart(name, version, files))
    await lab.charts.publish(await karpenterWithNodeClass())
    await lab.git.commit('contract', contractTree)
    // Its sentences wait for it; those of others need not.
    for (const object of karpenterRelease()) await cluster.controlPlane.api.apply(object)
    return {
      management: connected(await lab.management.kubeconfig('contract')).api,
      workload: connected(await cluster.controlPlane.kubeconfig('contract')).api,
      cluster: { namespace: 'default', name: 'blue' },
      chartsUrl: lab.charts.url,
      gitUrl: lab.git.url('contract'),
      nodeClassRef: NODE_CLASS,
      // kwok makes it ready.
      addNode: async (node, labels) => {
        await cluster.controlPlane.api.create({ ...NODE, metadata: { name: node, labels } })
      },
      now: () => Date.now(),
      settle: () => sleep(MOMENT_MS),
    }
  },
  { concurrent: true },
)

function connected(kubeconfig: string): Connection {
  const connection = connect(parseKubeconfig(kubeconfig))
  connections.push(connection)
  return connection
}

// The chart brings the CRD of the node class, but leaves the class itself to others.
async function karpenterWithNodeClass(): Promise<Chart> {
  const { files, ...head } = await karpenterChart(lab.site.modules)
  const { group, kind, name } = NODE_CLASS
  const nodeClass = { apiVersion: `${group}/v1alpha1`, kind, metadata: { name }, spec: {} }
  return { ...head, files: { ...files, 'templates/node-class.yaml': JSON.stringify(nodeClass) } }
}

function karpenterRelease(): readonly KubeObject[] {
  const { modules } = lab.site
  const metadata = { name: 'karpenter', namespace: 'karpenter' }
  const sourceRef = { kind: 'HelmRepository', name: 'karpenter' }
  const version = modules.karpenter.version.slice(1)
  return [
    { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'karpenter' } },
    {
      apiVersion: 'source.toolkit.fluxcd.io/v1',
      kind: 'HelmRepository',
      metadata,
      spec: { interval: '10m', url: lab.charts.url },
    },
    {
      apiVersion: 'helm.toolkit.fluxcd.io/v2',
      kind: 'HelmRelease',
      metadata,
      spec: {
        interval: '10m',
        chart: { spec: { chart: 'karpenter', version, sourceRef } },
        values: karpenterValues(modules),
      },
    },
  ]
}
