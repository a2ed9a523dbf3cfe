import type { CelExpression } from '../../cel/parse-cel.ts'
import type { Selector } from '../../labels/selector.ts'
import type { Query, Side } from '../read/query.ts'

/** A proof for one cluster: names filled, expressions parsed, nothing left that could be wrong. */
export interface ResolvedProof {
  readonly objects: readonly ResolvedObject[]
  readonly asksReadyz: boolean
  readonly stableForMs: number
}

/** An object, or objects, that must be Current. */
export interface ResolvedObject {
  readonly on: Side
  readonly apiVersion: string
  readonly kind: string
  readonly namespace: string | undefined
  readonly target: ProofTarget
  readonly current: CelExpression | undefined
  readonly failed: CelExpression | undefined
  /** What must be read for it. */
  readonly query: Query
  /** The keys under which the answer may stand, narrowest first. */
  readonly keys: readonly string[]
}

/** Which objects are meant. */
export type ProofTarget = { readonly by: 'name'; readonly name: string } | LabelTarget

/** Objects that are found by their labels. */
export interface LabelTarget {
  readonly by: 'labels'
  readonly selector: Selector
  /** The selector as kubectl takes it; empty for all objects of the kind. */
  readonly text: string
  readonly count: number
  /** Whether it is enough that `count` of them are Current; otherwise all must be. */
  readonly isEnough: boolean
}
