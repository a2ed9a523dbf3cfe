import {
  defaultFluxComponents,
  fluxComponents,
  type FluxComponent,
} from '../../flux-install/flux-component.ts'
import type { Preset, PresetObject } from './preset.ts'
import { definition, deployment } from './preset-objects.ts'

// What every supported version has: a controller without one of its own kinds does not start.
const kindsOf: Readonly<Record<FluxComponent, readonly string[]>> = {
  'source-controller': [
    'buckets.source.toolkit.fluxcd.io',
    'gitrepositories.source.toolkit.fluxcd.io',
    'helmcharts.source.toolkit.fluxcd.io',
    'helmrepositories.source.toolkit.fluxcd.io',
    'ocirepositories.source.toolkit.fluxcd.io',
  ],
  'kustomize-controller': ['kustomizations.kustomize.toolkit.fluxcd.io'],
  'helm-controller': ['helmreleases.helm.toolkit.fluxcd.io'],
  'notification-controller': [
    'alerts.notification.toolkit.fluxcd.io',
    'providers.notification.toolkit.fluxcd.io',
    'receivers.notification.toolkit.fluxcd.io',
  ],
  'image-reflector-controller': [
    'imagepolicies.image.toolkit.fluxcd.io',
    'imagerepositories.image.toolkit.fluxcd.io',
  ],
  'image-automation-controller': ['imageupdateautomations.image.toolkit.fluxcd.io'],
  'source-watcher': ['artifactgenerators.source.extensions.fluxcd.io'],
}

/** Flux as its manifests, its command and its operator install it: one Deployment for each component. */
export const fluxPreset: Preset = {
  proves: 'The controllers of Flux run, and the kinds that they work on are served.',
  asksReadyz: false,
  settings: {
    components: {
      type: 'names',
      oneOf: fluxComponents,
      default: defaultFluxComponents,
      about: 'The controllers that must run.',
    },
    namespace: { type: 'namespace', default: 'flux-system', about: 'Namespace of the controllers.' },
  },
  objects: [
    { apiVersion: 'v1', kind: 'Namespace', name: '${namespace}' },
    ...fluxComponents.flatMap(definitionsOf),
    { ...deployment('${item}'), forEach: 'components' },
  ],
}

function definitionsOf(component: FluxComponent): readonly PresetObject[] {
  return kindsOf[component].map(name => ({
    ...definition(name),
    when: { setting: 'components', is: component },
  }))
}
