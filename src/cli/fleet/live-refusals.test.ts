import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ApiError, type ApiErrorCode } from '../../engine/api/api-error.ts'
import type { Api } from '../../engine/api/api.ts'
import type { SimulatedFleet } from '../../simulator/fleet/simulated-fleet.ts'
import { runRefresh } from '../refresh-and-retry/run-refresh.ts'
import { runStatus, type StatusFlags } from '../status/run-status.ts'
import { runWhy } from '../why/run-why.ts'
import type { CommandSetting } from './open-fleet.ts'
import { transcript } from '#test/cli/sample-transcript.ts'
import { troubledFleet } from '#test/cli/sample-trouble.ts'
import { putLease, runOn, sampleWorld, way } from '#test/cli/sample-world.ts'

const flags: StatusFlags = { ...way, query: undefined, output: 'name', watch: false }
const golden = '../../../test/golden/cli'

let fleet: SimulatedFleet
beforeAll(async () => {
  fleet = await troubledFleet()
})
beforeEach(() => putLease(fleet, fleet.clock.now()))
afterAll(() => fleet.stop())

/** A server that refuses some calls. */
function refusing(code: ApiErrorCode, isMeant: (verb: string, what: string) => boolean) {
  return (api: Api): Api => ({
    ...api,
    get: async (ref, call) => {
      if (isMeant('get', ref.resource.plural)) throw new ApiError(code, { call: 'get' })
      return api.get(ref, call)
    },
    list: async (selection, call) => {
      if (isMeant('list', selection.namespace ?? '')) throw new ApiError(code, { call: 'list' })
      return api.list(selection, call)
    },
    apply: async (resource, object, call) => {
      if (isMeant('apply', resource.plural)) throw new ApiError(code, { call: 'apply' })
      return api.apply(resource, object, call)
    },
  })
}

function status(namespace: string | undefined) {
  return (setting: CommandSetting) => runStatus({ clusters: [], flags: { ...flags, namespace } }, setting)
}

function refresh(timeout: string) {
  return (setting: CommandSetting) =>
    runRefresh({ cluster: 'cluster-0', step: 'karpenter', flags: { ...way, timeout } }, setting)
}

function why(setting: CommandSetting) {
  return runWhy({ cluster: 'cluster-1', step: undefined, flags: { ...way, output: 'text' } }, setting)
}

describe('Who is refused is told why, and what to try', () => {
  const list = { typed: 'fitout status -n prod', run: status('prod') }
  const cases = [
    { name: 'refused', ...list, management: refusing('Unreachable', verb => verb === 'list') },
    { name: 'forbidden', ...list, management: refusing('Forbidden', verb => verb === 'list') },
    { name: 'unauthorized', ...list, management: refusing('Unauthorized', verb => verb === 'list') },
    { name: 'not-served', ...list, management: refusing('NotServed', verb => verb === 'list') },
    {
      name: 'one-namespace',
      typed: 'fitout status -o name',
      run: status(undefined),
      management: refusing('Forbidden', (verb, namespace) => verb === 'list' && namespace === ''),
    },
    {
      name: 'forbidden-patch',
      typed: 'fitout refresh cluster-0 karpenter',
      run: refresh('1m'),
      management: refusing('Forbidden', verb => verb === 'apply'),
    },
    {
      name: 'forbidden-secret',
      typed: 'fitout refresh cluster-0 karpenter',
      run: refresh('1m'),
      management: refusing('Forbidden', (verb, plural) => verb === 'get' && plural === 'secrets'),
    },
    {
      name: 'forbidden-why',
      typed: 'fitout why cluster-1',
      run: why,
      management: refusing('Forbidden', (verb, plural) => verb === 'get' && plural === 'secrets'),
    },
  ]
  test.for(cases)('$name', async ({ name, typed, run, management }) => {
    const world = sampleWorld(fleet, { management })
    const said = await transcript(typed, io => runOn(fleet, run, { io, world }))
    await expect(said).toMatchFileSnapshot(`${golden}/live-error-${name}.txt`)
  })
})

test('Who refreshes while no controller runs is told so in time', async () => {
  await fleet.stop()
  const said = await transcript('fitout refresh cluster-0 karpenter', io =>
    runOn(fleet, refresh('10s'), { io }),
  )
  await expect(said).toMatchFileSnapshot(`${golden}/live-error-no-controller.txt`)
})
