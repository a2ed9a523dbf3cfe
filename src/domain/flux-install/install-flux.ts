import type { FluxManifest } from '../envsubst/flux/manifest.ts'
import type { YamlValue } from '../yaml/yaml-value.ts'
import { withValueAt } from './edit-manifest.ts'
import type { FluxComponent } from './flux-component.ts'
import { FluxInstallError } from './flux-install-error.ts'
import type { FluxOptions } from './flux-options.ts'
import { installDeployment } from './install-deployment.ts'
import { installShared } from './install-shared.ts'
import { type Installation, withFluxLabels } from './installation.ts'
import { findOrigin } from './manifest-origin.ts'
import { readFluxVersion } from './read-flux-version.ts'
import { type FluxManifests, sortFluxManifests } from './sort-flux-manifests.ts'

const clusterWide: ReadonlySet<YamlValue> = new Set([
  'Namespace',
  'CustomResourceDefinition',
  'ClusterRole',
  'ClusterRoleBinding',
])

/**
 * Returns what `flux install --export` gives for the same version and options, object for object and in its order.
 *
 * Takes the manifests of a release: install.yaml, or the files of manifests.tar.gz. What it has returned will do, too,
 * as long as the components are in it. Throws a FluxInstallError.
 */
export function installFlux(
  manifests: readonly YamlValue[],
  version: string,
  options: FluxOptions,
): readonly FluxManifest[] {
  const wanted = readFluxVersion(version)
  const release = sortFluxManifests(manifests)
  const installation = { version: wanted, options, origin: findOrigin(release, wanted) }
  const objects = [
    namespace(),
    ...policies(release, options),
    ...installShared(sharedIn(release), installation),
    ...options.components.flatMap(component => installComponent(release, component, installation)),
  ]
  return objects.map(object => withFluxLabels(placed(object, options), installation))
}

// Releases have it in install.yaml only, and Flux makes it again.
function namespace(): FluxManifest {
  const labels = {
    'pod-security.kubernetes.io/warn': 'restricted',
    'pod-security.kubernetes.io/warn-version': 'latest',
  }
  return { apiVersion: 'v1', kind: 'Namespace', metadata: { labels } }
}

function policies({ policies }: FluxManifests, { networkPolicy }: FluxOptions): readonly FluxManifest[] {
  if (!networkPolicy) return []
  if (policies.length === 0) throw missing('network policies')
  return policies.map(({ manifest }) => manifest)
}

function sharedIn({ shared }: FluxManifests): FluxManifests['shared'] {
  if (shared.length === 0) throw missing('roles')
  return shared
}

function installComponent(
  release: FluxManifests,
  component: FluxComponent,
  installation: Installation,
): readonly FluxManifest[] {
  const objects = release.components.get(component) ?? []
  // CRDs alone, as some people split them off, are no component.
  if (!objects.some(({ kind }) => kind === 'Deployment')) throw missing(`Deployment of ${component}`)
  return objects.map(object =>
    object.kind === 'Deployment' ? installDeployment(object, component, installation) : object.manifest,
  )
}

function placed(object: FluxManifest, { namespace }: FluxOptions): FluxManifest {
  const { kind = null } = object
  if (kind === 'Namespace') return withValueAt(object, ['metadata', 'name'], namespace)
  return clusterWide.has(kind) ? object : withValueAt(object, ['metadata', 'namespace'], namespace)
}

function missing(part: string): FluxInstallError {
  return new FluxInstallError('MISSING_PART', `they contain no ${part}`)
}
