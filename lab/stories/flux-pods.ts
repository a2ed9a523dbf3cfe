import { fluxControllers } from '../add-ons/flux.ts'
import { type FluxSeries, fluxRelease } from '../add-ons/flux-release.ts'
import type { KubeApi } from '../kube/kube-api.ts'
import { until } from '../kube/until.ts'

/** What counts of the pods of Flux. */
export interface PodSpec {
  readonly nodeSelector?: Readonly<Record<string, string>>
  readonly containers: readonly { readonly image: string }[]
}

/** The images of the usual four controllers of a release. */
async function imagesOf(series: FluxSeries): Promise<readonly string[]> {
  const { objects } = await fluxRelease(series)
  return objects
    .filter(({ kind, metadata }) => kind === 'Deployment' && isUsual(metadata.name))
    .flatMap(
      ({ spec }) => (spec as { readonly template: { readonly spec: PodSpec } }).template.spec.containers,
    )
    .map(({ image }) => image)
    .toSorted()
}

/** Waits until pods with the images of a release are ready, and no others are there. */
export async function untilFluxRuns(api: KubeApi, series: FluxSeries): Promise<void> {
  const images = await imagesOf(series)
  await until(
    `only ${images.join(', ')} run`,
    async () => {
      const pods = await api.list('v1', 'Pod')
      const running = pods.flatMap(pod => {
        if (pod.metadata.namespace !== 'flux-system') return []
        const { containers } = pod['spec'] as PodSpec
        const { conditions = [] } = pod['status'] as {
          conditions?: readonly { type: string; status: string }[]
        }
        const isReady = conditions.some(({ type, status }) => type === 'Ready' && status === 'True')
        return containers.map(({ image }) => (isReady ? image : `${image} (not ready)`))
      })
      if (JSON.stringify(running.toSorted()) !== JSON.stringify(images)) throw new Error(running.join(', '))
      return true
    },
    300_000,
  )
}

function isUsual(name: string): boolean {
  return fluxControllers.some(controller => controller === name)
}
