import { afterEach, beforeEach, expect, test } from 'vitest'
import { transcript } from '#test/cli/sample-transcript.ts'
import { endPods, runController } from '#test/cli/sample-management.ts'
import { runOn, sampleWorld, way } from '#test/cli/sample-world.ts'
import { sampleFleet } from '#test/simulator/sample-fleet.ts'
import { ApiError } from '../../engine/api/api-error.ts'
import type { Api } from '../../engine/api/api.ts'
import type { SimulatedFleet } from '../../simulator/fleet/simulated-fleet.ts'
import type { ExitCode } from '../command/exit-code.ts'
import type { CommandSetting } from '../fleet/open-fleet.ts'
import { runCheck } from './run-check.ts'
import { type InstallFlags, runInstall } from './run-install.ts'
import { runUninstall } from './run-uninstall.ts'

type Run = (setting: CommandSetting) => Promise<ExitCode>

const usual: InstallFlags = {
  ...way,
  image: 'registry.example/fitout:0.1.0',
  namespaces: undefined,
  values: undefined,
  set: undefined,
  export: false,
  'dry-run': false,
  wait: 'true',
  timeout: '1s',
}
const install: Run = setting => runInstall(usual, setting)
const check: Run = setting => runCheck({ ...way, output: 'text' }, setting)
const removal = { ...way, yes: true, 'close-gates': false, crds: false, timeout: '1m' }
const uninstall: Run = setting => runUninstall(removal, setting)

let fleet: SimulatedFleet
beforeEach(async () => {
  ;({ fleet } = sampleFleet(1, { seed: 1 }))
  await fleet.clock.advance(1_000)
})
afterEach(() => fleet.stop())

/** The server, until so many calls were made; from then on nobody answers. */
function lostAfter(calls: number): { readonly management: (api: Api) => Api; readonly count: () => number } {
  let made = 0
  const guarded =
    <Args extends readonly unknown[], Answer>(call: (...args: Args) => Promise<Answer>) =>
    async (...args: Args): Promise<Answer> => {
      made++
      if (made > calls) throw new ApiError('Unreachable', { call: 'ask' })
      return call(...args)
    }
  const management = (api: Api): Api => ({
    ...api,
    get: guarded(api.get),
    list: guarded(api.list),
    create: guarded(api.create),
    apply: guarded(api.apply),
    update: guarded(api.update),
    delete: guarded(api.delete),
    discover: guarded(api.discover),
    version: guarded(api.version),
  })
  return { management, count: () => made }
}

async function lose(run: Run, calls: number): Promise<{ readonly text: string; readonly made: number }> {
  const { management, count } = lostAfter(calls)
  const world = sampleWorld(fleet, { management })
  const text = await transcript('fitout', io => runOn(fleet, run, { io, world }))
  return { text, made: count() }
}

const lost = /^> error: cannot .*: context "mgmt": connection refused: 10\.0\.0\.1:6443\n.*\(exit 4\)\n$/s

/** Loses the server at the first call, at the second, and so on, until the command comes through. Gives how often. */
async function loseAtEachCall(run: Run): Promise<number> {
  for (let calls = 0; ; calls++) {
    const { text, made } = await lose(run, calls)
    if (made <= calls) return calls
    expect(text.slice(text.lastIndexOf('> error'))).toMatch(lost)
  }
}

test('A server that is lost in the middle is named, and the command ends with 4; then the same command does the rest', async () => {
  expect(await loseAtEachCall(install)).toBeGreaterThan(50)
  await runController(fleet)
  expect(await loseAtEachCall(check)).toBeGreaterThan(15)
  endPods(fleet)
  expect(await loseAtEachCall(uninstall)).toBeGreaterThan(15)
  expect(await lose(uninstall, 1_000)).toMatchObject({
    text: expect.stringContaining('Fitout is not installed in namespace fitout-system'),
  })
})

test('An installation that ends in the middle says so', async () => {
  const { text } = await lose(install, 75)
  expect(text).toContain(`> note: the installation is incomplete; run the same command again to complete it
> error: cannot apply`)
})
