import type { ComponentFacts, FactSource } from '../component-facts.ts'

/** Calico names what it was tested with; other versions of Kubernetes may work. There is no 3.33 here: its list was not found. */
export const calico = {
  title: 'Calico',
  relation: 'runs',
  older: 'unknown',
  newer: 'unknown',
  lines: [
    { line: '3.29', kubernetes: ['1.29', '1.32'], source: requirements('3.29') },
    { line: '3.30', kubernetes: ['1.31', '1.35'], source: requirements('3.30') },
    { line: '3.31', kubernetes: ['1.32', '1.35'], source: requirements('3.31') },
    { line: '3.32', kubernetes: ['1.34', '1.36'], source: requirements('3.32') },
  ],
} satisfies ComponentFacts

function requirements(line: string): FactSource {
  const path = `calico_versioned_docs/version-${line}/_includes/partials/_system-requirements.mdx`
  return { url: `https://github.com/tigera/docs/blob/main/${path}`, asOf: '2026-08-21' }
}
