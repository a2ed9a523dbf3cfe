import { globSync, readFileSync } from 'node:fs'
import { loadAll } from 'js-yaml'
import { describe, expect, test } from 'vitest'
import type { Api, ApplyCall } from '../../src/engine/api/api.ts'
import type { KubeObject } from '../../src/engine/api/kube-object.ts'
import { History } from '../../src/simulator/faults/history.ts'
import { karpenterChart } from '../simulator/sample-packs.ts'
import { gates, sampleObjects } from '../simulator/sample-plan.ts'
import { SimulatedFleet } from '../../src/simulator/fleet/simulated-fleet.ts'
import { checkAll } from './check-all.ts'
import { fromSimulator } from './from-simulator.ts'
import { mergeHistories } from './history/from-audit.ts'
import type { History as Lines } from './history/line.ts'
import { recordStore } from './record-store.ts'
import { readAdmissionPolicy } from './admission-policy.ts'
import { grantsOf } from './rights/grants.ts'

const READY_MS = 600_000
const QUIET_MS = 120_000

/** What the controller sends in place of what it means to send; undefined for what is left alone. */
type Bug = (object: KubeObject, call: ApplyCall) => readonly [KubeObject, ApplyCall] | undefined

/** One cluster, fitted out by the real controller, and all that was seen of it. */
async function aRun(bug?: Bug) {
  const fleet = new SimulatedFleet({ seed: 1, workload: { chartOf: karpenterChart } })
  const audit = new History(fleet.clock.elapsed)
  recordStore(fleet.management, { server: 'management', history: audit })
  const serve = fleet.management.api.bind(fleet.management)
  fleet.management.api = user => withBug(serve(user), bug)
  for (const object of sampleObjects(['blue'])) fleet.put(object)
  fleet.start()
  const isReady = await fleet.run(() => fleet.readyCount === 1, READY_MS)
  const from = fleet.clock.elapsed() + QUIET_MS / 2
  if (!bug) await fleet.clock.advance(QUIET_MS)
  const to = fleet.clock.elapsed()
  const onWorkload = fromSimulator(fleet.history.lines).filter(({ server }) => server !== 'management')
  const history: Lines = mergeHistories(fromSimulator(audit.lines), onWorkload)
  return { isReady, history, log: JSON.stringify(fleet.log), quiet: [{ from, to }] }
}

function withBug(api: Api, bug: Bug | undefined): Api {
  return {
    ...api,
    apply: (resource, object, call) => {
      const isLabels = resource.plural === 'clusters' && call.subresource === undefined
      const [sent, how] = (isLabels ? bug?.(object, call) : undefined) ?? [object, call]
      return api.apply(resource, sent, how)
    },
  }
}

function withMetadata(object: KubeObject, metadata: object): KubeObject {
  return { ...object, metadata: { ...object.metadata, ...metadata } }
}

function withoutMetadata(object: KubeObject, field: string): KubeObject {
  const rest = Object.entries(object.metadata).filter(([name]) => name !== field)
  return { ...object, metadata: Object.fromEntries(rest) as never }
}

describe('The controller', () => {
  test('breaks no rule where nothing goes wrong', async () => {
    const { isReady, history, log, quiet } = await aRun()
    const deployed = globSync('deploy/{controller,admission-policy}/*.yaml').flatMap(file =>
      loadAll(readFileSync(file, 'utf8')),
    )
    const report = checkAll(history, {
      quiet,
      secrets: { canaries: [{ name: 'queue', value: 'queue-of-blue' }], sinks: [{ name: 'log', text: log }] },
      grants: grantsOf(deployed),
      policy: readAdmissionPolicy(deployed, 'fitout-own-writes'),
      isComplete: false,
    })
    expect(isReady).toBe(true)
    expect(report.text).toMatch(
      /^looked at \d+ lines: calls by Fitout \d{3,}, writes \d{2,}\nno rule was broken\n$/,
    )
  })

  test.for<{ name: string; bug: Bug; rules: readonly string[] }>([
    {
      name: 'leaves the uid out of a gate',
      bug: (object, call) => [withoutMetadata(object, 'uid'), call],
      rules: ['preconditions'],
    },
    {
      name: 'leaves the version out of a gate',
      bug: (object, call) => [withoutMetadata(object, 'resourceVersion'), call],
      rules: ['preconditions'],
    },
    {
      name: 'takes labels by force',
      bug: (object, call) => [object, { ...call, force: true }],
      rules: ['ownWrites'],
    },
    {
      name: 'opens a gate too early',
      bug: (object, call) => [
        withMetadata(object, { labels: { ...object.metadata.labels, [gates.nodes]: 'true' } }),
        call,
      ],
      rules: ['order'],
    },
    {
      name: 'writes a label that is no gate',
      bug: (object, call) => [withMetadata(object, { labels: { ...object.metadata.labels, a: 'b' } }), call],
      rules: ['order', 'ownWrites'],
    },
    {
      name: 'closes a gate when it opens another',
      bug: ({ metadata, ...object }, call) => {
        const { [gates.cni]: cni, ...labels } = metadata.labels ?? {}
        const isLater = cni !== undefined && gates.flux in labels
        return isLater ? [{ ...object, metadata: { ...metadata, labels } }, call] : undefined
      },
      rules: ['latch'],
    },
  ])('is found out when it $name', async ({ bug, rules }) => {
    const { history } = await aRun(bug)
    const { violations } = checkAll(history, { writeFactor: Infinity })
    expect([...new Set(violations.map(({ rule }) => rule))].toSorted()).toEqual(rules.toSorted())
  })
})
