import type { Preset } from './preset.ts'
import { definition, deployment, helmRelease } from './preset-objects.ts'

/** Karpenter with any provider: what is asked of is the same for all of them. */
export const karpenterPreset: Preset = {
  proves: 'Karpenter runs, its kinds are served, and the objects in its settings are ready.',
  asksReadyz: false,
  settings: {
    namespace: { type: 'namespace', default: 'karpenter', about: 'Namespace of Karpenter.' },
    deployment: { type: 'name', default: 'karpenter', about: 'The name of its Deployment.' },
    source: {
      type: 'reference',
      kinds: ['HelmRepository', 'OCIRepository', 'GitRepository', 'Bucket', 'HelmChart'],
      namespace: 'namespace',
      about: 'Source of the chart in Flux.',
    },
    helmRelease: {
      type: 'reference',
      kinds: ['HelmRelease'],
      namespace: 'namespace',
      about: 'The HelmRelease that installs Karpenter.',
    },
    nodePools: { type: 'names', default: [], about: 'The NodePools that must be ready.' },
    node: {
      type: 'boolean',
      default: false,
      about:
        'Whether at least one node that Karpenter created must be ready. The proof no longer holds once Karpenter removes the last one.',
    },
  },
  objects: [
    {
      apiVersion: 'source.toolkit.fluxcd.io/v1',
      kind: '${source_kind}',
      namespace: '${source_namespace}',
      name: '${source_name}',
      when: { setting: 'source', isGiven: true },
    },
    {
      ...helmRelease('${helmRelease_name}', '${helmRelease_namespace}'),
      when: { setting: 'helmRelease', isGiven: true },
    },
    definition('nodepools.karpenter.sh'),
    definition('nodeclaims.karpenter.sh'),
    deployment('${deployment}'),
    {
      apiVersion: 'karpenter.sh/v1',
      kind: 'NodePool',
      name: '${item}',
      // Nothing else tells a NodePool that Karpenter has not seen yet from one that is ready.
      current:
        "has(status.conditions) && status.conditions.exists(c, c.type == 'Ready' && c.status == 'True' && (!has(c.observedGeneration) || c.observedGeneration == metadata.generation))",
      forEach: 'nodePools',
    },
    {
      apiVersion: 'v1',
      kind: 'Node',
      selector: { matchExpressions: [{ key: 'karpenter.sh/nodepool', operator: 'Exists' }] },
      count: 1,
      current:
        "has(status.conditions) && status.conditions.exists(c, c.type == 'Ready' && c.status == 'True')",
      isEnough: true,
      when: { setting: 'node', is: true },
    },
  ],
}
