import type { FactSource } from '../component-facts.ts'

/**
 * The Flux releases in which the facts below were read: the bundle of the first and of the last patch of each line.
 *
 * @internal
 */
export const fluxControllersSource = {
  url: 'https://github.com/fluxcd/flux2/tree/main/manifests/bases',
  asOf: '2026-11-15',
} satisfies FactSource

/**
 * For each controller of Flux its minor releases, each with the minor release of Flux that ships it.
 *
 * A controller gets patches between two releases of Flux, so its image tells the line, never the patch.
 */
export const fluxControllers = {
  'source-controller': inOrder('1.0 1.1 1.2 1.3 1.4 1.5 1.6 1.7 1.8 1.9 1.10'),
  'kustomize-controller': inOrder('1.0 1.1 1.2 1.3 1.4 1.5 1.6 1.7 1.8 1.9 1.10'),
  'notification-controller': inOrder('1.0 1.1 1.2 1.3 1.4 1.5 1.6 1.7 1.8 1.9'),
  'helm-controller': inOrder('0.35 0.36 0.37 1.0 1.1 1.2 1.3 1.4 1.5 1.6 1.7'),
  'image-reflector-controller': inOrder('0.29 0.30 0.31 0.32 0.33 0.34 0.35 1.0 1.1 1.2'),
  'image-automation-controller': inOrder('0.35 0.36 0.37 0.38 0.39 0.40 0.41 1.0 1.1 1.2'),
  'source-watcher': inOrder('2.0 2.1 2.2 2.3', 7),
} satisfies Record<string, ReadonlyMap<string, string>>

function inOrder(lines: string, firstMinor = 0): ReadonlyMap<string, string> {
  return new Map(lines.split(' ').map((line, index) => [line, `2.${firstMinor + index}`]))
}
