import { describe, expect, test } from 'vitest'
import { aClusterAt, aFleet, thousandClusters } from '#test/domain/sample-snapshot.ts'
import { sampleFleet } from '#test/simulator/sample-fleet.ts'
import { transcript } from '#test/cli/sample-transcript.ts'
import { runOn, way } from '#test/cli/sample-world.ts'
import { memoryIo } from '#test/cli/memory-io.ts'
import { runCli } from '../run-cli.ts'
import { runWhy } from './run-why.ts'

const golden = '../../../test/golden/cli'

describe('Why, from a snapshot, is golden:', () => {
  const stuck = aClusterAt('dev/late', {
    state: 'Stuck',
    step: 'cni',
    stepState: 'Stuck',
    sinceMs: 850_000,
    cause: {
      reason: 'ProofInProgress',
      message: 'DaemonSet kube-system/cilium: Available 1/3 pods',
      actor: 'Operator',
    },
  })
  const fleet = thousandClusters()
  const stdin = JSON.stringify(aFleet([...fleet.clusters, stuck], { fitouts: fleet.fitouts }))
  const cases = [
    { name: 'why-held', typed: 'fitout why prod/payments-eu --snapshot -' },
    { name: 'why-stuck', typed: 'fitout why dev/late --snapshot -' },
    { name: 'why-ready', typed: 'fitout why prod/shop-001 --snapshot -' },
    { name: 'why-json', typed: 'fitout why prod/search-us --snapshot - -o json' },
    { name: 'why-yaml', typed: 'fitout why prod/search-us --snapshot - -o yaml' },
    { name: 'why-nobody', typed: 'fitout why payments-ue --snapshot -' },
  ]
  test.for(cases)('$name', async ({ name, typed }) => {
    const said = await transcript(typed, io => runCli(typed.split(' ').slice(1), io), { stdin })
    await expect(said).toMatchFileSnapshot(`${golden}/${name}.txt`)
  })

  test('the commands that it shows ask the same fleet', async () => {
    const typed = 'why prod/payments-eu --snapshot - --context mgmt'
    const io = memoryIo({ stdin })
    await runCli(typed.split(' '), io)
    expect(io.stdout()).toContain('this cause: fitout status -q cause:HandOverKeyMissing --context mgmt\n')
    expect(io.stdout()).toContain('         fitout refresh prod/payments-eu --context mgmt\n')
  })

  test('a snapshot that was edited gives an honest answer', async () => {
    const evidence = [{ on: 'Workload', object: {}, health: 'Green' }]
    const steps = stuck.steps.map(step => ({ ...step, evidence }))
    const io = memoryIo({ stdin: JSON.stringify({ ...fleet, clusters: [{ ...stuck, steps }] }) })
    expect(await runCli(['why', 'dev/late', '--snapshot', '-'], io)).toBe(0)
    expect(io.stdout()).toContain('NotExplained')
  })
})

test('Why, on a live fleet, goes down to the pod whose image is not there', async () => {
  const { fleet } = sampleFleet(1, { seed: 1, workload: { hasImage: () => false } })
  await fleet.clock.advance(120_000)
  const flags = { ...way, output: 'text' } as const
  const said = await transcript('fitout why cluster-0', io =>
    runOn(fleet, setting => runWhy({ cluster: 'cluster-0', step: undefined, flags }, setting), { io }),
  )
  await fleet.stop()
  await expect(said).toMatchFileSnapshot(`${golden}/live-why-image.txt`)
})
