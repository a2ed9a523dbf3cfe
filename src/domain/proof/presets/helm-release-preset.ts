import type { Preset } from './preset.ts'
import { helmRelease } from './preset-objects.ts'

/** Any chart that Flux installs on the workload cluster. */
export const helmReleasePreset: Preset = {
  proves: 'Flux has installed the newest version of a release, and it is ready.',
  asksReadyz: false,
  settings: {
    name: { type: 'name', isRequired: true, about: 'The name of the HelmRelease.' },
    namespace: { type: 'namespace', isRequired: true, about: 'The namespace of the HelmRelease.' },
  },
  objects: [helmRelease('${name}', '${namespace}')],
}
