import type { ComponentFacts, FactSource } from '../component-facts.ts'

/** Cilium does not support a Kubernetes older than those it was tested with; for newer ones it relies on Kubernetes. */
export const cilium = {
  title: 'Cilium',
  relation: 'runs',
  older: 'unsupported',
  newer: 'unknown',
  lines: [
    { line: '1.17', kubernetes: ['1.29', '1.32'], source: requirements('v1.17.0', '2026-08-21') },
    { line: '1.18', kubernetes: ['1.30', '1.33'], source: requirements('v1.18.14', '2026-08-21') },
    // Another page of the same release says 1.32 to 1.35. Below 1.31 both say no.
    { line: '1.19', kubernetes: ['1.31', '1.34'], source: requirements('v1.19.7', '2026-11-15') },
    { line: '1.20', kubernetes: ['1.33', '1.36'], source: requirements('v1.20.2', '2026-11-15') },
  ],
} satisfies ComponentFacts

function requirements(tag: string, asOf: string): FactSource {
  const path = 'Documentation/network/kubernetes/requirements.rst'
  return { url: `https://github.com/cilium/cilium/blob/${tag}/${path}`, asOf }
}
