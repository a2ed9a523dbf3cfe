import { request } from 'node:https'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { type KubeObject, type ObjectRef, ref } from '../kube/kube-object.ts'
import { CLUSTER_NAME, type Place } from './place.ts'

const EVERY_MS = 250
const CONNECT_MS = 2000

/** What was said that was not so, and for how long. */
export interface Lies {
  /** Said to be Ready, with something wrong. */
  readonly readyMs: number
  /** Said to be broken by the cause of the situation, with nothing wrong. */
  readonly brokenMs: number
  /** How often both were looked at. */
  readonly samples: number
}

/** What is looked at. */
export interface Probed {
  readonly place: Place
  /** The cause that the situation is about. */
  readonly reason: string
  /** What must be there and well. */
  readonly wants: readonly ObjectRef[]
  readonly isBroken: ((place: Place) => Promise<boolean>) | undefined
}

/**
 * Looks, again and again, at what is told about a cluster and at the cluster itself.
 *
 * It judges by its own few rules and shares no code with Fitout: what is wrong there must not hide itself here.
 */
export class Prober {
  readonly #probed: Probed
  readonly #end = new AbortController()
  readonly #lies = { ready: new Stretch(), broken: new Stretch() }
  #samples = 0
  #loop: Promise<void> = Promise.resolve()

  constructor(probed: Probed) {
    this.#probed = probed
  }

  start(): void {
    this.#loop = this.#look()
  }

  async stop(): Promise<Lies> {
    this.#end.abort()
    await this.#loop
    const { ready, broken } = this.#lies
    return { readyMs: ready.longest, brokenMs: broken.longest, samples: this.#samples }
  }

  async #look(): Promise<void> {
    const { place, reason } = this.#probed
    while (!this.#end.signal.aborted) {
      const [told, isAmiss] = await Promise.all([place.told().catch(() => undefined), wrong(this.#probed)])
      if (told) {
        this.#samples += 1
        this.#lies.ready.count(told.state === 'Ready' && isAmiss)
        this.#lies.broken.count(told.cause?.reason === reason && !isAmiss)
      }
      await sleep(EVERY_MS, undefined, { signal: this.#end.signal }).catch(() => undefined)
    }
  }
}

/** The longest stretch of time in which something was so at every look. */
class Stretch {
  longest = 0
  #since: number | undefined

  count(isSo: boolean): void {
    const now = performance.now()
    if (this.#since !== undefined) this.longest = Math.max(this.longest, now - this.#since)
    this.#since = isSo ? (this.#since ?? now) : undefined
  }
}

async function wrong({ place, wants, isBroken }: Probed): Promise<boolean> {
  if (isBroken && (await isBroken(place).catch(() => true))) return true
  // What is asked about the fault itself is all that counts, where the situation can tell.
  if (isBroken) return false
  if (!(await leadsHome(place).catch(() => false))) return true
  const found = await Promise.all(wants.map(one => place.workload.find(one).catch(() => undefined)))
  return !found.every(object => object !== undefined && isWell(object))
}

/** Whether the kubeconfig that the management cluster holds leads to the cluster that the lab made. */
export async function leadsHome(place: Place): Promise<boolean> {
  const home = await place.workload.get(ref('v1', 'Namespace', 'kube-system'))
  const secret = await place.management.get(place.ref('v1', 'Secret', `${CLUSTER_NAME}-kubeconfig`))
  const encoded = (secret['data'] as Readonly<Record<string, string>> | undefined)?.['value'] ?? ''
  return (await uidBehind(decode(encoded))) === home.metadata.uid
}

interface Kubeconfig {
  readonly clusters: readonly { cluster: { server: string; 'certificate-authority-data': string } }[]
  readonly users: readonly {
    user: { 'client-certificate-data'?: string; 'client-key-data'?: string; token?: string }
  }[]
}

// The kubeconfigs of the lab are JSON, and have one context.
async function uidBehind(kubeconfig: string): Promise<string | undefined> {
  const { clusters, users } = JSON.parse(kubeconfig) as Kubeconfig
  const [at, as] = [clusters[0]?.cluster, users[0]?.user]
  if (!at || !as) return undefined
  const { 'client-certificate-data': cert = '', 'client-key-data': key = '', token } = as
  const options = {
    ca: decode(at['certificate-authority-data']),
    ...(token === undefined
      ? { cert: decode(cert), key: decode(key) }
      : { headers: { authorization: `Bearer ${token}` } }),
    signal: AbortSignal.timeout(CONNECT_MS),
    agent: false as const,
  }
  const body = await new Promise<string>((resolve, reject) => {
    const call = request(`${at.server}/api/v1/namespaces/kube-system`, options, answer => {
      text(answer).then(resolve, reject)
    })
    call.once('error', reject)
    call.end()
  })
  return (JSON.parse(body) as Partial<KubeObject>).metadata?.uid
}

function decode(encoded: string): string {
  return Buffer.from(encoded, 'base64').toString('utf8')
}

interface Status {
  readonly availableReplicas?: number
  readonly numberAvailable?: number
  readonly desiredNumberScheduled?: number
  readonly observedGeneration?: number
  readonly conditions?: readonly { readonly type: string; readonly status: string }[]
}

// Written independently from what Kubernetes documents, and as simple as it can be.
function isWell(object: KubeObject): boolean {
  const status = (object['status'] ?? {}) as Status
  const { generation = 0, deletionTimestamp } = object.metadata
  if (deletionTimestamp !== undefined) return false
  if (status.observedGeneration !== undefined && status.observedGeneration < generation) return false
  if (object.kind === 'DaemonSet')
    return (status.numberAvailable ?? 0) >= (status.desiredNumberScheduled ?? 1)
  if (object.kind === 'Deployment')
    return (status.availableReplicas ?? 0) >= ((object['spec'] as { replicas?: number }).replicas ?? 1)
  const ready = status.conditions?.find(({ type }) => type === 'Ready')
  return ready === undefined || ready.status === 'True'
}
