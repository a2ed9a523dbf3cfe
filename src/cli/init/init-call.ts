import type { InitFlags } from './init-answers.ts'

/** What `fitout init` was asked for. */
export interface InitCall {
  readonly folder: string | undefined
  readonly flags: InitFlags & {
    readonly flux: string | undefined
    readonly upgrade: boolean
    readonly check: boolean
    readonly 'dry-run': boolean
    readonly output: 'text' | 'json'
  }
}
