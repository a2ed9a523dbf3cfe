import type { Fields } from '../../src/domain/object/fields.ts'
import { type Sample, sample } from './sample-objects.ts'

const classRef = {
  nodeClassRef: { group: 'karpenter.k8s.aws', kind: 'EC2NodeClass', name: 'default' },
}

/** A NodePool that says this of itself. */
export function pool(
  conditions: readonly Fields[],
  more: { readonly spec?: Fields; readonly status?: Fields } = {},
): Sample {
  return sample('karpenter.sh/v1 NodePool', 'default', {
    spec: { template: { spec: classRef }, ...more.spec },
    status: { conditions, ...more.status },
  })
}

/** A class of AWS that says this of itself. */
export function nodeClass(conditions: readonly Fields[]): Sample {
  const terms = [{ tags: { 'karpenter.sh/discovery': 'payments-eu' } }]
  return sample('karpenter.k8s.aws/v1 EC2NodeClass', 'default', {
    spec: { subnetSelectorTerms: terms, securityGroupSelectorTerms: terms },
    status: { conditions },
  })
}

/** A node that a NodePool has asked for. */
export function nodeClaim(conditions: readonly Fields[]): Sample {
  return sample('karpenter.sh/v1 NodeClaim', 'default-x7f2k', {
    metadata: { labels: { 'karpenter.sh/nodepool': 'default' } },
    status: { conditions },
  })
}
