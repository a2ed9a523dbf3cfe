import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { ago, aClusterAt, thousandClusters } from '#test/domain/sample-snapshot.ts'
import { instantOf } from '../plan/step-status.ts'
import { clusterOfRow, type FleetRow, rowOf } from './fleet-row.ts'
import { type FleetCluster, type FleetSnapshot, idOf } from './fleet-snapshot.ts'
import { chooseClusters } from './query/matches-query.ts'
import { parseQuery } from './query/parse-query.ts'
import { countCauses, countStates } from './sum-fleet.ts'
import { timeWords } from './time-in-state.ts'

const fleet = thousandClusters()
const again: FleetSnapshot = {
  ...fleet,
  clusters: overNetwork(fleet.clusters.map(rowOf)).map(row => clusterOfRow(row, fleet.fitouts)),
}

function overNetwork(rows: readonly FleetRow[]): readonly FleetRow[] {
  return JSON.parse(JSON.stringify(rows))
}

describe('A fleet that was carried as rows', () => {
  test('has the same states, causes and times in the same words', () => {
    expect(countStates(again.clusters)).toEqual(countStates(fleet.clusters))
    expect(countCauses(again.clusters)).toEqual(countCauses(fleet.clusters))
    expect(again.clusters.map(cluster => timeWords(cluster, again))).toEqual(
      fleet.clusters.map(cluster => timeWords(cluster, fleet)),
    )
  })

  const queries = [
    'is:held',
    '-is:ready',
    'step:karpenter',
    'cause:HandOverKeyMissing',
    'k8s:<1.35',
    'for:>10m',
    'actor:git',
    'fitout:eks',
    'env=prod',
    'payments',
  ] as const
  for (const query of queries) {
    test(`is searched alike: ${query}`, () => {
      const parsed = parseQuery(query)
      expect(chooseClusters(parsed, again).map(idOf)).toEqual(chooseClusters(parsed, fleet).map(idOf))
    })
  }

  test('keeps the state of every step, and the times of those that are open', () => {
    const cluster = aClusterAt('prod/blue', {
      state: 'Stuck',
      step: 'karpenter',
      stepState: 'Stuck',
      sinceMs: 60_000,
    })
    const found = clusterOfRow(rowOf(cluster), fleet.fitouts)
    expect(found.steps.map(({ state }) => state)).toEqual(cluster.steps.map(({ state }) => state))
    expect(found.step).toBe('karpenter')
    expect(found.steps.find(({ name }) => name === 'karpenter')?.since).toBe(ago(60_000))
  })

  test('says by which step a row stands even if the Fitout is not there any more', () => {
    const row: FleetRow = { id: 'prod/blue', fitout: 'gone', state: 'Held', at: 1, steps: 'rh' }
    expect(clusterOfRow(row, []).steps).toEqual([
      { name: 'step-1', state: 'Ready' },
      { name: 'step-2', state: 'Held' },
    ])
  })
})

describe('A fleet of 1,000 clusters with 8 steps each, all names and times different', () => {
  const rows = Array.from({ length: 1000 }, (_, index) => rowOf(busyCluster(index)))

  test('is at most 50 KB with gzip', () => {
    expect(gzipSync(JSON.stringify({ rows })).length).toBeLessThanOrEqual(50 * 1024)
  })

  test('is at most 1.5 KB with gzip for a change of 20 of them', () => {
    for (const start of [0, 137, 740]) {
      const patch = { topic: 'fleet', seq: 4711, asOf: instantOf(0), rows: rows.slice(start, start + 20) }
      expect(gzipSync(JSON.stringify(patch)).length).toBeLessThanOrEqual(1536)
    }
  })
})

// Numbers that look like chance, the same in each run.
function mixed(index: number, salt: number): number {
  return ((index + 1) * 2_654_435_761 + salt * 40_503) % 1_000_003
}

const words = ['payments', 'search', 'checkout', 'ledger', 'catalog', 'mail', 'risk', 'media', 'edge', 'team']
const steps = ['api', 'cni', 'dns', 'flux', 'karpenter', 'nodes', 'add-ons', 'monitoring'] as const

function busyCluster(index: number): FleetCluster {
  const start = 1_795_000_000_000 + mixed(index, 1) * 1000
  const isOpen = mixed(index, 2) % 10 === 0
  const at = mixed(index, 3) % steps.length
  const [namespace, env] = [['prod', 'staging', 'dev', 'edge'] as const, ['prod', 'staging', 'dev'] as const]
  return {
    namespace: namespace[mixed(index, 4) % 4] ?? 'prod',
    name: `${words[mixed(index, 5) % words.length]}-${mixed(index, 6) % 10_000}`,
    labels: {
      'cilium.example.com/enabled': 'true',
      'fluxcd.io/enabled': 'true',
      'karpenter.sh/enabled': 'true',
      'nodes.example.com/enabled': 'true',
      'fitout.dev/profile': 'eks',
      env: env[mixed(index, 7) % 3] ?? 'prod',
      region: `eu-west-${mixed(index, 8) % 3}`,
    },
    fitout: 'eks',
    kubernetesVersion: `v1.3${(mixed(index, 9) % 3) + 3}.${mixed(index, 10) % 9}`,
    state: isOpen ? 'Held' : 'Ready',
    startedAt: instantOf(start),
    since: instantOf(start + mixed(index, 11) * 100),
    ...(isOpen ? { step: steps[at] ?? 'api' } : {}),
    steps: steps.map((name, position) =>
      isOpen && position >= at
        ? {
            name,
            state: position === at ? 'Held' : 'Waiting',
            since: instantOf(start + mixed(index, 12) * 10),
          }
        : {
            name,
            state: 'Ready',
            openedAt: instantOf(start + position * 60_000),
            readyAt: instantOf(start + position * 60_000 + (mixed(index, 13) % 60_000)),
            since: instantOf(start + position * 60_000 + (mixed(index, 13) % 60_000)),
          },
    ),
    ...(isOpen
      ? {
          cause: {
            reason: 'HandOverKeyMissing',
            message: `Secret "${words[mixed(index, 5) % words.length]}-${mixed(index, 6) % 10_000}-eks-connection" lacks key "karpenter_iam_role_arn"`,
            actor: 'Git',
            step: steps[at] ?? 'api',
            since: instantOf(start + mixed(index, 12) * 10),
            next: 'Add output "karpenter_iam_role_arn" to the Terraform workspace and apply it',
          },
        }
      : {}),
  }
}
