import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll } from 'vitest'
import { parseKubeconfig } from '../../src/domain/kubeconfig/parse-kubeconfig.ts'
import { type Connection, connect } from '../../src/kube/connect.ts'
import { describeApi } from '../../test/contract/api-contract.ts'
import type { Lab } from '../lab.ts'
import { sharedLab } from './shared-lab.ts'

const NAMESPACE = 'contract'
const MOMENT_MS = 250

let lab: Lab
let connection: Connection
beforeAll(async () => {
  lab = sharedLab()
  connection = connect(parseKubeconfig(await lab.management.kubeconfig('contract')))
})
afterAll(() => connection?.close())

// A real server sends a bookmark after a minute or two.
const isPatient = process.env['FITOUT_SOAK'] !== undefined

describeApi(
  'a real API server keeps the contract',
  async () => {
    await lab.management.api.create({
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name: NAMESPACE },
    })
    return {
      api: connection.api,
      namespace: NAMESPACE,
      compact: () => lab.etcd.compact(),
      settle: () => sleep(MOMENT_MS),
    }
  },
  { isPatient },
)
