import { fluxControllers } from '../facts/flux-controllers.ts'
import type { Image } from './read-image.ts'
import { releaseLineOf, readRelease } from '../read-release.ts'
import type { ComponentVersion } from '../verdict.ts'

// By the end of the path: in front of it a mirror may put anything.
const componentsByPath: ReadonlyMap<string, string> = new Map([
  ['calico/node', 'calico'],
  ['cilium/cilium', 'cilium'],
  ['karpenter/controller', 'karpenter'],
  ['cluster-api/cluster-api-controller', 'cluster-api'],
])

/** The component that an image is part of; undefined for all others. `own` are images of the user, by the end of their path. */
export function componentOfImage(
  { path, tag }: Image,
  own: ReadonlyMap<string, string> = new Map(),
): ComponentVersion | undefined {
  for (const [end, component] of own)
    if (`/${path.join('/')}`.endsWith(`/${end}`)) return { component, version: tag }
  const name = path.at(-1) ?? ''
  if (name === 'amazon-k8s-cni') return { component: 'aws-vpc-cni', version: tag }
  if (isFluxController(path)) return { component: 'flux', version: fluxVersion(name, tag) }
  if (isControlPlaneFlux(path)) return { component: 'controlplane-flux', version: fluxVersion(name, tag) }
  // Karpenter for Azure has the same name, and versions of its own.
  if (path.at(-3) === 'aks') return undefined
  const component = componentsByPath.get(path.slice(-2).join('/'))
  return component === undefined ? undefined : { component, version: tag }
}

function isFluxController(path: readonly string[]): boolean {
  return path.at(-2) === 'fluxcd' && Object.hasOwn(fluxControllers, path.at(-1) ?? '')
}

function isControlPlaneFlux(path: readonly string[]): boolean {
  return path.includes('controlplaneio-fluxcd') && Object.hasOwn(fluxControllers, path.at(-1) ?? '')
}

const linesByController: ReadonlyMap<string, ReadonlyMap<string, string>> = new Map(
  Object.entries(fluxControllers),
)

// Without facts about the controller, the controller itself is all that can be named.
function fluxVersion(controller: string, tag: string): string {
  const release = readRelease(tag)
  const line =
    release && !release.isPrerelease && linesByController.get(controller)?.get(releaseLineOf(release))
  return line || `${controller}:${tag}`
}
