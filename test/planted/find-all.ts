import { type Finding, type Search, findBug } from './find-bug.ts'
import type { PlantedBug } from './planted-bug.ts'

/** Looks for bugs, so many at a time, and tells of each as soon as it is found or known to survive. */
export async function findAll(
  bugs: readonly PlantedBug[],
  search: Search & { readonly atOnce: number },
  tell: (finding: Finding) => void,
): Promise<readonly Finding[]> {
  const findings: Finding[] = []
  const left = bugs.values()
  const work = async (): Promise<void> => {
    for (const bug of left) {
      const finding = await findBug(bug, search)
      findings.push(finding)
      tell(finding)
    }
  }
  await Promise.all(Array.from({ length: search.atOnce }, work))
  return findings
}

/** All findings in one line, with the bugs that survive by name. */
export function sumUp(findings: readonly Finding[]): string {
  const found = findings.filter(one => one.found)
  const bySeeds = found.filter(({ bug }) => bug.finder.by === 'seeds').length
  const survivors = findings.filter(one => !one.found).map(({ bug }) => bug.id)
  const end = survivors.length === 0 ? '' : `; nobody finds ${survivors.toSorted().join(', ')}`
  const by = `by seeds ${bySeeds}, by unit tests ${found.length - bySeeds}`
  return `planted bugs: found ${found.length} of ${findings.length}, ${by}${end}`
}
