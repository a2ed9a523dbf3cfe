import { factsByComponent } from './facts/facts-by-component.ts'
import { releaseLineOf, readKubernetes } from './read-release.ts'
import type { CompatFinding, ComponentVersion } from './verdict.ts'

/** Says that a release is out of support, or costs more, at `now` (milliseconds since 1970). This never holds a step. */
export function supportWarning(
  { component, version }: ComponentVersion,
  now: number,
): CompatFinding | undefined {
  const facts = factsByComponent.get(component)
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
