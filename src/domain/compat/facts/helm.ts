import type { ComponentFacts, ReleaseLine, FactSource } from '../component-facts.ts'

const helm3Table = {
  url: 'https://helm.sh/docs/v3/topics/version_skew',
  asOf: '2026-08-06',
} satisfies FactSource
const helm4Table = {
  url: 'https://helm.sh/docs/topics/version_skew/',
  asOf: '2026-08-06',
} satisfies FactSource
const helm3End = {
  url: 'https://github.com/helm/helm-www/blob/main/blog/2026-06-02-helm3-eol.md',
  asOf: '2026-08-06',
}

/** Helm supports the Kubernetes that it was compiled against and the three minor releases before; others are at one's own risk. */
export const helm = {
  title: 'Helm',
  relation: 'runs',
  older: 'unsupported',
  newer: 'unsupported',
  lines: [
    helm3('3.0', '1.13', '1.16'),
    helm3('3.1', '1.14', '1.17'),
    helm3('3.2', '1.15', '1.18'),
    helm3('3.3', '1.15', '1.18'),
    helm3('3.4', '1.16', '1.19'),
    helm3('3.5', '1.17', '1.20'),
    helm3('3.6', '1.18', '1.21'),
    helm3('3.7', '1.19', '1.22'),
    helm3('3.8', '1.20', '1.23'),
    helm3('3.9', '1.21', '1.24'),
    helm3('3.10', '1.22', '1.25'),
    helm3('3.11', '1.23', '1.26'),
    helm3('3.12', '1.24', '1.27'),
    helm3('3.13', '1.25', '1.28'),
    helm3('3.14', '1.26', '1.29'),
    helm3('3.15', '1.27', '1.30'),
    helm3('3.16', '1.28', '1.31'),
    helm3('3.17', '1.29', '1.32'),
    helm3('3.18', '1.30', '1.33'),
    helm3('3.19', '1.31', '1.34'),
    helm3('3.20', '1.32', '1.35'),
    helm3('3.21', '1.33', '1.36'),
    // The last of Helm 3, with fixes for security only. The tables stop before it and 4.3: both follow from what they link.
    {
      line: '3.22',
      kubernetes: ['1.34', '1.37'],
      support: { ends: '2027-02-10', source: helm3End },
      source: goMod('v3.22.0'),
    },
    { line: '4.0', kubernetes: ['1.31', '1.34'], source: helm4Table },
    { line: '4.1', kubernetes: ['1.32', '1.35'], source: helm4Table },
    { line: '4.2', kubernetes: ['1.33', '1.36'], source: helm4Table },
    { line: '4.3', kubernetes: ['1.34', '1.37'], source: goMod('v4.3.1') },
  ],
} satisfies ComponentFacts

function helm3(line: string, oldest: string, newest: string): ReleaseLine {
  return { line, kubernetes: [oldest, newest], source: helm3Table }
}

function goMod(tag: string): FactSource {
  return { url: `https://github.com/helm/helm/blob/${tag}/go.mod`, asOf: '2026-11-15' }
}
