import type { FactSource } from './component-facts.ts'

/** `unsupported` holds a step, `unknown` warns and is never counted as `fits`. */
export type VerdictWord = 'fits' | 'unsupported' | 'unknown'

/** One component in one version. */
export interface ComponentVersion {
  /** Such as `flux` or `karpenter`; about a name that the facts do not have nothing is known. */
  readonly component: string
  readonly version: string
}

/** One sentence about a component, and what proves it. */
export interface CompatFinding extends ComponentVersion {
  /** At most 140 characters, no full stop, the same for the same facts. */
  readonly sentence: string
  /** Undefined where nothing is known. */
  readonly source: FactSource | undefined
}

/** How a component and a version of Kubernetes go together. */
export interface Verdict extends CompatFinding {
  readonly verdict: VerdictWord
  /** What would make it fit, where that is known: `{ name: 'Kubernetes', range: '>=1.34' }`. */
  readonly needs: Need | undefined
}

/** A version that is needed. */
export interface Need {
  readonly name: string
  readonly range: string
}

// From good to bad: one step that must be held outweighs all that are unknown.
const words: readonly VerdictWord[] = ['fits', 'unknown', 'unsupported']

/** The worst of some verdicts; nothing to judge fits. */
export function worstVerdict(verdicts: readonly Pick<Verdict, 'verdict'>[]): VerdictWord {
  return words.findLast(word => verdicts.some(({ verdict }) => verdict === word)) ?? 'fits'
}
