import { textAt } from './history/fields.ts'
import { type History, type Line, isDone, isManagementWrite, isWrite, placeOf } from './history/line.ts'
import { type Violation, breach } from './violation.ts'

/**
 * Finds facts that were reported twice: the same Event again, although nothing was written about the cluster in between.
 *
 * Events tell how the status becomes another one. As long as it has not, whoever tells of it tells the same; but not two
 * at once of which one was told of old versions only, so histories with those have nothing to say here.
 */
export function checkOneEvent(history: History): readonly Violation[] {
  const told = new Map<string, Set<string>>()
  return history.flatMap(line => {
    if (isAboutStatus(line)) told.delete(placeOf(line))
    if (line.resource !== 'events' || !isManagementWrite(line) || !isDone(line)) return []
    const { place, fact } = tellingOf(line)
    const facts = told.get(place) ?? new Set<string>()
    told.set(place, facts)
    if (facts.has(fact)) return breach('oneEvent', line, `Cluster ${place} was told "${fact}" twice`)
    facts.add(fact)
    return []
  })
}

// Also when another client deletes it: then all begins again.
function isAboutStatus(line: Line): boolean {
  return line.resource === 'clusterfitouts' && isWrite(line) && isDone(line)
}

function tellingOf({ body, namespace }: Line): { readonly place: string; readonly fact: string } {
  const name = textAt(body, 'regarding', 'name') ?? ''
  const words = [textAt(body, 'reason'), textAt(body, 'note')].filter(Boolean)
  return {
    place: placeOf({ name, ...(namespace === undefined ? {} : { namespace }) }),
    fact: words.join(': '),
  }
}
