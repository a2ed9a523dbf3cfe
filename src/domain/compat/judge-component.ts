import type { CompatFacts, ComponentFacts, ReleaseLine, FactSource, Unnamed } from './component-facts.ts'
import { publishedFacts } from './facts/facts-by-component.ts'
import {
  compareLines,
  isOlder,
  releaseLineOf,
  readKubernetes,
  readRelease,
  type Release,
} from './read-release.ts'
import type { ComponentVersion, Need, Verdict } from './verdict.ts'

// Anything may stand where a name or a version should: only what looks like one is repeated, and never much of it.
const nameLike = /^[0-9A-Za-z._/ -]{1,40}$/
const versionLike = /^[0-9A-Za-z.+:/<>=~^*_-]{1,40}$/

/** Judges whether a component goes together with a version of Kubernetes. Any two texts get a verdict. */
export function judgeComponent(
  { component, version }: ComponentVersion,
  kubernetes: string,
  { components }: Pick<CompatFacts, 'components'> = publishedFacts,
): Verdict {
  const facts = components.get(component)
  return { component, version, ...outcomeOf({ component, version, facts }, kubernetes) }
}

type Outcome = Pick<Verdict, 'verdict' | 'sentence' | 'needs' | 'source'>

interface Known extends ComponentVersion {
  readonly facts: ComponentFacts | undefined
}

function outcomeOf({ component, version, facts }: Known, kubernetes: string): Outcome {
  if (!facts || facts.lines.length === 0) return unknown(describeUnknown(facts?.title ?? component, version))
  const release = component === 'eks' ? readKubernetes(version) : readRelease(version)
  if (!release) return unknown(describeUnknown(facts.title, version))
  const target = readKubernetes(kubernetes)
  if (!target) return unknown(describeUnknown('Kubernetes', kubernetes))
  if (release.isPrerelease)
    return unknown(`No facts for prereleases of ${facts.title} ${releaseLineOf(release)}`)
  return judgeReleases({ facts, release, target })
}

interface Pair {
  readonly facts: ComponentFacts
  readonly release: Release
  readonly target: Release
}

interface NamedPair extends Pair {
  readonly named: ReleaseLine
}

function judgeReleases(pair: Pair): Outcome {
  const { facts, release, target } = pair
  const tooOld = belowMinimum(pair)
  if (tooOld) return tooOld
  const named = facts.lines.find(({ line }) => line === releaseLineOf(release))
  if (!named) return unknown(`No facts for ${facts.title} ${releaseLineOf(release)}`)
  for (const rule of rules) {
    const outcome = rule({ ...pair, named })
    if (outcome) return outcome
  }
  const verb = facts.relation === 'manages' ? 'manages' : 'fits'
  const sentence = `${nameOf(pair)} ${verb} Kubernetes ${releaseLineOf(target)}`
  return { verdict: 'fits', sentence, needs: undefined, source: named.source }
}

type Rule = (pair: NamedPair) => Outcome | undefined

// Lines before patches: the patch that is needed only matters if the line is the right one.
const rules: readonly Rule[] = [
  kubernetesTooOld,
  kubernetesTooNew,
  kubernetesPatchTooOld,
  ownPatchTooOld,
  prerelease,
]

// Karpenter publishes this table, and it also reaches the releases that have no line of their own.
function belowMinimum({ facts, release, target }: Pair): Outcome | undefined {
  const minimum = ownValue(facts.minimums?.byKubernetes, releaseLineOf(target))
  if (!facts.minimums || minimum === undefined) return undefined
  if (!isOlderThan(release, minimum)) return undefined
  return unsupported({
    sentence: `Kubernetes ${releaseLineOf(target)} needs ${facts.title} ${minimum} or newer`,
    needs: { name: facts.title, range: `>=${minimum}` },
    source: facts.minimums.source,
  })
}

function kubernetesTooOld(pair: NamedPair): Outcome | undefined {
  const [oldest] = pair.named.kubernetes
  if (!isOlderThan(pair.target, oldest)) return undefined
  return outside(pair, pair.facts.older, { bound: oldest, words: 'or newer', sign: '>=' })
}

function kubernetesTooNew(pair: NamedPair): Outcome | undefined {
  const [, newest] = pair.named.kubernetes
  const limit = readKubernetes(newest)
  if (!limit || compareLines(pair.target, limit) <= 0) return undefined
  return outside(pair, pair.facts.newer, { bound: newest, words: 'or older', sign: '<=' })
}

interface Limit {
  readonly bound: string
  readonly words: string
  readonly sign: string
}

function outside(pair: NamedPair, meaning: Unnamed, { bound, words, sign }: Limit): Outcome {
  const { facts, named, target } = pair
  if (meaning === 'unknown') {
    const [oldest, newest] = named.kubernetes
    const tested = `${nameOf(pair)} is tested on Kubernetes ${oldest} to ${newest}, not on ${releaseLineOf(target)}`
    return unknown(tested, named.source)
  }
  const verb = facts.relation === 'manages' ? 'manages' : 'needs'
  return unsupported({
    sentence: `${nameOf(pair)} ${verb} Kubernetes ${bound} ${words}`,
    needs: { name: 'Kubernetes', range: `${sign}${bound}` },
    source: named.source,
  })
}

function kubernetesPatchTooOld(pair: NamedPair): Outcome | undefined {
  const line = releaseLineOf(pair.target)
  const patch = ownValue(pair.named.kubernetesPatches, line)
  if (patch === undefined || !isOlderThan(pair.target, patch)) return undefined
  return unsupported({
    sentence: `${nameOf(pair)} needs Kubernetes ${patch} or newer in ${line}`,
    needs: { name: 'Kubernetes', range: `>=${patch}` },
    source: pair.named.source,
  })
}

function ownPatchTooOld({ facts, named, release, target }: NamedPair): Outcome | undefined {
  const patch = ownValue(named.ownPatches, releaseLineOf(target))
  if (patch === undefined || !isOlderThan(release, patch)) return undefined
  return unsupported({
    sentence: `Kubernetes ${releaseLineOf(target)} needs ${facts.title} ${patch} or newer in ${named.line}`,
    needs: { name: facts.title, range: `>=${patch}` },
    source: named.source,
  })
}

// Last: a prerelease of a line that is out of the question needs no facts of its own.
function prerelease({ target }: NamedPair): Outcome | undefined {
  if (!target.isPrerelease) return undefined
  return unknown(`No facts for prereleases of Kubernetes ${releaseLineOf(target)}`)
}

function nameOf({ facts, release }: Pair): string {
  return `${facts.title} ${releaseLineOf(release)}`
}

function isOlderThan(release: Release, minimum: string): boolean {
  const read = readKubernetes(minimum)
  return read !== undefined && isOlder(release, read)
}

function ownValue(record: Readonly<Record<string, string>> | undefined, key: string): string | undefined {
  return record && Object.hasOwn(record, key) ? record[key] : undefined
}

function unknown(sentence: string, source?: FactSource): Outcome {
  return { verdict: 'unknown', sentence, needs: undefined, source }
}

function unsupported(found: {
  readonly sentence: string
  readonly needs: Need
  readonly source: FactSource
}): Outcome {
  return { verdict: 'unsupported', ...found }
}

/** Says that nothing is known about a version of something. */
function describeUnknown(name: string, version: string): string {
  const title = nameLike.test(name) ? name : 'a component'
  if (version === '') return `No facts for ${title} without a version`
  const release = readRelease(version)
  if (release) return `No facts for ${title} ${releaseLineOf(release)}`
  return versionLike.test(version)
    ? `No facts for ${title} "${version}"`
    : `No facts for this version of ${title}`
}
