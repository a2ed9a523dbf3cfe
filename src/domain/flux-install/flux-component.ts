const defaults = [
  'source-controller',
  'kustomize-controller',
  'helm-controller',
  'notification-controller',
] as const
const extras = ['image-reflector-controller', 'image-automation-controller', 'source-watcher'] as const

/** A part of Flux that can be installed or left out. */
export type FluxComponent = (typeof defaults)[number] | (typeof extras)[number]

/** What Flux installs unless it is told otherwise. */
export const defaultFluxComponents: readonly FluxComponent[] = defaults

/** All that Flux can install. */
export const fluxComponents: readonly FluxComponent[] = [...defaults, ...extras]

/** Returns whether `name` is that of a component. */
export function isFluxComponent(name: unknown): name is FluxComponent {
  return fluxComponents.some(component => component === name)
}
