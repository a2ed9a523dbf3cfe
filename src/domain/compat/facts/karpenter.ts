import type { ComponentFacts, ReleaseLine, FactSource, Support } from '../component-facts.ts'

const compatibility = {
  url: 'https://karpenter.sh/docs/upgrading/compatibility/',
  asOf: '2026-08-21',
} satisfies FactSource

/**
 * Karpenter for AWS. Its oldest and newest Kubernetes are compiled in, and it logs an error outside of them.
 *
 * There is no 1.15 here: its range was not found. Nor is there a minimum for Kubernetes 1.37.
 */
export const karpenter = {
  title: 'Karpenter',
  relation: 'runs',
  older: 'unsupported',
  newer: 'unsupported',
  minimums: {
    byKubernetes: {
      '1.23': '0.21',
      '1.24': '0.21',
      '1.25': '0.25',
      '1.26': '0.28',
      '1.27': '0.28',
      '1.28': '0.31',
      '1.29': '0.34',
      '1.30': '0.37',
      '1.31': '1.0.5',
      '1.32': '1.2',
      '1.33': '1.5',
      '1.34': '1.6',
      '1.35': '1.9',
      '1.36': '1.13',
    },
    source: compatibility,
  },
  lines: [
    line('0.31', ['1.23', '1.28'], '2023-10-30'),
    line('0.32', ['1.23', '1.28'], '2023-12-05'),
    line('0.33', ['1.23', '1.28'], '2024-02-06'),
    line('0.34', ['1.23', '1.29'], '2024-02-29'),
    line('0.35', ['1.23', '1.29'], '2024-04-10'),
    line('0.36', ['1.23', '1.29'], '2024-05-28'),
    line('0.37', ['1.23', '1.30'], '2024-08-14'),
    line('1.0', ['1.25', '1.31'], '2024-11-30'),
    line('1.1', ['1.25', '1.31'], '2025-01-28'),
    line('1.2', ['1.25', '1.32'], '2025-03-04'),
    line('1.3', ['1.25', '1.32'], '2025-04-16'),
    line('1.4', ['1.25', '1.32'], '2025-05-23'),
    line('1.5', ['1.26', '1.33'], '2025-07-14'),
    line('1.6', ['1.26', '1.34'], '2025-09-15'),
    line('1.7', ['1.26', '1.34'], '2025-10-08'),
    line('1.8', ['1.26', '1.34'], '2026-02-06'),
    // Supported for a year. The sources name the month; this is its last day.
    line('1.9', ['1.26', '1.35'], '2027-02-28'),
    line('1.10', ['1.26', '1.35'], '2026-04-06'),
    line('1.11', ['1.26', '1.35'], '2026-04-24'),
    line('1.12', ['1.26', '1.35'], '2026-06-10'),
    line('1.13', ['1.26', '1.36'], '2026-07-10'),
    // Supported for a year, as 1.9 is.
    line('1.14', ['1.26', '1.36'], '2027-07-31'),
  ],
} satisfies ComponentFacts

function line(line: string, kubernetes: readonly [string, string], ends: string): ReleaseLine {
  return { line, kubernetes, support: until(ends), source: compatibility }
}

// But for the two that are supported for a year, a line is supported until the next one is released.
function until(ends: string): Support {
  const url = 'https://github.com/aws/karpenter-provider-aws/blob/main/SUPPORT.md'
  return { ends, source: { url, asOf: '2026-10-12' } }
}
