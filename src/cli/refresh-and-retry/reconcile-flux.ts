import { resources } from '../../controller/world/resources.ts'
import { ResourceFinder } from '../../controller/views/resource-finder.ts'
import { WorkloadView } from '../../controller/views/workload-view.ts'
import type { FitoutStep } from '../../domain/api/schema/fitout-schema.ts'
import { KubeconfigError } from '../../domain/kubeconfig/kubeconfig-error.ts'
import { parseKubeconfig } from '../../domain/kubeconfig/parse-kubeconfig.ts'
import { partOf, textIn } from '../../domain/object/fields.ts'
import { ApiError } from '../../engine/api/api-error.ts'
import type { Api } from '../../engine/api/api.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'
import type { Link } from '../../fleet/link/link.ts'
import { annotate } from './annotate.ts'
import { type FluxTarget, fluxTargets } from './flux-objects.ts'

/** What became of one object: undefined if it was annotated, else why not. */
interface AskedFlux extends FluxTarget {
  readonly problem?: string
}

/** What became of asking Flux. */
export interface FluxAnswer {
  readonly asked: readonly AskedFlux[]
  /** Why nobody could be asked on the workload cluster. */
  readonly problem?: string
}

const REQUESTED_AT = 'reconcile.fluxcd.io/requestedAt'
const CALL = { timeoutMs: 5_000, fresh: true } as const

function noop(): void {}

/** Asks Flux to look now at what proves these steps, with the rights that the kubeconfig of the cluster gives. */
export async function reconcileFlux(
  link: Link,
  { cluster, steps }: { readonly cluster: KubeObject; readonly steps: readonly FitoutStep[] },
  value: string,
): Promise<FluxAnswer> {
  const way = { api: link.management, close: noop, connections: () => 1 }
  const management = new WorkloadView(link, way, { onChange: noop })
  try {
    const connection = link.workloads.connect(parseKubeconfig(await kubeconfigOf(link, cluster)))
    const view = new WorkloadView(link, connection, { onChange: noop })
    try {
      await view.identify(CALL)
      const found = await fluxTargets({ steps, cluster }, query =>
        (query.on === 'Workload' ? view : management).read(query, CALL),
      )
      const apis = { Workload: view.api, Management: link.management }
      return { asked: await Promise.all(found.map(one => request(apis[one.on], one, { link, value }))) }
    } finally {
      view.close()
    }
  } catch (error) {
    if (error instanceof ApiError || error instanceof KubeconfigError)
      return { asked: [], problem: error.message }
    throw error
  }
}

async function kubeconfigOf({ management }: Link, { metadata }: KubeObject): Promise<string> {
  const { name, namespace = '' } = metadata
  const secret = await management.get(
    { resource: resources.secret, namespace, name: `${name}-kubeconfig` },
    CALL,
  )
  return Buffer.from(textIn(partOf(secret, 'data'), 'value'), 'base64').toString('utf8')
}

interface Request {
  readonly link: Link
  readonly value: string
}

async function request(api: Api, one: FluxTarget, { link, value }: Request): Promise<AskedFlux> {
  const { apiVersion, kind } = one.object
  try {
    const resource = await new ResourceFinder(api, link.clock).find(apiVersion, kind, CALL)
    if (!resource) return { ...one, problem: 'its kind is not served' }
    await annotate(api, resource, { object: one.object, key: REQUESTED_AT, value })
    return one
  } catch (error) {
    if (error instanceof ApiError) return { ...one, problem: error.message }
    throw error
  }
}
