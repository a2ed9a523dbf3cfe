import type { ComponentFacts, FactSource, Support } from '../component-facts.ts'

/**
 * Flux, as its maintainers publish it. Other distributions support other versions of Kubernetes.
 *
 * Flux names a minimum and offers no support below it; above what it was tested with it makes no statement.
 * The check of the Flux 2.4 and 2.9 command line lets one older minor release pass: the announcements decide here.
 */
export const flux = {
  title: 'Flux',
  relation: 'runs',
  older: 'unsupported',
  newer: 'unknown',
  lines: [
    { line: '2.0', kubernetes: ['1.24', '1.27'], support: until('2024-05-13'), source: archive('v2-0') },
    { line: '2.1', kubernetes: ['1.25', '1.28'], support: until('2024-09-30'), source: archive('v2-1') },
    { line: '2.2', kubernetes: ['1.26', '1.29'], support: until('2025-02-20'), source: archive('v2-2') },
    {
      line: '2.3',
      kubernetes: ['1.28', '1.30'],
      support: until('2025-05-29'),
      source: post('2024/05', '2.3'),
    },
    {
      line: '2.4',
      kubernetes: ['1.29', '1.31'],
      support: until('2025-09-30'),
      source: post('2024/09', '2.4'),
    },
    {
      line: '2.5',
      kubernetes: ['1.30', '1.32'],
      support: until('2026-02-24'),
      source: post('2025/02', '2.5'),
    },
    {
      line: '2.6',
      kubernetes: ['1.31', '1.33'],
      support: until('2026-06-30'),
      source: post('2025/05', '2.6'),
    },
    {
      line: '2.7',
      kubernetes: ['1.32', '1.34'],
      kubernetesPatches: { '1.34': '1.34.1' },
      source: post('2025/09', '2.7'),
    },
    {
      line: '2.8',
      kubernetes: ['1.33', '1.35'],
      kubernetesPatches: { '1.34': '1.34.1' },
      source: post('2026/02', '2.8'),
    },
    {
      line: '2.9',
      kubernetes: ['1.34', '1.36'],
      source: { url: 'https://github.com/fluxcd/flux2/releases/tag/v2.9.0', asOf: '2026-07-24' },
    },
    {
      line: '2.10',
      kubernetes: ['1.35', '1.37'],
      kubernetesPatches: { '1.35': '1.35.2', '1.36': '1.36.1' },
      source: { url: 'https://github.com/fluxcd/flux2/releases/tag/v2.10.0', asOf: '2026-11-15' },
    },
  ],
} satisfies ComponentFacts

function archive(branch: string): FactSource {
  return { url: `https://${branch}.docs.fluxcd.io/flux/installation/`, asOf: '2026-07-24' }
}

function post(month: string, line: string): FactSource {
  return { url: `https://fluxcd.io/blog/${month}/flux-v${line}.0/`, asOf: '2026-07-24' }
}

function until(ends: string): Support {
  return { ends, source: { url: 'https://endoflife.date/flux', asOf: '2026-08-22' } }
}
