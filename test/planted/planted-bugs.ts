import { adoptBugs } from './bugs/adopt-bugs.ts'
import { applyBugs } from './bugs/apply-bugs.ts'
import { engineBugs } from './bugs/engine-bugs.ts'
import { gateBugs } from './bugs/gate-bugs.ts'
import { healthBugs } from './bugs/health-bugs.ts'
import { loginBugs } from './bugs/login-bugs.ts'
import { moreBugs } from './bugs/more-bugs.ts'
import { morePartsBugs } from './bugs/more-parts-bugs.ts'
import { proofBugs } from './bugs/proof-bugs.ts'
import { reviewBugs } from './bugs/review-bugs.ts'
import { writeBugs } from './bugs/write-bugs.ts'
import { PlantError, type PlantedBug } from './planted-bug.ts'

/** Bugs that controllers of other projects had, and that people could make in this one. The checks must find them all. */
export const plantedBugs: readonly PlantedBug[] = [
  ...gateBugs,
  ...proofBugs,
  ...writeBugs,
  ...engineBugs,
  ...reviewBugs,
  ...moreBugs,
  ...morePartsBugs,
  ...healthBugs,
  ...applyBugs,
  ...adoptBugs,
  ...loginBugs,
].toSorted((a, b) => a.number - b.number)

/** One of the bugs. */
export function bugNamed(id: string): PlantedBug {
  const bug = plantedBugs.find(one => one.id === id)
  if (!bug) throw new PlantError('UNKNOWN_BUG', id, 'there is no such bug')
  return bug
}
