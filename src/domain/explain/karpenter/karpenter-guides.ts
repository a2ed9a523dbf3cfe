import type { Guide } from '../guide.ts'
import { nodeClaimFailed } from './node-claim.ts'
import { nodeClassNotReady, networkNotFound, nodeClassRefused } from './node-class.ts'
import { claimsOfPool, nodeClassMissing, nodeClassOf, nodePoolNotReady } from './node-pool.ts'
import { nodePoolLimitReached } from './node-pool-limit.ts'

/** Karpenter, and the classes of any of its providers. */
export const karpenterGuides: Readonly<Record<string, Guide>> = {
  'karpenter.sh/NodePool': {
    first: [nodeClassMissing],
    leads: [nodeClassOf, claimsOfPool],
    last: [nodePoolLimitReached, nodePoolNotReady],
  },
  'karpenter.sh/NodeClaim': { first: [], leads: [], last: [nodeClaimFailed] },
  '*NodeClass': { first: [networkNotFound, nodeClassRefused], leads: [], last: [nodeClassNotReady] },
}
