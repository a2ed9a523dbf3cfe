import type { FoundVersion } from '../compat/cluster-versions.ts'
import type { CompatFacts } from '../compat/component-facts.ts'
import { chartOf, readChart } from '../compat/delivered/read-chart.ts'
import { componentsIn, settleVersions } from '../compat/delivered/versions-in.ts'
import { knownVersions } from '../compat/judge-change.ts'
import type { ComponentVersion } from '../compat/verdict.ts'
import type { LintObject } from '../lint/model/lint-object.ts'
import type { YamlPath } from '../yaml/node/node-at.ts'
import { oncePerObject } from '../object/once-per-object.ts'
import { partOf, textIn } from '../object/fields.ts'

/** A version, and the one place that says it. */
export interface SaidVersion extends ComponentVersion {
  readonly place: string
}

/** Finds the chart that a release takes from another object. */
type SourceOf = (release: LintObject) => LintObject | undefined

interface ReaderOptions {
  readonly sourceOf: SourceOf
  /** Whether a patch may change the version that an object says. */
  readonly isPatched: (object: LintObject) => boolean
}

/** Reads single objects; each is looked at once, however many clusters have it. */
export class VersionReader {
  readonly #facts: CompatFacts
  readonly #sourceOf: SourceOf
  readonly #known: (object: LintObject) => readonly SaidVersion[]

  constructor(facts: CompatFacts, { sourceOf, isPatched }: ReaderOptions) {
    this.#facts = facts
    this.#sourceOf = sourceOf
    this.#known = oncePerObject(object => {
      const source = sourceOf(object)
      const isUnsure = isPatched(object) || (source !== undefined && isPatched(source))
      return isUnsure ? this.#read(object).map(unsaid) : this.#read(object)
    })
  }

  /** The components that an object brings to a cluster. A chart of which nothing is known is one of its own name. */
  versionsOf(object: LintObject): readonly SaidVersion[] {
    return this.#known(object)
  }

  #read(object: LintObject): readonly SaidVersion[] {
    const said = (from: LintObject) => (one: ComponentVersion) => ({ ...one, place: placeOf(from) })
    const known = componentsIn([object.content], this.#facts)
    const source = this.#sourceOf(object)
    const fromSource = source ? readChart(source.content, this.#facts.charts) : []
    // Of a release that takes its chart elsewhere, the other object says the version.
    const found = [...known.map(said(object)), ...(source ? fromSource.map(said(source)) : [])]
    if (found.length > 0 || object.kind !== 'HelmRelease') return found
    const chart = chartOf(object.content) ?? (source && chartOf(source.content))
    if (!chart || isDefinitions(chart.name)) return []
    return [{ component: chart.name, version: chart.version, place: placeOf(source ?? object) }]
  }
}

// What a patch may have changed is on the cluster all the same, in a version that nobody knows.
function unsaid(one: SaidVersion): SaidVersion {
  return { ...one, version: '' }
}

// A chart of definitions is released with the one that has the controller, which counts.
function isDefinitions(chart: string): boolean {
  return /-crds?$/.test(chart)
}

const versionPaths: Readonly<Record<string, readonly YamlPath[]>> = {
  OCIRepository: [
    ['spec', 'ref', 'tag'],
    ['spec', 'ref', 'semver'],
  ],
  HelmRelease: [['spec', 'chart', 'spec', 'version']],
  HelmChart: [['spec', 'version']],
  HelmChartProxy: [['spec', 'version']],
  FluxInstance: [['spec', 'distribution', 'version']],
  CoreProvider: [['spec', 'version']],
}

function placeOf(object: LintObject): string {
  const paths = versionPaths[object.kind] ?? []
  const path = paths.find(one => textIn(one.slice(0, -1).reduce(partAt, object.content), String(one.at(-1))))
  const { path: file, line } = object.placeOf(path ?? ['metadata', 'name'])
  return `${file}:${line}`
}

function partAt(fields: Readonly<Record<string, unknown>>, name: string | number) {
  return partOf(fields, String(name))
}

/** Makes of all that is said of a cluster what is on it, each with its places. */
export function foundVersions(given: readonly SaidVersion[]): readonly FoundVersion[] {
  const said = given.map(one => ({ ...one, version: one.version.replace(/^v(?=\d)/, '') }))
  const places = new Map<string, Set<string>>()
  for (const { component, version, place } of said) {
    const key = `${component} ${version}`
    places.set(key, (places.get(key) ?? new Set()).add(place))
  }
  // The distribution of ControlPlane shares the labels of Flux: then the place of the label counts.
  const placesOf = ({ component, version }: ComponentVersion) =>
    places.get(`${component} ${version}`) ?? places.get(`flux ${version}`) ?? []
  return knownVersions(settleVersions(said)).map(({ component, version }) => ({
    component,
    version,
    places: [...placesOf({ component, version })].toSorted(),
  }))
}
