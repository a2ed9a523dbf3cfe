import type { ClusterVersions } from './cluster-versions.ts'
import type { CompatFacts } from './component-facts.ts'
import { judgeCompatibility } from './judge-compatibility.ts'
import { compareMinors, minorOf, minorsAfter } from './minor-releases.ts'
import type { ComponentVersion, Verdict } from './verdict.ts'

/** The name of Kubernetes among components. */
export const KUBERNETES = 'kubernetes'

/** One component, or Kubernetes, that gets another version. */
export interface UpgradeMove {
  readonly component: string
  readonly from: string
  readonly to: string
}

/** How far an upgrade of a cluster gets, one move after the other. */
export interface UpgradeCourse {
  /** In an order in which everything is supported after each move. */
  readonly moves: readonly UpgradeMove[]
  /** Where it stops; undefined if it gets to its end. */
  readonly stop: UpgradeStop | undefined
  /** What nothing is known about on the way: it may go wrong all the same. */
  readonly unknown: readonly string[]
}

/** The next move that cannot be made, and what is against it. */
interface UpgradeStop {
  readonly before: UpgradeMove
  readonly reasons: readonly Verdict[]
}

/** What is wanted, by the name of the component. */
export type WantedVersions = ReadonlyMap<string, string>

interface Standing {
  readonly kubernetes: string | undefined
  readonly components: readonly ComponentVersion[]
}

/**
 * Finds an order for the moves of an upgrade: components as soon as they can, Kubernetes by minor releases.
 *
 * Newer releases support newer versions of Kubernetes, so whatever can be raised now never has to wait.
 */
export function orderUpgrade(
  cluster: ClusterVersions,
  wanted: WantedVersions,
  facts: CompatFacts,
): UpgradeCourse {
  const judge = (standing: Standing) => judged({ ...cluster, ...standing }, facts)
  const moves: UpgradeMove[] = []
  const unknown = new Set<string>()
  let standing: Standing = cluster
  for (;;) {
    const open = openMoves(standing, wanted)
    if (open.length === 0) return { moves, stop: undefined, unknown: [...unknown] }
    const before = new Set(judge(standing).unsupported.map(({ sentence }) => sentence))
    const tried = open.map(move => {
      const next = judge(moved(standing, move))
      return { move, next, against: next.unsupported.filter(({ sentence }) => !before.has(sentence)) }
    })
    const possible = tried.find(({ against }) => against.length === 0)
    if (!possible) {
      // Kubernetes is what most upgrades are about: the reason why it does not move says most.
      const last = tried.at(-1)
      const stop = last && { before: last.move, reasons: last.against }
      return { moves, stop, unknown: [...unknown] }
    }
    for (const sentence of possible.next.unknown) unknown.add(sentence)
    moves.push(possible.move)
    standing = moved(standing, possible.move)
  }
}

/** The moves that are left, components before Kubernetes. */
function openMoves({ kubernetes, components }: Standing, wanted: WantedVersions): readonly UpgradeMove[] {
  const raised = components.flatMap(({ component, version }) => {
    const to = wanted.get(component)
    return to === undefined || plain(to) === plain(version) ? [] : [{ component, from: version, to }]
  })
  const target = wanted.get(KUBERNETES)
  return target === undefined ? raised : [...raised, ...kubernetesMoves(kubernetes, target)]
}

function kubernetesMoves(kubernetes: string | undefined, target: string): readonly UpgradeMove[] {
  if (kubernetes === undefined || plain(kubernetes) === plain(target)) return []
  const [from, to] = [minorOf(kubernetes), minorOf(target)]
  if (from === undefined || to === undefined || compareMinors(from, to) > 0) return []
  const minors = minorsAfter(from, to)
  const isLast = minors.length <= 1
  // Within a minor release only a whole version says more than what is there.
  if (minors.length === 0 && target === to) return []
  const next = isLast ? target : (minors[0] ?? target)
  return [{ component: KUBERNETES, from: kubernetes, to: next }]
}

function moved({ kubernetes, components }: Standing, { component, from, to }: UpgradeMove): Standing {
  if (component === KUBERNETES) return { kubernetes: to, components }
  return {
    kubernetes,
    components: components.map(one =>
      one.component === component && one.version === from ? { component, version: to } : one,
    ),
  }
}

function judged(
  { kubernetes, platform, components }: Pick<ClusterVersions, 'platform'> & Standing,
  facts: CompatFacts,
): { readonly unsupported: readonly Verdict[]; readonly unknown: readonly string[] } {
  if (kubernetes === undefined) return { unsupported: [], unknown: [] }
  const { verdicts, warnings } = judgeCompatibility({
    kubernetes,
    components,
    facts,
    ...(platform === undefined ? {} : { platform }),
  })
  return {
    unsupported: verdicts.filter(({ verdict }) => verdict === 'unsupported'),
    unknown: warnings.map(({ sentence }) => sentence),
  }
}

function plain(version: string): string {
  return version.replace(/^v(?=\d)/, '')
}
