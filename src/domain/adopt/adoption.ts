import type { ToolClaim } from './adopt-tool.ts'

/** What adoption does to one object. */
export interface AdoptionEffect {
  readonly op: 'create' | 'change' | 'restart' | 'recreate' | 'delete'
  readonly object: string
  /** What of it, such as fields; never a value that sounds like a secret. */
  readonly detail: string
}

/** A value of a chart that is another one in the repository than in the release. */
export interface ValueDifference {
  readonly path: string
  /** As text; undefined if it is not there, or not shown. */
  readonly found: string | undefined
  readonly planned: string | undefined
  /** Why it is not shown. */
  readonly hidden?: string
}

/** Why adoption is not safe. Each has a row in docs/reference/adopt.md. @internal */
export const refusalCodes = [
  'API_VERSION_GONE',
  'CHART_DOWNGRADE',
  'CLUSTER_DIFFERS',
  'CLUSTER_NOT_IN_GIT',
  'DELETES_OBJECTS',
  'FIELD_IMMUTABLE',
  'FLUX_TWICE',
  'HISTORY_ELSEWHERE',
  'NO_FITOUT',
  'OTHER_TOOL',
  'RELEASE_NOT_DEPLOYED',
  'RELEASE_UNREADABLE',
  'TARGET_MOVES',
] as const

type AdoptionRefusalCode = (typeof refusalCodes)[number]

/** Why adoption is not safe, and what to do. */
export interface AdoptionRefusal {
  readonly code: AdoptionRefusalCode
  readonly object: string
  readonly message: string
  readonly fix: string
}

/** Whether the rendered manifests stay the same. */
export type RenderedProof =
  | { readonly kind: 'equal'; readonly objects: number }
  | { readonly kind: 'different'; readonly effects: readonly AdoptionEffect[] }
  | { readonly kind: 'not-compared'; readonly because: string }

/** A release of the plan beside what was found of it. */
export interface AdoptedRelease {
  readonly object: string
  readonly name: string
  readonly namespace: string
  readonly found:
    | {
        readonly chart: string
        readonly version: string
        readonly revision: number
        readonly history: number
        readonly status: string
        readonly storage: string
        readonly by: ToolClaim
        readonly before: readonly ToolClaim[]
      }
    | undefined
  readonly planned: { readonly chart: string; readonly version: string; readonly storage: string }
  readonly isSameVersion: boolean | undefined
  /** Whether Git suspends it, so that Flux does nothing about it. */
  readonly isSuspended: boolean
  readonly values: readonly ValueDifference[]
  /** Why not all values could be compared. */
  readonly valuesNotCompared: readonly string[]
  readonly rendered: RenderedProof
  readonly effects: readonly AdoptionEffect[]
  readonly notes: readonly string[]
}

/** Another object of the plan beside what was found of it. */
export interface AdoptedObject {
  readonly object: string
  readonly deliveredBy: string
  readonly state: 'absent' | 'same' | 'differs' | 'not-compared'
  readonly by: ToolClaim | undefined
  readonly effects: readonly AdoptionEffect[]
  readonly notes: readonly string[]
}

/** A step of the plan, with what is there of it already. */
export interface AdoptedStep {
  readonly name: string
  readonly releases: readonly AdoptedRelease[]
  readonly objects: readonly AdoptedObject[]
}

/** A release that is on the cluster and not in the plan: nobody touches it. */
export interface ReleaseBeside {
  readonly name: string
  readonly namespace: string
  readonly chart: string
  readonly version: string
  readonly by: ToolClaim
}

/** From the easiest to the hardest. */
const verdicts = ['safe', 'unproven', 'changes', 'restarts', 'refused'] as const

/**
 * `safe`: nothing that runs is changed, and that is proven. `unproven`: nothing is known to change, but not all could be
 * compared. `changes`: objects change, but no pod restarts. `restarts`: pods are restarted, or objects deleted.
 * `refused`: something would break.
 */
export type AdoptionVerdict = (typeof verdicts)[number]

/** What adopting one cluster means, by the repository as it stands. */
export interface ClusterAdoption {
  readonly cluster: string
  readonly fitout: string | undefined
  readonly verdict: AdoptionVerdict
  readonly refusals: readonly AdoptionRefusal[]
  readonly steps: readonly AdoptedStep[]
  readonly beside: readonly ReleaseBeside[]
  /** What else manages parts of the cluster. */
  readonly others: readonly string[]
  /** What to do, in this order. */
  readonly order: readonly string[]
  readonly notes: readonly string[]
}

/** All effects of an adoption. */
export function effectsOf({ steps }: Pick<ClusterAdoption, 'steps'>): readonly AdoptionEffect[] {
  return steps.flatMap(({ releases, objects }) => [
    ...releases.flatMap(({ effects, rendered }) => [
      ...effects,
      ...(rendered.kind === 'different' ? rendered.effects : []),
    ]),
    ...objects.flatMap(({ effects }) => effects),
  ])
}
