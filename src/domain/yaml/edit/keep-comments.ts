import { parseNode } from '../node/parse-node.ts'
import { walkNodes } from '../node/walk-nodes.ts'
import { readGoYaml } from '../read-go-yaml.ts'
import { readsAs } from './checked-edit.ts'

/** Puts back the comments on lines of their own that an edit took away, where they were: nobody else has their words. */
export function keepComments(before: string, after: string): string {
  const lost = lostComments(before, after)
  if (lost.length === 0) return after
  const wanted = readGoYaml(after)
  const lines = after.split('\n')
  const old = before.split('\n')
  const same = lines.findIndex((line, index) => line !== old[index])
  const first = same === -1 ? lines.length : same
  const places = [first, first + 1, first - 1, lines.length - 1].filter(at => at >= 0)
  const kept = places
    .map(at => lines.toSpliced(at, 0, ...lost).join('\n'))
    .find(text => readsAs(text, wanted) && lostComments(before, text).length === 0)
  return kept ?? after
}

function lostComments(before: string, after: string): readonly string[] {
  const left = [...ownComments(after)]
  return ownComments(before).filter(line => {
    const at = left.indexOf(line)
    if (at !== -1) left.splice(at, 1)
    return at === -1
  })
}

/** The lines that are comments and nothing else; those in a text of many lines are part of it. */
function ownComments(text: string): readonly string[] {
  const root = parseNode(text)
  const scalars = root ? walkNodes(root).filter(({ kind }) => kind === 'scalar') : []
  const long = scalars.filter(({ start, end }) => text.slice(start, end).includes('\n'))
  let offset = 0
  return text.split('\n').filter(line => {
    const at = offset + line.search(/\S|$/)
    offset += line.length + 1
    return line.trimStart().startsWith('#') && !long.some(({ start, end }) => start < at && at < end)
  })
}
