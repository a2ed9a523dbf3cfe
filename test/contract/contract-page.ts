import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type RunnerTask, expect, test } from 'vitest'

const PAGE = 'docs/reference/contract.md'
const root = join(import.meta.dirname, '..', '..')

/** The page that lists the contract names exactly the sentences that are tried beside this one. */
export function pageContract(heading: string): void {
  const name = `the sentences are those of ${PAGE}`
  test(name, async ({ task }) => {
    const tried = (task.suite?.tasks ?? []).flatMap(sentencesOf)
    expect(listUnder(await readFile(join(root, PAGE), 'utf8'), heading)).toEqual(
      tried.filter(sentence => sentence !== name),
    )
  })
}

/** A test is a sentence; what surrounds it is its subject, if it has a title. */
function sentencesOf(task: RunnerTask): readonly string[] {
  if (task.type !== 'suite') return [task.name]
  return task.tasks.flatMap(sentencesOf).map(sentence => `${task.name} ${sentence}`.trimStart())
}

function listUnder(page: string, heading: string): readonly string[] {
  const [, section = ''] = page.split(`\n## ${heading}\n`)
  const [list = ''] = section.split('\n## ')
  return list.split('\n').flatMap(line => (line.startsWith('- ') ? [line.slice(2)] : []))
}
