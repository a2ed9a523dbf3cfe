import type { KubeApi } from '../kube/kube-api.ts'
import { ref } from '../kube/kube-object.ts'

/** The steps of a cluster with their states, such as `cni Ready`, in the order of its ClusterFitout. */
export async function stepsOfCluster(management: KubeApi, path: string): Promise<readonly string[]> {
  const clusterFitout = await management.get(ref('fitout.dev/v1alpha1', 'ClusterFitout', path))
  const { steps } = clusterFitout['status'] as {
    readonly steps: readonly { readonly name: string; readonly state: string }[]
  }
  return steps.map(({ name, state }) => `${name} ${state}`)
}
