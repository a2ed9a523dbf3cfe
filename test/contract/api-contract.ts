import { afterAll, beforeAll, describe } from 'vitest'
import type { Api } from '../../src/engine/api/api.ts'
import { applyContract } from './api-apply.ts'
import { applyStatusContract } from './api-apply-status.ts'
import { Bench } from './api-bench.ts'
import { pageContract } from './contract-page.ts'
import { createContract } from './api-create.ts'
import { definitionContract } from './api-definitions.ts'
import { deleteContract } from './api-delete.ts'
import { garbageContract } from './api-garbage.ts'
import { listContract } from './api-list.ts'
import { namespaceContract } from './api-namespaces.ts'
import { ownershipContract } from './api-ownership.ts'
import { readContract } from './api-read.ts'
import { updateContract } from './api-update.ts'
import { watchContract } from './api-watch.ts'

/** An API server to hold to the contract, with a namespace of its own that is there already. */
export interface ApiUnderTest {
  readonly api: Api
  readonly namespace: string
  /** Makes the server forget its history up to now. */
  readonly compact: () => Promise<void>
  /** Lets a little time pass, so that what the cluster does by itself continues. */
  readonly settle: () => Promise<void>
}

/** How the sentences are tried. */
interface Trial {
  /** Whether also those that wait for minutes. */
  readonly isPatient?: boolean
}

/**
 * What Fitout relies on of an API server, sentence by sentence. Every adapter of the port is held to all of it.
 *
 * The truth is what a real server does: where another one differs, that one is wrong.
 */
export function describeApi(
  name: string,
  makeApi: () => Promise<ApiUnderTest>,
  { isPatient = true }: Trial = {},
): void {
  describe(name, () => {
    const bench = new Bench(makeApi, isPatient)
    beforeAll(() => bench.start())
    afterAll(() => bench.stop())

    for (const contract of contracts) contract(bench)
    pageContract('An API server')
  })
}

const contracts: readonly ((bench: Bench) => void)[] = [
  createContract,
  readContract,
  listContract,
  watchContract,
  updateContract,
  applyContract,
  ownershipContract,
  applyStatusContract,
  deleteContract,
  garbageContract,
  namespaceContract,
  definitionContract,
]
