import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { FleetSnapshot } from '../../domain/fleet/fleet-snapshot.ts'
import { ago, aCluster, aFleet, thousandClusters } from '#test/domain/sample-snapshot.ts'
import { transcript } from '#test/cli/sample-transcript.ts'
import { memoryIo } from '#test/cli/memory-io.ts'
import { runCli } from '../run-cli.ts'

let cwd = ''
beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'fitout-status-'))
  await writeFile(join(cwd, 'fleet.json'), JSON.stringify(thousandClusters()))
})
afterAll(() => rm(cwd, { recursive: true }))

const golden = '../../../test/golden/cli'

describe('Status from a snapshot', () => {
  const cases = [
    { name: 'status', typed: 'fitout status --snapshot fleet.json' },
    { name: 'status-named', typed: 'fitout status --snapshot fleet.json prod/payments-eu prod/search-us' },
    { name: 'status-wide', typed: 'fitout status --snapshot fleet.json -o wide -q is:held' },
    { name: 'status-md', typed: 'fitout status --snapshot fleet.json -o md -q is:failed' },
    { name: 'status-name', typed: 'fitout status --snapshot fleet.json -o name -q cause:HandOverKeyMissing' },
    { name: 'status-json', typed: 'fitout status --snapshot fleet.json -o json -q edge-7' },
    { name: 'status-yaml', typed: 'fitout status --snapshot fleet.json -o yaml edge/edge-7' },
    { name: 'status-selector', typed: 'fitout status --snapshot fleet.json -l env=edge' },
    { name: 'status-nothing', typed: 'fitout status --snapshot fleet.json -q is:paused' },
    { name: 'status-bad-query', typed: 'fitout status --snapshot fleet.json -q state:held' },
    { name: 'status-bad-name', typed: 'fitout status --snapshot fleet.json prod/paymnets-eu' },
    { name: 'status-bad-file', typed: 'fitout status --snapshot flet.json' },
    { name: 'status-bad-watch', typed: 'fitout status --snapshot fleet.json -w' },
  ]
  test.for(cases)('is golden: $name', async ({ name, typed }) => {
    const said = await transcript(typed, io => runCli(typed.split(' ').slice(1), io), { cwd })
    await expect(said).toMatchFileSnapshot(`${golden}/${name}.txt`)
  })

  test('has signs of ASCII where nothing else can be shown', async () => {
    const io = memoryIo({ cwd })
    await runCli(['status', '--snapshot', 'fleet.json', 'prod/payments-eu'], io)
    expect(io.stdout()).toContain('+ + + + ! . .')
  })

  const fleets: readonly { name: string; given: FleetSnapshot; want: string }[] = [
    { name: 'there are no clusters', given: aFleet([]), want: 'No Cluster API clusters yet\n' },
    {
      name: 'no Fitout selects one',
      given: aFleet([], { unselected: 42 }),
      want: '42 clusters, none selected by a Fitout\n',
    },
    { name: 'all is well', given: aFleet([aCluster('a/b')]), want: '1 cluster: 1 Ready\n' },
    {
      name: 'some are not selected',
      given: aFleet([aCluster('a/b')], { unselected: 2 }),
      want: '1 cluster: 1 Ready\n2 more clusters have no Fitout\n',
    },
  ]
  test.for(fleets)('says so if $name', async ({ given, want }) => {
    const io = memoryIo({ stdin: JSON.stringify(given) })
    expect([await runCli(['status', '--snapshot', '-'], io), io.stdout()]).toEqual([0, want])
  })

  test('says that the controller was dead when it was made', async () => {
    const fleet = aFleet([aCluster('a/b')], { controllerSeenAt: ago(130_000) })
    const io = memoryIo({ stdin: JSON.stringify(fleet) })
    await runCli(['status', '--snapshot', '-'], io)
    expect(io.stderr()).toBe(
      `note: as of ${ago(0)}; the controller is not running: it was last seen 2m10s ago, at ${ago(130_000)}; the output is as of then\n`,
    )
  })

  test('says which shards had no controller when it was made', async () => {
    const shards = [
      { key: 'blue', controllerSeenAt: ago(5000) },
      { key: 'green' },
      { key: 'red', controllerSeenAt: ago(130_000) },
    ]
    const fleet = aFleet([aCluster('a/b')], { controllerSeenAt: ago(1000), shards })
    const io = memoryIo({ stdin: JSON.stringify(fleet) })
    await runCli(['status', '--snapshot', '-'], io)
    const none = 'no controller runs for the clusters of shard'
    expect(io.stderr()).toBe(
      `note: as of ${ago(0)}; ${none} "green"; ${none} "red": it was last seen 2m10s ago, at ${ago(130_000)}\n`,
    )
  })

  test('marks a step that cannot be read now', async () => {
    const [cluster] = aFleet([aCluster('a/b')]).clusters
    const steps = cluster?.steps.map(step =>
      step.name === 'dns' ? { ...step, unreadSince: ago(1000) } : step,
    )
    const io = memoryIo({ stdin: JSON.stringify(aFleet([aCluster('a/b', { steps: steps ?? [] })])) })
    await runCli(['status', '--snapshot', '-', 'a/b'], io)
    expect(io.stdout()).toContain('+ + +?+ + + +')
  })

  test('shows what clusters say without what could move the cursor', async () => {
    const cause = { reason: 'ProofFailed', message: 'bad \u001B[2J words', actor: 'Operator' } as const
    const io = memoryIo({ stdin: JSON.stringify(aFleet([aCluster('a/b', { state: 'Failed', cause })])) })
    await runCli(['status', '--snapshot', '-'], io)
    expect(io.stdout()).toContain('bad ?[2J words')
  })
})
