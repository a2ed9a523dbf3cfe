import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { SimulatedFleet } from '../../simulator/fleet/simulated-fleet.ts'
import { runRefresh } from '../refresh-and-retry/run-refresh.ts'
import { runRetry } from '../refresh-and-retry/run-retry.ts'
import { runSnapshot } from '../status/run-snapshot.ts'
import { runStatus, type StatusFlags } from '../status/run-status.ts'
import { runWait } from '../status/run-wait.ts'
import { runWhy } from '../why/run-why.ts'
import type { CommandSetting } from './open-fleet.ts'
import { transcript } from '#test/cli/sample-transcript.ts'
import { troubledFleet } from '#test/cli/sample-trouble.ts'
import { putLease, runOn, way } from '#test/cli/sample-world.ts'

const status: StatusFlags = { ...way, query: undefined, output: 'table', watch: false }
const golden = '../../../test/golden/cli'

let fleet: SimulatedFleet
beforeAll(async () => {
  fleet = await troubledFleet()
})
beforeEach(() => putLease(fleet, fleet.clock.now()))
afterAll(() => fleet.stop())

type Run = (setting: CommandSetting) => ReturnType<typeof runStatus>

function showStatus(given: Partial<StatusFlags> = {}): Run {
  return setting => runStatus({ clusters: [], flags: { ...status, ...given } }, setting)
}

function why(cluster: string, step?: string): Run {
  return setting => runWhy({ cluster, step, flags: { ...way, output: 'text' } }, setting)
}

describe('On a live fleet, what is said is golden:', () => {
  const cases: readonly { name: string; typed: string; run: Run }[] = [
    {
      name: 'live-status',
      typed: 'fitout status',
      run: setting => runStatus({ clusters: [], flags: status }, setting),
    },
    { name: 'live-why', typed: 'fitout why default/cluster-1', run: why('default/cluster-1') },
    { name: 'live-why-waiting', typed: 'fitout why cluster-1 nodes', run: why('cluster-1', 'nodes') },
    { name: 'live-why-ready', typed: 'fitout why cluster-0', run: why('cluster-0') },
    { name: 'live-why-ready-step', typed: 'fitout why cluster-1 flux', run: why('cluster-1', 'flux') },
    { name: 'live-why-unselected', typed: 'fitout why lonely', run: why('lonely') },
    { name: 'live-why-nobody', typed: 'fitout why default/clutser-1', run: why('default/clutser-1') },
    { name: 'live-why-no-step', typed: 'fitout why cluster-1 karpentr', run: why('cluster-1', 'karpentr') },
    {
      name: 'live-wait-late',
      typed: 'fitout wait cluster-0 cluster-1 --timeout 90s',
      run: setting =>
        runWait(
          {
            clusters: ['cluster-0', 'cluster-1'],
            flags: { ...way, for: 'ready', timeout: '90s', 'fail-fast': true, output: 'text' },
          },
          setting,
        ),
    },
    {
      name: 'live-refresh',
      typed: 'fitout refresh cluster-0 karpenter',
      run: setting =>
        runRefresh({ cluster: 'cluster-0', step: 'karpenter', flags: { ...way, timeout: '1m' } }, setting),
    },
    {
      name: 'live-refresh-held',
      typed: 'fitout refresh default/cluster-1',
      run: setting =>
        runRefresh(
          { cluster: 'default/cluster-1', step: undefined, flags: { ...way, timeout: '1m' } },
          setting,
        ),
    },
    {
      name: 'live-retry-no-terminal',
      typed: 'fitout retry cluster-0 flux',
      run: setting =>
        runRetry({ cluster: 'cluster-0', step: 'flux', flags: { ...way, yes: false } }, setting),
    },
    {
      name: 'live-retry-nothing',
      typed: 'fitout retry cluster-0 api --yes',
      run: setting => runRetry({ cluster: 'cluster-0', step: 'api', flags: { ...way, yes: true } }, setting),
    },
  ]
  test.for(cases)('$name', async ({ name, typed, run }) => {
    const said = await transcript(typed, io => runOn(fleet, run, { io }))
    await expect(said).toMatchFileSnapshot(`${golden}/${name}.txt`)
  })
})

test('What a live fleet says is the same from its snapshot', async () => {
  const picture = await transcript('fitout snapshot', io =>
    runOn(fleet, setting => runSnapshot(way, setting), { io }),
  )
  const json = picture.split('\n')[1] ?? ''
  const live = await transcript('x', io => runOn(fleet, showStatus(), { io }))
  const filed = await transcript('x', io => runOn(fleet, showStatus({ snapshot: '-' }), { io }), {
    stdin: json,
  })
  expect(filed.replace(/^> note: as of .*\n/m, '')).toBe(live)
})

test('A snapshot has no value of a Secret in it', async () => {
  const picture = await transcript('fitout snapshot', io =>
    runOn(fleet, setting => runSnapshot(way, setting), { io }),
  )
  expect([
    picture.includes('eu-west-1'),
    picture.includes('queue-of-'),
    picture.includes('cluster-1'),
  ]).toEqual([false, false, true])
})

test('Who looks two minutes after the controller died is told so', async () => {
  putLease(fleet, fleet.clock.now() - 121_000)
  const said = await transcript('fitout status -o name', io =>
    runOn(fleet, setting => runStatus({ clusters: [], flags: { ...status, output: 'name' } }, setting), {
      io,
    }),
  )
  expect(said).toContain('> note: the controller is not running: it was last seen 2m01s ago')
})
