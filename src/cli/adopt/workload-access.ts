import { parseKubeconfig } from '../../domain/kubeconfig/parse-kubeconfig.ts'
import { KubeconfigError } from '../../domain/kubeconfig/kubeconfig-error.ts'
import { decodeBase64 } from '../../domain/bytes/base64.ts'
import { decodeUtf8Loosely } from '../../domain/bytes/utf8.ts'
import { partOf, textIn } from '../../domain/object/fields.ts'
import { resources } from '../../controller/world/resources.ts'
import { ApiError } from '../../engine/api/api-error.ts'
import type { Api } from '../../engine/api/api.ts'
import type { Link } from '../../fleet/link/link.ts'
import type { FleetWorld } from '../fleet/fleet-world.ts'

/** How a workload cluster is reached. */
export interface WorkloadWay {
  readonly api: Api
  readonly close: () => void
}

/** A cluster that cannot be read, and why: in words that go into a table, too. */
export class ClusterNotRead extends Error {
  override readonly name = 'ClusterNotRead'
  /** What to do, behind `fix:`. */
  readonly fix: string

  constructor(message: string, fix: string) {
    super(message)
    this.fix = fix
  }
}

/** The flags that lead to a workload cluster past the Secret of Cluster API. */
export interface WorkloadFlags {
  readonly 'workload-kubeconfig': string | undefined
  readonly 'workload-context': string | undefined
}

const OWN_WAY = 'give a kubeconfig of your own: --workload-kubeconfig <file>, or --workload-context <name>'

/** Connects to a workload cluster: as the flags say, else by the kubeconfig that Cluster API keeps beside the Cluster. */
export async function workloadWay(
  id: string,
  { flags, link, world }: { readonly flags: WorkloadFlags; readonly link: Link; readonly world: FleetWorld },
): Promise<WorkloadWay> {
  const [kubeconfig, context] = [flags['workload-kubeconfig'], flags['workload-context']]
  if (kubeconfig !== undefined || context !== undefined) {
    const own = await world.connect({ kubeconfig, context, namespace: undefined })
    return { api: own.link.management, close: own.link.close }
  }
  const [namespace = '', name = ''] = id.split('/')
  const secret = `Secret ${id}-kubeconfig`
  const text = await kubeconfigIn(link, { namespace, name: `${name}-kubeconfig` }, secret)
  try {
    return link.workloads.connect(parseKubeconfig(text))
  } catch (error) {
    if (!(error instanceof KubeconfigError)) throw error
    throw new ClusterNotRead(`${secret}: the kubeconfig cannot be used: ${error.reason}`, OWN_WAY)
  }
}

async function kubeconfigIn(
  { management }: Link,
  place: { readonly namespace: string; readonly name: string },
  secret: string,
): Promise<string> {
  try {
    const object = await management.get({ resource: resources.secret, ...place }, { timeoutMs: 30_000 })
    const value = textIn(partOf(object, 'data'), 'value')
    if (value === '') throw new ClusterNotRead(`${secret} has no key "value"`, OWN_WAY)
    return decodeUtf8Loosely(decodeBase64(value).bytes)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.code === 'NotFound') throw new ClusterNotRead(`${secret} does not exist`, OWN_WAY)
    if (error.code === 'Forbidden') throw new ClusterNotRead(`you are not allowed to get ${secret}`, OWN_WAY)
    throw new ClusterNotRead(`cannot read ${secret}: ${error.code}`, OWN_WAY)
  }
}
