import { listAt, textAt } from './history/fields.ts'
import { type History, type Line, isManagementWrite, placeOf } from './history/line.ts'
import { type Violation, breach } from './violation.ts'

/** Finds words about a cluster whose condition Ready says something else than its state: above all False for not known. */
export function checkTruthfulReady(history: History): readonly Violation[] {
  return history.filter(isWord).flatMap(line => {
    const state = textAt(line.body, 'status', 'state') ?? ''
    const said = readyIn(line)
    const wanted = state === 'Ready' ? 'True' : state === 'Unknown' ? 'Unknown' : 'False'
    if (said === undefined || said === wanted) return []
    const sentence = `Cluster ${placeOf(line)} is "${state}", and its condition Ready says ${said}`
    return breach('truthfulReady', line, sentence)
  })
}

function isWord(line: Line): boolean {
  return isManagementWrite(line) && line.resource === 'clusterfitouts' && line.subresource === 'status'
}

function readyIn({ body }: Line): string | undefined {
  const ready = listAt(body, 'status', 'conditions').find(condition => textAt(condition, 'type') === 'Ready')
  return textAt(ready, 'status')
}
