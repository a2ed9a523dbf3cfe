import type { CompatFacts, ComponentFacts, FactSource, ReleaseLine, Unnamed } from './component-facts.ts'
import { publishedFacts } from './facts/facts-by-component.ts'
import { compareLines, readRelease } from './read-release.ts'

/** What a user says about one component of his own. */
export interface OwnFacts {
  readonly component: string
  readonly title?: string | undefined
  /** Charts whose version is that of the component; one of its own name unless given. */
  readonly charts?: readonly string[] | undefined
  /** Images whose tag is the version of the component, by the end of their path. */
  readonly images?: readonly string[] | undefined
  readonly older?: Unnamed | undefined
  readonly newer?: Unnamed | undefined
  readonly releases: readonly OwnRelease[]
}

/** What a user says about one minor release. */
interface OwnRelease {
  readonly line: string
  readonly kubernetes: { readonly oldest: string; readonly newest: string }
  readonly source: FactSource
}

/** Something that is wrong with own facts: where in the list, and what. */
export interface OwnFactsProblem {
  readonly path: readonly (string | number)[]
  readonly message: string
}

/** Adds a user's facts to those that the projects publish. They never change what a project says. */
export function withOwnFacts(own: readonly OwnFacts[]): CompatFacts {
  const components = new Map(publishedFacts.components)
  for (const one of own) components.set(one.component, joined(components.get(one.component), one))
  return {
    components,
    charts: new Map(
      own.flatMap(({ component, charts = [component] }) => charts.map(chart => [chart, component])),
    ),
    images: new Map(own.flatMap(({ component, images = [] }) => images.map(image => [image, component]))),
  }
}

function joined(known: ComponentFacts | undefined, own: OwnFacts): ComponentFacts {
  const added = own.releases.map(({ line, kubernetes, source }): ReleaseLine => ({
    line,
    kubernetes: [kubernetes.oldest, kubernetes.newest],
    source,
  }))
  const lines = [...(known?.lines ?? []), ...added].toSorted(byLine)
  if (known && known.lines.length > 0) return { ...known, lines }
  const { component, title = known?.title ?? component, older = 'unknown', newer = 'unknown' } = own
  return { title, relation: known?.relation ?? 'runs', older, newer, lines }
}

function byLine(a: ReleaseLine, b: ReleaseLine): number {
  const [one, other] = [readRelease(a.line), readRelease(b.line)]
  return one && other ? compareLines(one, other) : 0
}

/** Finds what is wrong with a user's facts beyond their shape. */
export function ownFactsProblems(own: readonly OwnFacts[]): readonly OwnFactsProblem[] {
  const seen = new Map<string, Set<string>>()
  return own.flatMap((facts, index) => {
    const known = publishedFacts.components.get(facts.component)
    const lines = seen.get(facts.component)
    const twice = lines
      ? [{ path: [index, 'component'], message: 'is in this list before: put its releases together' }]
      : []
    seen.set(facts.component, lines ?? new Set())
    const meanings = (['older', 'newer'] as const).flatMap(field =>
      facts[field] !== undefined && known && known.lines.length > 0
        ? [
            {
              path: [index, field],
              message: `is for components of your own: what ${known.title} means is published`,
            },
          ]
        : [],
    )
    return [...twice, ...meanings, ...releaseProblems(facts, index, known)]
  })
}

function releaseProblems(
  { releases }: OwnFacts,
  index: number,
  known: ComponentFacts | undefined,
): readonly OwnFactsProblem[] {
  return releases.flatMap(({ line, kubernetes }, at) => {
    const path = [index, 'releases', at] as const
    const published = known?.lines.find(one => one.line === line)
    if (published) {
      const { url, asOf } = published.source
      return [
        {
          path: [...path, 'line'],
          message: `has a published fact, which cannot be changed: ${url} (${asOf})`,
        },
      ]
    }
    if (releases.findIndex(one => one.line === line) < at)
      return [{ path: [...path, 'line'], message: 'is in this list before' }]
    const [oldest, newest] = [readRelease(kubernetes.oldest), readRelease(kubernetes.newest)]
    if (oldest && newest && compareLines(oldest, newest) > 0)
      return [{ path: [...path, 'kubernetes', 'newest'], message: 'is older than oldest' }]
    return []
  })
}
