import type { CompatFacts } from './component-facts.ts'
import { judgeComponent } from './judge-component.ts'
import { compareLines, readRelease } from './read-release.ts'
import type { ComponentVersion } from './verdict.ts'

/** The release that a component has to be raised to. */
export interface Raise {
  readonly title: string
  /** The oldest one that fits, such as `1.9`, with its patch where one is needed. */
  readonly to: string
  /** Whether it also fits the Kubernetes before, so that it can be raised first. */
  readonly isBefore: boolean
}

/** Between which versions of Kubernetes something is to fit. */
export interface RaiseQuestion {
  readonly from: string | undefined
  readonly target: string
  readonly facts: CompatFacts
}

/** Finds the oldest newer release of a component that fits a Kubernetes, if one can be without leaving the one before. */
export function findRaise(
  { component, version }: ComponentVersion,
  { from, target, facts }: RaiseQuestion,
): Raise | undefined {
  const known = facts.components.get(component)
  const release = readRelease(version)
  if (!known || !release || component === 'eks') return undefined
  const fits = (line: string, kubernetes: string) =>
    judgeComponent({ component, version: line }, kubernetes, facts).verdict === 'fits'
  const newer = known.lines.filter(({ line }) => {
    const one = readRelease(line)
    return one !== undefined && compareLines(one, release) >= 0 && fits(line, target)
  })
  const first = (from === undefined ? undefined : newer.find(({ line }) => fits(line, from))) ?? newer[0]
  if (!first) return undefined
  const patches = first.ownPatches ?? {}
  const to = (Object.hasOwn(patches, target) ? patches[target] : undefined) ?? first.line
  return { title: known.title, to, isBefore: from === undefined || fits(first.line, from) }
}
