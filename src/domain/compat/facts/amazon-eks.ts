import type { ComponentFacts, ReleaseLine, FactSource } from '../component-facts.ts'

const guide = {
  url: 'https://github.com/awsdocs/amazon-eks-user-guide/blob/mainline/latest/ug/clusters/kubernetes-versions.adoc',
  asOf: '2024-12-18',
} satisfies FactSource
const table = { url: 'https://endoflife.date/amazon-eks', asOf: '2026-08-22' } satisfies FactSource

/** Amazon EKS, by the Kubernetes that it offers. There is no 1.37 here: no source showed it yet. */
export const amazonEks = {
  title: 'EKS',
  relation: 'runs',
  older: 'unknown',
  newer: 'unknown',
  lines: [
    offer('1.24', ['2024-01-31', '2025-01-31'], guide),
    offer('1.25', ['2024-05-01', '2025-05-01'], guide),
    offer('1.26', ['2024-06-11', '2025-06-11'], guide),
    offer('1.27', ['2024-07-24', '2025-07-24'], guide),
    offer('1.28', ['2024-11-26', '2025-11-26'], guide),
    offer('1.29', ['2025-03-23', '2026-03-23'], guide),
    offer('1.30', ['2025-07-23', '2026-07-23'], guide),
    offer('1.31', ['2025-11-26', '2026-11-26'], guide),
    offer('1.32', ['2026-03-23', '2027-03-23'], table),
    offer('1.33', ['2026-07-29', '2027-07-29'], table),
    offer('1.34', ['2026-12-02', '2027-12-02'], table),
    offer('1.35', ['2027-03-27', '2028-03-27'], table),
    offer('1.36', ['2027-08-02', '2028-08-02'], table),
  ],
} satisfies ComponentFacts

function offer(
  line: string,
  [standardEnds, ends]: readonly [string, string],
  source: FactSource,
): ReleaseLine {
  return { line, kubernetes: [line, line], support: { standardEnds, ends, source }, source }
}
