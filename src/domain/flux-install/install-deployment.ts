import type { FluxManifest } from '../envsubst/flux/manifest.ts'
import { controllerContainers, controllerImage, podSpecPath } from './controller.ts'
import { mappingAt, withValueAt, withoutKeys } from './edit-manifest.ts'
import type { FluxComponent } from './flux-component.ts'
import { FluxInstallError } from './flux-install-error.ts'
import { type Installation, withFluxLabels } from './installation.ts'
import { setArguments } from './set-arguments.ts'
import { type FluxObject, describeFluxObject } from './sort-flux-manifests.ts'

/** Makes a controller's Deployment what the options ask for. Its own labels and namespace are left to the caller. */
export function installDeployment(
  deployment: FluxObject,
  component: FluxComponent,
  installation: Installation,
): FluxManifest {
  const { controller, others } = controllerContainers(deployment)
  const installed = {
    ...controller,
    image: imageFrom(deployment, component, installation.options.registry),
    args: setArguments(deployment, component, installation),
  }
  const pod = placePod(mappingAt(deployment.manifest, podSpecPath), installation)
  const spec = { ...pod, containers: [installed, ...others] }
  const manifest = withValueAt(deployment.manifest, podSpecPath, spec)
  if (!installation.version.labelsPods) return manifest
  const template = withFluxLabels(mappingAt(manifest, ['spec', 'template']), installation)
  return withValueAt(manifest, ['spec', 'template'], template)
}

// A registry replaces all that stands before the name: mirrors keep names and tags.
function imageFrom(deployment: FluxObject, component: FluxComponent, registry: string): string {
  const image = controllerImage(deployment)
  const nameAndTag = image.slice(image.lastIndexOf('/') + 1)
  if (/[:@]/.exec(nameAndTag)?.index === component.length && nameAndTag.startsWith(component)) {
    return `${registry}/${nameAndTag}`
  }
  const reason = `${describeFluxObject(deployment)} has no image of ${component} with a tag`
  throw new FluxInstallError('BAD_OBJECT', reason, { index: deployment.index })
}

function placePod(pod: FluxManifest, { options, origin }: Installation): FluxManifest {
  const { imagePullSecret, tolerationKeys } = options
  let placed = withValueAt(pod, ['nodeSelector', 'kubernetes.io/os'], 'linux')
  // A release has neither: what is there was chosen in an earlier run.
  if (origin.isInstalled) placed = withoutKeys(placed, ['imagePullSecrets', 'tolerations'])
  if (imagePullSecret !== undefined) placed = { ...placed, imagePullSecrets: [{ name: imagePullSecret }] }
  if (tolerationKeys.length === 0) return placed
  return { ...placed, tolerations: tolerationKeys.map(key => ({ key, operator: 'Exists' })) }
}
