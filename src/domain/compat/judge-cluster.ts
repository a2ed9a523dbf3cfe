import type { ClusterVersions, FoundVersion } from './cluster-versions.ts'
import type { CompatFacts } from './component-facts.ts'
import { newestKubernetes } from './facts/kubernetes-releases.ts'
import { findRaise, type Raise } from './find-raise.ts'
import { judgeCompatibility } from './judge-compatibility.ts'
import { compareMinors, minorOf, minorsAfter, nextMinor } from './minor-releases.ts'
import type { CompatFinding, Verdict } from './verdict.ts'

/** `there`: it has this Kubernetes, or a newer one. */
export type ClusterAnswerWord = 'held' | 'unknown' | 'fits' | 'there'

/** Whether a cluster may go to a Kubernetes. */
export interface ClusterAnswer {
  readonly cluster: ClusterVersions
  /** Undefined if neither the cluster nor the question says one. */
  readonly target: string | undefined
  readonly answer: ClusterAnswerWord
  /** What is not supported on the Kubernetes that it has now. */
  readonly now: readonly CompatReason[]
  /** What holds it: the first minor release on the way that does not go, and all that is against it. */
  readonly holds: readonly CompatReason[]
  /** What nothing is known about on the way. */
  readonly unknown: readonly CompatReason[]
  /** The end of support. It holds nothing. */
  readonly warnings: readonly CompatFinding[]
}

/** Why a cluster does not go to a Kubernetes, or may not. */
export interface CompatReason extends Omit<Verdict, 'verdict'> {
  /** The minor release that it is about. */
  readonly kubernetes: string
  /** What would make it fit, if facts say so. */
  readonly raise: Raise | undefined
  readonly places: readonly string[]
}

/** What is asked about clusters. */
export interface ClusterQuestion {
  /** The next minor release of each unless given, such as `1.35`. */
  readonly target?: string | undefined
  readonly facts: CompatFacts
  /** Milliseconds since 1970. */
  readonly now: number
}

/** Judges whether a cluster may go to a Kubernetes with the versions that it has. */
export function judgeCluster(cluster: ClusterVersions, question: ClusterQuestion): ClusterAnswer {
  const current = cluster.kubernetes === undefined ? undefined : minorOf(cluster.kubernetes)
  const target = question.target ?? (current && nextMinor(current))
  const { unsupported: now, warnings } = verdictsOn(cluster, cluster.kubernetes, question)
  const answer = { cluster, target, now, warnings, holds: [], unknown: [] }
  if (target === undefined)
    return { ...answer, answer: 'unknown', unknown: [unsaid('Its Kubernetes version is not known', '')] }
  if (current !== undefined && compareMinors(target, current) <= 0)
    return { ...answer, answer: 'there', unknown: verdictsOn(cluster, cluster.kubernetes, question).unknown }
  const unknown = [...nothingKnown(cluster, target)]
  let from = cluster.kubernetes
  for (const minor of current === undefined ? [target] : minorsAfter(current, target)) {
    const found = verdictsOn(cluster, minor, { ...question, from })
    unknown.push(...found.unknown)
    if (found.unsupported.length > 0) return { ...answer, answer: 'held', holds: found.unsupported, unknown }
    from = minor
  }
  return { ...answer, answer: unknown.length > 0 ? 'unknown' : 'fits', unknown }
}

function nothingKnown({ components }: ClusterVersions, target: string): readonly CompatReason[] {
  const isNew = compareMinors(target, newestKubernetes.line) > 0
  return [
    ...(isNew ? [unsaid(`No facts for Kubernetes ${target}`, target)] : []),
    ...(components.length === 0 ? [unsaid('No component with a version was found on it', target)] : []),
  ]
}

function unsaid(sentence: string, kubernetes: string): CompatReason {
  return {
    component: 'kubernetes',
    version: kubernetes,
    kubernetes,
    sentence,
    needs: undefined,
    source: undefined,
    raise: undefined,
    places: [],
  }
}

interface Found {
  readonly unsupported: readonly CompatReason[]
  readonly unknown: readonly CompatReason[]
  readonly warnings: readonly CompatFinding[]
}

function verdictsOn(
  { components, platform, kubernetes: own }: ClusterVersions,
  kubernetes: string | undefined,
  { facts, now, from }: ClusterQuestion & { readonly from?: string | undefined },
): Found {
  if (kubernetes === undefined) return { unsupported: [], unknown: [], warnings: [] }
  const isEks = platform ?? platformOf(own)
  const { verdicts, warnings } = judgeCompatibility({
    kubernetes,
    components,
    facts,
    now,
    ...(isEks === undefined ? {} : { platform: isEks }),
  })
  const minor = minorOf(kubernetes) ?? kubernetes
  const reasons = (word: Verdict['verdict']) =>
    verdicts
      .filter(({ verdict }) => verdict === word)
      .map(({ verdict: _, ...one }): CompatReason => ({
        ...one,
        kubernetes: minor,
        raise: findRaise(one, { from, target: kubernetes, facts }),
        places: placesOf(components, one),
      }))
  const unknown = reasons('unknown')
  const said = new Set(unknown.map(({ sentence }) => sentence))
  return {
    unsupported: reasons('unsupported'),
    unknown,
    warnings: warnings.filter(({ sentence }) => !said.has(sentence)),
  }
}

// A minor release that is asked about does not say who runs it; the version of the cluster does.
function platformOf(kubernetes: string | undefined): 'eks' | undefined {
  return kubernetes?.includes('-eks-') === true ? 'eks' : undefined
}

function placesOf(
  components: readonly FoundVersion[],
  { component, version }: Pick<Verdict, 'component' | 'version'>,
): readonly string[] {
  return components.find(one => one.component === component && one.version === version)?.places ?? []
}
