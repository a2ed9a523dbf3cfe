import { type Finding, type Search, findBySeeds } from './find-by-seeds.ts'
import { findByTests } from './find-by-tests.ts'
import type { PlantedBug } from './planted-bug.ts'

/** So many share a process: enough to load what they have in common once, few enough to keep all processors busy. */
const BUGS_A_PROCESS = 20

/** Looks for bugs, so many at a time, and tells of each as soon as it is found or known to survive. */
export async function findAll(
  bugs: readonly PlantedBug[],
  search: Search & { readonly atOnce: number },
  tell: (finding: Finding) => void,
): Promise<readonly Finding[]> {
  const findings: Finding[] = []
  const add = (finding: Finding): void => {
    findings.push(finding)
    tell(finding)
  }
  const left = jobsOf(bugs, search, add).values()
  const work = async (): Promise<void> => {
    for (const job of left) await job()
  }
  await Promise.all(Array.from({ length: search.atOnce }, work))
  return findings
}

function jobsOf(
  bugs: readonly PlantedBug[],
  search: Search,
  tell: (finding: Finding) => void,
): readonly (() => Promise<void>)[] {
  const byTests = bugs.filter(({ finder }) => finder.by === 'tests').toSorted(byFile)
  const count = Math.ceil(byTests.length / BUGS_A_PROCESS)
  const groups = Array.from({ length: count }, (_, index) =>
    byTests.slice(index * BUGS_A_PROCESS, (index + 1) * BUGS_A_PROCESS),
  )
  return [
    ...bugs
      .filter(({ finder }) => finder.by === 'seeds')
      .map(bug => async () => tell(await findBySeeds(bug, search))),
    ...groups.map(group => () => findByTests(group, search, tell)),
  ]
}

// Those that the same tests must find come one after the other.
function byFile({ finder: a }: PlantedBug, { finder: b }: PlantedBug): number {
  return a.by === 'tests' && b.by === 'tests' ? a.file.localeCompare(b.file) : 0
}

/** All findings in one line, with the bugs that survive by name, and those that their seed does not find any more. */
export function sumUp(findings: readonly Finding[], { knowsSeeds }: Pick<Search, 'knowsSeeds'>): string {
  const found = findings.filter(one => one.found)
  const bySeeds = found.filter(({ bug }) => bug.finder.by === 'seeds').length
  const survivors = findings.filter(one => !one.found).map(({ bug }) => bug.id)
  const end = survivors.length === 0 ? '' : `; nobody finds ${survivors.toSorted().join(', ')}`
  const by = `by seeds ${bySeeds}, by unit tests ${found.length - bySeeds}`
  return `planted bugs: found ${found.length} of ${findings.length}, ${by}${end}${knowsSeeds ? elsewhere(found) : ''}`
}

// A bug that its seed does not find any more is looked for from the first seed on: minutes, in every run.
function elsewhere(findings: readonly Finding[]): string {
  const moved = findings.flatMap(({ bug: { id, finder }, found }) =>
    finder.by === 'seeds' && finder.seed !== undefined && finder.seed !== found?.seed
      ? [`${id} (seed ${found?.seed}, not ${finder.seed})`]
      : [],
  )
  return moved.length === 0 ? '' : `; found elsewhere: ${moved.toSorted().join(', ')}`
}
