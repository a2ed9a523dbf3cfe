import type { FluxManifest } from '../envsubst/flux/manifest.ts'
import { mappingAt, withValueAt } from './edit-manifest.ts'
import type { FluxOptions } from './flux-options.ts'
import type { ManifestOrigin } from './manifest-origin.ts'
import type { FluxVersion } from './read-flux-version.ts'

/** What is installed, how, and from what. */
export interface Installation {
  readonly version: FluxVersion
  readonly options: FluxOptions
  readonly origin: ManifestOrigin
}

/** A copy with the labels that every object of Flux has, and by which `flux check` finds it. */
export function withFluxLabels(object: FluxManifest, { version, options }: Installation): FluxManifest {
  return withValueAt(object, ['metadata', 'labels'], {
    ...mappingAt(object, ['metadata', 'labels']),
    'app.kubernetes.io/instance': options.namespace,
    'app.kubernetes.io/part-of': 'flux',
    'app.kubernetes.io/version': version.label,
  })
}
