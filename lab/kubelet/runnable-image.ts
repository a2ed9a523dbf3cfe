import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { ProgramSpec } from '../process/program.ts'
import { containedStart, listenedPorts, onLoopback } from './contained-start.ts'
import { containerStart } from './container-start.ts'
import { type KnownImage, findImage } from './known-images.ts'
import type { Container, Pod } from './pod.ts'
import type { PodPlace } from './pod-place.ts'
import { podVolumes } from './pod-volumes.ts'
import { type PulledImage, pullImage } from './pull-image.ts'

/** An image whose containers run: as a program that the lab has built, or from the image itself. */
export type RunnableImage = KnownImage | { readonly reference: string }

/** An image that cannot be pulled. As the kubelet's own reason. */
export class PullError extends Error {
  override readonly name = 'ErrImagePull'
}

/** Finds how to run an image: those of the lab's own registry are pulled from there. */
export function runnableImage(
  images: ReadonlyMap<string, KnownImage>,
  registryHost: string,
  reference: string,
): RunnableImage | undefined {
  if (reference.startsWith(`${registryHost}/`)) return { reference }
  return findImage(images, reference)
}

interface Start {
  readonly image: RunnableImage
  readonly pod: Pod
  readonly container: Container
  readonly place: PodPlace
}

type How = Pick<ProgramSpec, 'path' | 'args' | 'env'>

/** Works out the process that is one container. */
export async function processOf({ image, pod, container, place }: Start): Promise<How> {
  const start = await containerStart(place.api, pod, container)
  const home = join(place.folder, container.name)
  await mkdir(home, { recursive: true })
  if ('reference' in image) {
    const pulled = await pull(image.reference, place)
    const root = join(home, 'root')
    await mkdir(root, { recursive: true })
    const mounts = await podVolumes({ pod, container }, place.folder, place.account)
    const ports = new Map<number, number>()
    for (const port of listenedPorts(start)) ports.set(port, await place.takePort(port))
    const env = {
      KUBERNETES_SERVICE_HOST: '127.0.0.1',
      KUBERNETES_SERVICE_PORT: String(place.apiPort),
      ...start.env,
    }
    return containedStart({
      image: pulled,
      pod,
      container,
      start: onLoopback({ ...start, env }, ports),
      root,
      mounts,
    })
  }
  const { args, env } = image.adapt(start, place)
  const own = { KUBECONFIG: place.kubeconfigFile, HOSTNAME: pod.metadata.name, HOME: home, TMPDIR: home }
  return { path: image.path ?? place.site.programs[image.program], args, env: { ...env, ...own } }
}

async function pull(reference: string, { site }: PodPlace): Promise<PulledImage> {
  try {
    return await pullImage(reference, join(site.folder, 'images'))
  } catch (error) {
    throw new PullError(error instanceof Error ? error.message : String(error))
  }
}
