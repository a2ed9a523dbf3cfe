import type { CompatFacts } from './component-facts.ts'
import { publishedFacts } from './facts/facts-by-component.ts'
import { judgeComponent } from './judge-component.ts'
import { isEksBuild, releaseLineOf, readKubernetes } from './read-release.ts'
import type { CompatFinding, ComponentVersion, Verdict } from './verdict.ts'

/** What is to run on a cluster, or to manage it. */
export interface CompatQuestion {
  /** As the API server says it, or as it is planned: `v1.33.5-eks-1a2b3c4`, `1.35`. */
  readonly kubernetes: string
  readonly components: readonly ComponentVersion[]
  /** Who runs the control plane; by default its version tells. */
  readonly platform?: 'eks' | 'other'
  /** Milliseconds since 1970. Without it nothing is said about the end of support. */
  readonly now?: number
  /** Those that the projects publish unless given. */
  readonly facts?: CompatFacts
}

/** The answer: what must be held, and what must be said once. */
export interface Compatibility {
  /** One for each component, in the order of the question, and one for EKS before them. */
  readonly verdicts: readonly Verdict[]
  /** What is unknown or out of support, each sentence once, sorted. */
  readonly warnings: readonly CompatFinding[]
}

/** Judges every component against the Kubernetes of a cluster. Never throws, and guesses nothing. */
export function judgeCompatibility(question: CompatQuestion): Compatibility {
  const { kubernetes, components, platform, now, facts = publishedFacts } = question
  const isEks = platform === undefined ? isEksBuild(kubernetes) : platform === 'eks'
  const asked = isEks ? [{ component: 'eks', version: kubernetes }, ...components] : components
  const verdicts = asked.map(component => judgeComponent(component, kubernetes, facts))
  const unknown = verdicts.filter(({ verdict }) => verdict === 'unknown').map(toFinding)
  const ended =
    now === undefined ? [] : asked.flatMap(component => supportWarning(component, now, facts) ?? [])
  return { verdicts, warnings: eachOnce([...unknown, ...ended]) }
}

function toFinding({ component, version, sentence, source }: Verdict): CompatFinding {
  return { component, version, sentence, source }
}

function eachOnce(findings: readonly CompatFinding[]): readonly CompatFinding[] {
  const bySentence = new Map<string, CompatFinding>()
  for (const finding of findings) {
    if (!bySentence.has(finding.sentence)) bySentence.set(finding.sentence, finding)
  }
  return [...bySentence.values()].toSorted((a, b) => (a.sentence < b.sentence ? -1 : 1))
}

/** Says that a release is out of support, or costs more, at `now` (milliseconds since 1970). This never holds a step. */
function supportWarning(
  { component, version }: ComponentVersion,
  now: number,
  { components }: CompatFacts,
): CompatFinding | undefined {
  const facts = components.get(component)
  const release = readKubernetes(version)
  if (!facts || !release) return undefined
  const line = releaseLineOf(release)
  const support = facts.lines.find(known => known.line === line)?.support
  if (!support) return undefined
  const { ends, standardEnds, source } = support
  const name = `${facts.title} ${line}`
  if (now >= dayOf(ends)) {
    return { component, version, sentence: `${name} is out of support since ${ends}`, source }
  }
  if (standardEnds === undefined || now < dayOf(standardEnds)) return undefined
  return { component, version, sentence: `${name} is in extended support since ${standardEnds}`, source }
}

function dayOf(date: string): number {
  return Date.parse(`${date}T00:00:00Z`)
}
