import type { ComponentFacts, ReleaseLine, FactSource } from '../component-facts.ts'

interface Row {
  readonly line: string
  /** The clusters it may run on. */
  readonly management: readonly [string, string]
  /** The clusters it may manage. */
  readonly workload: readonly [string, string]
  readonly ownPatches?: Readonly<Record<string, string>>
  readonly ends?: string
  /** The release whose book says so. */
  readonly book: string
}

const rows = [
  { line: '0.3', management: ['1.16', '1.21'], workload: ['1.16', '1.22'], book: 'v1.2.12' },
  { line: '0.4', management: ['1.19', '1.23'], workload: ['1.18', '1.23'], book: 'v1.2.12' },
  {
    line: '1.0',
    management: ['1.19', '1.23'],
    workload: ['1.18', '1.23'],
    ends: '2022-12-01',
    book: 'v1.2.12',
  },
  {
    line: '1.1',
    management: ['1.19', '1.24'],
    workload: ['1.18', '1.24'],
    ends: '2023-03-28',
    book: 'v1.2.12',
  },
  {
    line: '1.2',
    management: ['1.20', '1.26'],
    workload: ['1.18', '1.26'],
    ends: '2023-07-25',
    book: 'v1.5.8',
  },
  {
    line: '1.3',
    management: ['1.20', '1.26'],
    workload: ['1.18', '1.26'],
    ends: '2023-12-05',
    book: 'v1.5.8',
  },
  {
    line: '1.4',
    management: ['1.23', '1.27'],
    workload: ['1.21', '1.27'],
    ownPatches: { '1.27': '1.4.2' },
    ends: '2024-04-16',
    book: 'v1.4.9',
  },
  {
    line: '1.5',
    management: ['1.24', '1.28'],
    workload: ['1.22', '1.28'],
    ownPatches: { '1.28': '1.5.1' },
    ends: '2024-08-12',
    book: 'v1.7.9',
  },
  {
    line: '1.6',
    management: ['1.25', '1.29'],
    workload: ['1.23', '1.29'],
    ownPatches: { '1.29': '1.6.1' },
    ends: '2024-12-10',
    book: 'v1.7.9',
  },
  {
    line: '1.7',
    management: ['1.26', '1.30'],
    workload: ['1.24', '1.30'],
    ownPatches: { '1.30': '1.7.1' },
    ends: '2025-04-22',
    book: 'v1.7.9',
  },
  {
    line: '1.8',
    management: ['1.27', '1.31'],
    workload: ['1.25', '1.31'],
    ownPatches: { '1.31': '1.8.1' },
    ends: '2025-08-12',
    book: 'release-1.9',
  },
  {
    line: '1.9',
    management: ['1.28', '1.32'],
    workload: ['1.26', '1.32'],
    ownPatches: { '1.32': '1.9.1' },
    ends: '2025-12-18',
    book: 'release-1.9',
  },
  {
    line: '1.10',
    management: ['1.29', '1.33'],
    workload: ['1.27', '1.33'],
    ownPatches: { '1.33': '1.10.1' },
    ends: '2026-04-21',
    book: 'release-1.10',
  },
  {
    line: '1.11',
    management: ['1.30', '1.34'],
    workload: ['1.28', '1.34'],
    ownPatches: { '1.34': '1.11.1' },
    ends: '2026-08-18',
    book: 'release-1.11',
  },
  {
    line: '1.12',
    management: ['1.31', '1.36'],
    workload: ['1.29', '1.36'],
    // The release notes name 1.36 only from 1.12.11 on. Below 1.12.8 both say no.
    ownPatches: { '1.35': '1.12.1', '1.36': '1.12.8' },
    book: 'v1.14.2',
  },
  {
    line: '1.13',
    management: ['1.32', '1.37'],
    workload: ['1.30', '1.37'],
    ownPatches: { '1.36': '1.13.1', '1.37': '1.13.6' },
    book: 'v1.14.2',
  },
  {
    line: '1.14',
    management: ['1.33', '1.37'],
    workload: ['1.31', '1.37'],
    ownPatches: { '1.37': '1.14.1' },
    book: 'v1.14.2',
  },
] satisfies readonly Row[]

/** Cluster API, on the cluster on which it runs: its table leaves empty what it does not support. */
export const clusterApi = {
  title: 'Cluster API',
  relation: 'runs',
  older: 'unsupported',
  newer: 'unsupported',
  lines: rows.map(row => toLine(row, row.management)),
} satisfies ComponentFacts

/** Cluster API, for the clusters that it manages from outside. */
export const clusterApiManager = {
  title: 'Cluster API',
  relation: 'manages',
  older: 'unsupported',
  newer: 'unsupported',
  lines: rows.map(row => toLine(row, row.workload)),
} satisfies ComponentFacts

function toLine(
  { line, ownPatches, ends, book: release }: Row,
  kubernetes: readonly [string, string],
): ReleaseLine {
  return {
    line,
    kubernetes,
    ...(ownPatches && { ownPatches }),
    ...(ends !== undefined && { support: { ends, source: book('v1.14.2') } }),
    source: book(release),
  }
}

// The books of tags were read last; those of branches before.
function book(release: string): FactSource {
  const path = 'docs/book/src/reference/versions.md'
  return {
    url: `https://github.com/kubernetes-sigs/cluster-api/blob/${release}/${path}`,
    asOf: release.startsWith('v') ? '2026-11-15' : '2026-08-21',
  }
}
