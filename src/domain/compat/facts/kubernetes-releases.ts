import type { FactSource } from '../component-facts.ts'

/** The newest minor release of Kubernetes when the facts were gone through. Of anything newer nothing is known. */
export const newestKubernetes: { readonly line: string; readonly source: FactSource } = {
  line: '1.37',
  source: {
    url: 'https://github.com/kubernetes/kubernetes/blob/v1.37.1/CHANGELOG/CHANGELOG-1.37.md',
    asOf: '2026-11-15',
  },
}
