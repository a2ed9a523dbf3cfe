import type { CompatFacts } from './component-facts.ts'
import { componentsIn, settleVersions } from './delivered/versions-in.ts'
import { publishedFacts } from './facts/facts-by-component.ts'
import { judgeApis } from './judge-apis.ts'
import { judgeCompatibility } from './judge-compatibility.ts'
import { readRelease } from './read-release.ts'
import type { CompatFinding, ComponentVersion, Verdict } from './verdict.ts'

/** A cluster before a change, or after it. */
export interface ClusterSide {
  /** As its API server says it, or as it is planned; undefined if nobody knows. */
  readonly kubernetes: string | undefined
  /** Who runs the control plane; by default its version tells. */
  readonly platform?: 'eks' | 'other'
  /** What is applied to the cluster. */
  readonly objects: readonly unknown[]
  /** What someone says is there, such as `versions` of the steps of its Fitout. */
  readonly told?: readonly ComponentVersion[]
}

/** What a change does to the versions on one cluster. */
export interface CompatChange {
  /** Versions that change, come or go; `kubernetes` stands for Kubernetes itself. Sorted by name. */
  readonly moves: readonly VersionMove[]
  /** What does not go together any more, and did before. */
  readonly refused: readonly Verdict[]
  /** What goes together now, and did not before. */
  readonly resolved: readonly Verdict[]
  /** What nothing is known about, and was not there before. */
  readonly warnings: readonly CompatFinding[]
}

/** One component that gets other versions. More than one on a side means that the objects do not agree. */
interface VersionMove {
  readonly component: string
  readonly before: readonly string[]
  readonly after: readonly string[]
}

/** What is asked about a change. */
export interface ChangeQuestion {
  readonly before: ClusterSide
  readonly after: ClusterSide
  /** Those that the projects publish unless given. */
  readonly facts?: CompatFacts
}

/** Judges what a change to a cluster does to its versions. Never throws; what was wrong before it is not held against it. */
export function judgeChange({ before, after, facts = publishedFacts }: ChangeQuestion): CompatChange {
  const [old, next] = [judged(before, facts), judged(after, facts)]
  return {
    moves: movesBetween(old.versions, next.versions),
    refused: notAmong(next.refused, old.refused),
    resolved: notAmong(old.refused, next.refused),
    warnings: notAmong(next.warnings, old.warnings),
  }
}

interface Judged {
  readonly versions: readonly ComponentVersion[]
  readonly refused: readonly Verdict[]
  readonly warnings: readonly CompatFinding[]
}

function judged({ kubernetes, platform, objects, told = [] }: ClusterSide, facts: CompatFacts): Judged {
  const components = knownVersions(settleVersions([...told, ...componentsIn(objects, facts)]))
  const apis = judgeApis({ objects, components })
  if (kubernetes === undefined) return { versions: components, refused: apis, warnings: [] }
  const { verdicts, warnings } = judgeCompatibility({
    kubernetes,
    components,
    facts,
    ...(platform === undefined ? {} : { platform }),
  })
  return {
    versions: [{ component: 'kubernetes', version: kubernetes }, ...components],
    refused: [...verdicts.filter(({ verdict }) => verdict === 'unsupported'), ...apis],
    warnings,
  }
}

/** Of a component the versions that can be read; if none can, all that is said of it. */
export function knownVersions(components: readonly ComponentVersion[]): readonly ComponentVersion[] {
  const readable = new Set(
    components.filter(({ version }) => readRelease(version)).map(({ component }) => component),
  )
  return components.filter(({ component, version }) => !readable.has(component) || readRelease(version))
}

function movesBetween(
  before: readonly ComponentVersion[],
  after: readonly ComponentVersion[],
): readonly VersionMove[] {
  const names = [...new Set([...before, ...after].map(({ component }) => component))].toSorted()
  return names.flatMap(component => {
    const [old, next] = [versionsOf(before, component), versionsOf(after, component)]
    return old.join() === next.join() ? [] : [{ component, before: old, after: next }]
  })
}

function versionsOf(components: readonly ComponentVersion[], name: string): readonly string[] {
  return components.filter(({ component }) => component === name).map(({ version }) => version)
}

// The sentence is the fact: two patches of a line that are refused for one reason are one finding.
function notAmong<Finding extends { readonly sentence: string }>(
  findings: readonly Finding[],
  others: readonly Finding[],
): readonly Finding[] {
  const known = new Set(others.map(({ sentence }) => sentence))
  return findings.filter(({ sentence }) => !known.has(sentence))
}
