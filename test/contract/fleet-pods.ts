import type { KubeObject } from '../../src/engine/api/kube-object.ts'
import { statusOf } from './fleet-condition.ts'
import type { FleetBench } from './fleet-bench.ts'

/** What the pods of the contract are reported. */
interface PodsGiven {
  readonly replicas?: number
  readonly nodeSelector?: Readonly<Record<string, string>>
  readonly image?: string
}

/** A Deployment or DaemonSet of one container. */
export function aWorkload(
  bench: FleetBench,
  kind: 'Deployment' | 'DaemonSet',
  { replicas, nodeSelector, image = 'example.com/contract:1.0.0' }: PodsGiven = {},
): KubeObject {
  const name = bench.name()
  const labels = { app: name }
  const pod = { ...(nodeSelector ? { nodeSelector } : {}), containers: [{ name: 'main', image }] }
  return bench.object(kind, name, {
    spec: {
      ...(replicas === undefined ? {} : { replicas }),
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: pod },
    },
  })
}

/** The pods of a workload that are not on their way out. */
export async function podsOf(bench: FleetBench, app: string): Promise<readonly KubeObject[]> {
  const pods = await bench.workload.list('Pod', `app=${app}`)
  return pods.filter(({ metadata }) => metadata.deletionTimestamp === undefined)
}

/** Waits until a workload has no pods at all. */
export async function untilNoPods(bench: FleetBench, app: string): Promise<void> {
  await bench.workload.until(
    `${app} has no pods`,
    async () => (await bench.workload.list('Pod', `app=${app}`)).length === 0,
  )
}

/** The node of a pod; undefined when it has none yet. */
export function nodeOf(pod: KubeObject): string | undefined {
  return (pod['spec'] as { readonly nodeName?: string }).nodeName
}

/** The images of a pod. */
export function imagesOf(pod: KubeObject): readonly string[] {
  const { containers } = pod['spec'] as { readonly containers: readonly { readonly image: string }[] }
  return containers.map(({ image }) => image)
}

/** The phase of a pod. */
export function phaseOf(pod: KubeObject): string | undefined {
  return statusOf<{ readonly phase: string }>(pod).phase
}
