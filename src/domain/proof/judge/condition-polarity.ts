// Kubernetes leaves it to each kind what True means. These are the words by which controllers sum up whether an object
// works. What only tells a part of it (AMIsReady), or what happens (Progressing, Issuing, Drifted), counts for nothing: the
// controller knows which of those matter, and says so in its summary.
const works: ReadonlySet<string> = new Set([
  'AbleToScale',
  'Accepted',
  'Approved',
  'Available',
  'Complete',
  'Completed',
  'Established',
  'Healthy',
  'Installed',
  'NamesAccepted',
  'Programmed',
  'Ready',
  'Reconciled',
  'ResolvedRefs',
  'ResourceSynced',
  'ScalingActive',
  'Succeeded',
  'Synced',
  'Valid',
])

const fails =
  /(?:Failed|Failure|Error|ErrorOccurred|Pressure|Unavailable|Degraded|Stalled|Conflict|Conflicted|Dangling|Denied|Invalid|InvalidRequest|NotReady|Terminal|Terminating|DisruptionTarget)$/

/** Says whether a condition of this type is True when the object works, or when it does not; undefined for all others. */
export function polarityOf(type: string): 'works' | 'fails' | undefined {
  // Some put their own domain before it: cilium.io/PoolConflict, ACK.Terminal.
  const name = type.slice(Math.max(type.lastIndexOf('/'), type.lastIndexOf('.')) + 1)
  if (works.has(name)) return 'works'
  return fails.test(name) ? 'fails' : undefined
}

const final = /(?:^|[./])(?:Failed|Denied|Terminal)$/

/** Says whether a condition of this type tells that nobody continues trying. */
export function isFinal(type: string): boolean {
  return final.test(type)
}
