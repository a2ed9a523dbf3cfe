import type { Fresh } from './fleet-response.ts'

/** `GET /api/v1/demo` and the answer to `POST /api/v1/demo/fix {"cluster": "prod/blue"}`: only served by `fitout demo --web`. */
export interface DemoResponse extends Fresh {
  readonly troubles: readonly DemoTrouble[]
  /** How many virtual seconds pass in a real one. */
  readonly speed: number
}

/** What is wrong with a cluster of the demo. */
export interface DemoTrouble {
  /** `prod/blue`. */
  readonly cluster: string
  /** What to do, as an order. */
  readonly next: string
  /** What was done, in the past tense: shown once it was. */
  readonly done: string
  readonly isFixed: boolean
}
