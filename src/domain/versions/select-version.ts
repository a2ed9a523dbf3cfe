import { parseRange, type VersionRange } from './parse-range.ts'
import { parseFluxVersion, parseVersion } from './parse-version.ts'
import { satisfiesRange } from './satisfies-range.ts'
import { parseTimestamp } from '../quantity/parse-timestamp.ts'
import { VersionError } from './version-error.ts'
import { compareVersions, type Version } from './version.ts'

/** What Flux can read as a version and finds in `range`, newest first; equal ones keep their order. */
export function sortVersions(versions: readonly string[], range?: VersionRange): readonly string[] {
  return readable(versions, text => text)
    .filter(({ version }) => range === undefined || satisfiesRange(version, range))
    .toSorted((a, b) => compareVersions(b.version, a.version))
    .map(({ item }) => item)
}

/** A version of a chart in the index of a Helm repository. */
export interface ChartEntry {
  readonly version: string
  /** When it was packed: `2026-01-02T03:04:05.678Z`. */
  readonly created?: string
}

/** A question for the version of a chart. */
export interface ChartChoice<Entry extends ChartEntry> {
  readonly chart: string
  readonly entries: readonly Entry[]
  /** A version, a range, or empty for the newest release. */
  readonly range: string
}

/**
 * Chooses from the index of a Helm repository as Flux does, or throws a VersionError.
 *
 * An entry that is spelled like the range wins, before any version is compared. Of versions that differ in metadata
 * only, the one created last wins, and of those created at the same time the last in the index.
 */
export function selectChartVersion<Entry extends ChartEntry>(choice: ChartChoice<Entry>): Entry {
  const { chart, entries, range } = choice
  // What is no version at all was dropped when the index was read, and cannot be found by its name either.
  const exact = tryVersion(range, parseVersion) && entries.find(({ version }) => version === range)
  if (exact) return exact

  const wanted = parseRange(range === '' ? '*' : range)
  const [first, ...others] = readable(entries, ({ version }) => version)
    .filter(({ version }) => satisfiesRange(version, wanted))
    .map(found => ({ ...found, created: parseTimestamp(found.item.created) }))
  if (!first) throw noMatch(`no '${chart}' chart with version matching '${range}' found`)
  return others.reduce((best, next) => {
    const order = compareVersions(next.version, best.version)
    return order > 0 || (order === 0 && next.created >= best.created) ? next : best
  }, first).item
}

/** A question for a tag of an OCI artifact. */
export interface TagChoice {
  readonly tags: readonly string[]
  readonly range: string
  /** What `semverFilter` lets through; everything if it is absent. */
  readonly filter?: (tag: string) => boolean
  /** In the tags of a chart, `_` stands for the `+` that a tag cannot hold. */
  readonly content: 'chart' | 'manifests'
}

/** Chooses a tag for an OCIRepository with `semver` as Flux does: the newest in the range, of equal ones the first. */
export function selectOciTag({ tags, range, filter, content }: TagChoice): string {
  const passed = filter ? tags.filter(filter) : tags
  const versions = content === 'chart' ? passed.map(tag => tag.replaceAll('_', '+')) : passed
  const [newest] = sortVersions(versions, parseRange(range))
  if (newest === undefined) throw noMatch(`no match found for semver: ${range}`)
  return content === 'chart' ? newest.replaceAll('+', '_') : newest
}

/** Chooses a chart from a HelmRepository of type `oci` as Flux does. A full version is taken without a look at the tags. */
export function selectOciChartVersion(tags: readonly string[], range: string): string {
  const isFullVersion = tryVersion(range, parseFluxVersion) !== undefined
  if (isFullVersion || (range !== '' && tags.includes(range))) return range
  const [newest] = sortVersions(tags, parseRange(range === '' ? '*' : range))
  if (newest === undefined)
    throw noMatch(`could not locate a version matching provided version string ${range}`)
  return newest
}

interface Readable<Item> {
  readonly item: Item
  readonly version: Version
}

// Whatever is no version is passed over in silence, as Flux does: tags like "latest" are everywhere.
function readable<Item>(
  items: readonly Item[],
  versionOf: (item: Item) => string,
): readonly Readable<Item>[] {
  return items.flatMap(item => {
    const version = tryVersion(versionOf(item), parseFluxVersion)
    return version ? [{ item, version }] : []
  })
}

function tryVersion(text: string, parse: (text: string) => Version): Version | undefined {
  try {
    return parse(text)
  } catch (error) {
    if (error instanceof VersionError) return undefined
    throw error
  }
}

function noMatch(cause: string): VersionError {
  return new VersionError('NO_MATCHING_VERSION', `cannot choose a version: ${cause}`)
}
