import type { Resource } from '../api/api.ts'
import type { KubeObject } from '../api/kube-object.ts'

/** The kind that elections are held with. */
export const leases: Resource = {
  group: 'coordination.k8s.io',
  version: 'v1',
  kind: 'Lease',
  plural: 'leases',
  scope: 'Namespaced',
}

/** Who holds a lease, as far as the lease says. */
export interface LeaseClaim {
  /** Empty: no holder. */
  readonly holder: string
  readonly seconds: number
  /** Wall clock. For people to read; no decision depends on it. */
  readonly now: number
}

/** The holder that a Lease names; empty if there is none. */
export function holderOf(lease: KubeObject): string {
  const holder = specOf(lease)['holderIdentity']
  return typeof holder === 'string' ? holder : ''
}

/** A text that changes whenever the holder shows life, or anyone edits what it says. */
export function leaseRecordOf(lease: KubeObject): string {
  return `${lease.metadata.uid ?? ''} ${JSON.stringify(specOf(lease))}`
}

/** A Lease that had no holder before. */
export function newLease(name: string, namespace: string, claim: LeaseClaim): KubeObject {
  const spec = claimedSpec({}, claim)
  return { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', metadata: { name, namespace }, spec }
}

/** The lease with a new claim. Keeps its version, so that it is only written onto what was read. */
export function claimedLease(lease: KubeObject, claim: LeaseClaim): KubeObject {
  return { ...lease, spec: claimedSpec(specOf(lease), claim) }
}

function claimedSpec(before: Fields, { holder, seconds, now }: LeaseClaim): Fields {
  const time = microTime(now)
  const transitions = typeof before['leaseTransitions'] === 'number' ? before['leaseTransitions'] : 0
  const hasNewHolder = before['holderIdentity'] !== holder
  const isTakenOver = hasNewHolder && holder !== '' && before['renewTime'] !== undefined
  return {
    ...before,
    holderIdentity: holder,
    leaseDurationSeconds: seconds,
    renewTime: time,
    acquireTime: hasNewHolder ? time : (before['acquireTime'] ?? time),
    leaseTransitions: isTakenOver ? transitions + 1 : transitions,
  }
}

type Fields = Readonly<Record<string, unknown>>

function specOf({ spec }: KubeObject): Fields {
  return typeof spec === 'object' && spec !== null ? { ...spec } : {}
}

// The API wants six digits behind the point.
function microTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace('Z', '000Z')
}
