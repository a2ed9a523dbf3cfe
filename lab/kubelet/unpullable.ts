import type { KubeApi } from '../kube/kube-api.ts'
import { ref } from '../kube/kube-object.ts'
import type { Container, Pod } from './pod.ts'
import { warningOf } from './warning.ts'

/** No name below `.invalid` ever has an address (RFC 6761): what is to be pulled from there cannot be, here as elsewhere. */
export const unpullablePattern = '^[^/]+[.]invalid(:[0-9]+)?/'

/** The first container of a pod whose image cannot be pulled. */
export function unpullable(pod: Pod): Container | undefined {
  return pod.spec.containers.find(({ image }) => new RegExp(unpullablePattern).test(image))
}

/** Says of a pod what a kubelet says of one whose image it cannot pull. */
export async function refusePull(api: KubeApi, pod: Pod, { name, image }: Container): Promise<void> {
  const { metadata } = pod
  const path = `${metadata.namespace}/${metadata.name}`
  const host = image.split('/', 1)[0]
  const message = `Failed to pull image "${image}": failed to resolve reference "${image}": lookup ${host}: no such host`
  const notReady = { status: 'False', reason: 'ContainersNotReady' }
  await api.patch(
    ref('v1', 'Pod', path),
    {
      status: {
        phase: 'Pending',
        conditions: [
          { type: 'PodScheduled', status: 'True' },
          { type: 'ContainersReady', ...notReady },
          { type: 'Ready', ...notReady },
        ],
        containerStatuses: [
          {
            name,
            image,
            imageID: '',
            ready: false,
            restartCount: 0,
            state: { waiting: { reason: 'ImagePullBackOff', message: `Back-off pulling image "${image}"` } },
          },
        ],
      },
    },
    '/status',
  )
  await api.apply(warningOf(pod, { reason: 'Failed', message }))
}
