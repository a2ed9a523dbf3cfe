import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ApiError } from '../../engine/api/api-error.ts'
import type { SimulatedFleet } from '../../simulator/fleet/simulated-fleet.ts'
import { commands } from '../commands/all-commands.ts'
import type { CommandSetting } from '../fleet/open-fleet.ts'
import { troubledFleet } from '#test/cli/sample-trouble.ts'
import { runOn, sampleWorld } from '#test/cli/sample-world.ts'
import { memoryIo } from '#test/cli/memory-io.ts'
import { sampleCommand } from '#test/cli/sample-command.ts'
import { printCandidates } from './print-candidates.ts'

async function refuse(): Promise<never> {
  throw new ApiError('Unreachable', { call: 'list' })
}

test('A candidate stands on its own line, with its meaning after a tab if it has one', async () => {
  const io = memoryIo()
  await printCandidates(['--', ''], io, { commands: [sampleCommand] })
  await printCandidates(['--', 'ship', '--speed', ''], io, { commands: [sampleCommand] })
  expect(io.stdout()).toBe('ship\tShip parcels to a port\nslow\nfast\n')
})

describe('Names of files are left to the shell', () => {
  const cases = [
    { given: ['pack', 'web', ''], want: ':files\n' },
    { given: ['simulate', '-f', 'x'], want: ':files\n' },
    { given: ['status', '--snapshot', ''], want: ':files\n' },
    { given: ['status', '--snapshot=f'], want: ':files\n' },
    { given: ['controller', '--kubeconfig', ''], want: ':files\n' },
    { given: ['status', '--', '--snapshot=f'], want: '' },
  ]
  test.for(cases)('$given', async ({ given, want }) => {
    const io = memoryIo()
    const world = { connect: refuse }
    await printCandidates(['--', ...given], io, { commands, world })
    expect(io.stdout()).toBe(want)
  })
})

test('A completion that breaks prints nothing and does not fail', async () => {
  const io = memoryIo()
  const broken = {
    ...sampleCommand,
    get name(): string {
      throw new Error('broken')
    },
  }
  expect(await printCandidates(['--', 'ship', ''], io, { commands: [broken] })).toBe(0)
  expect(io.stdout() + io.stderr()).toBe('')
})

describe('Names of the fleet', () => {
  let fleet: SimulatedFleet
  beforeAll(async () => {
    fleet = await troubledFleet()
  })
  afterAll(() => fleet.stop())

  async function candidates(words: readonly string[], world = sampleWorld(fleet)): Promise<string[]> {
    const io = memoryIo()
    const run = ({ world: seen }: CommandSetting) =>
      printCandidates(['--', ...words], io, { commands, world: seen })
    expect(await runOn(fleet, run, { io, world })).toBe(0)
    expect(io.stderr()).toBe('')
    return io.stdout().split('\n').slice(0, -1)
  }

  const cases = [
    {
      name: 'are offered with their namespaces',
      given: ['why', ''],
      want: ['default/cluster-0', 'default/cluster-1', 'default/cluster-2', 'default/cluster-3'],
    },
    {
      name: 'are completed without a namespace, too',
      given: ['wait', 'cluster-0', 'cluster-1'],
      want: ['cluster-1'],
    },
    {
      name: 'need no namespace where it was given',
      given: ['status', '-n', 'default', ''],
      want: ['cluster-0', 'cluster-1', 'cluster-2', 'cluster-3'],
    },
    { name: 'are those of steps behind a cluster', given: ['why', 'cluster-0', 'f'], want: ['flux'] },
    { name: 'are not asked for where a flag is typed', given: ['why', '--x'], want: [] },
    { name: 'are not asked for behind a flag that takes a value', given: ['status', '-q', ''], want: [] },
  ]
  for (const { name, given, want } of cases) {
    test(name, async () => expect(await candidates(given)).toEqual(want))
  }

  test('stay away without a word if nobody answers', async () => {
    const world = sampleWorld(fleet, { management: api => ({ ...api, list: refuse }) })
    expect(await candidates(['why', ''], world)).toEqual([])
  })
})
