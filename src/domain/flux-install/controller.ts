import { type FluxManifest, isList, isMapping } from '../envsubst/flux/manifest.ts'
import type { YamlValue } from '../yaml/yaml-value.ts'
import { manifestValueAt } from './edit-manifest.ts'
import { FluxInstallError } from './flux-install-error.ts'
import { type FluxObject, describeFluxObject } from './sort-flux-manifests.ts'

/** Where a Deployment describes its pods. */
export const podSpecPath = ['spec', 'template', 'spec'] as const

/** The containers of a controller's Deployment: as for Flux's own installer, the first is the controller. */
export interface ControllerContainers {
  readonly controller: FluxManifest
  readonly others: readonly YamlValue[]
}

/** Finds the container of a controller, or throws a FluxInstallError. */
export function controllerContainers(deployment: FluxObject): ControllerContainers {
  const containers = manifestValueAt(deployment.manifest, [...podSpecPath, 'containers'])
  const [controller, ...others] = containers !== undefined && isList(containers) ? containers : []
  if (controller === undefined || !isMapping(controller)) throw lacks(deployment, 'container')
  return { controller, others }
}

/** The image of a controller, or a FluxInstallError. */
export function controllerImage(deployment: FluxObject): string {
  const image = controllerContainers(deployment).controller['image']
  if (typeof image !== 'string') throw lacks(deployment, 'image')
  return image
}

/** The arguments of a controller, or a FluxInstallError. */
export function controllerArguments(deployment: FluxObject): readonly string[] {
  const args = controllerContainers(deployment).controller['args']
  if (args === undefined || !isList(args)) throw lacks(deployment, 'args')
  return args.map(arg => {
    if (typeof arg !== 'string') throw lacks(deployment, 'text for each of its args')
    return arg
  })
}

function lacks(deployment: FluxObject, thing: string): FluxInstallError {
  const reason = `${describeFluxObject(deployment)} has no ${thing}`
  return new FluxInstallError('BAD_OBJECT', reason, { index: deployment.index })
}
