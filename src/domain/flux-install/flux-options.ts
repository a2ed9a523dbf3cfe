import type { FluxComponent } from './flux-component.ts'

/** How much the controllers write into their logs. */
export type FluxLogLevel = 'debug' | 'info' | 'error'

/** The options of `flux install` that change what is installed: complete, and known to work. */
export interface FluxOptions {
  /** Both those that replace the default and those in addition, in the order in which they are installed. */
  readonly components: readonly FluxComponent[]
  readonly namespace: string
  readonly networkPolicy: boolean
  /** Where the images are, without a slash at the end. */
  readonly registry: string
  readonly imagePullSecret: string | undefined
  readonly tolerationKeys: readonly string[]
  readonly logLevel: FluxLogLevel
  readonly watchAllNamespaces: boolean
  readonly clusterDomain: string
}
