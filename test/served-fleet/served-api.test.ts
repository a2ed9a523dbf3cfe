import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll } from 'vitest'
import { parseKubeconfig } from '../../src/domain/kubeconfig/parse-kubeconfig.ts'
import { type Connection, connect } from '../../src/kube/connect.ts'
import { seededRandom } from '../../src/simulator/clock/seeded-random.ts'
import { VirtualClock } from '../../src/simulator/clock/virtual-clock.ts'
import { Store } from '../../src/simulator/store/store.ts'
import { describeApi } from '../contract/api-contract.ts'
import { ApiServers } from './api-servers.ts'
import { makeSite } from './make-site.ts'
import { serveStore } from './serve-store.ts'

const NAMESPACE = 'contract'

let servers: ApiServers
let connection: Connection
const clock = new VirtualClock()
const store = new Store({ clock, random: seededRandom(1) })
beforeAll(async () => {
  servers = await ApiServers.start()
  const { site, kubeconfig } = await makeSite({ name: 'contract', index: 0, port: servers.port }, exchange =>
    serveStore(store, exchange),
  )
  servers.add(site)
  connection = connect(parseKubeconfig(kubeconfig))
})
afterAll(async () => {
  connection?.close()
  await servers?.stop()
})

describeApi('the served store keeps the contract', async () => {
  await connection.api.create(
    { group: '', version: 'v1', kind: 'Namespace', plural: 'namespaces', scope: 'Cluster' },
    { apiVersion: 'v1', kind: 'Namespace', metadata: { name: NAMESPACE } },
    { fieldManager: 'test' },
  )
  return {
    api: connection.api,
    namespace: NAMESPACE,
    compact: async () => store.compact(),
    settle: async () => {
      await clock.advance(250)
      // What was sent is on its way through the machine's own network.
      await sleep(1)
    },
  }
})
