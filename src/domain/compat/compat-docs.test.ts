import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { ComponentFacts, ReleaseLine, FactSource } from './component-facts.ts'
import { FACTS_AS_OF, factsByComponent } from './facts/facts-by-component.ts'
import { fluxControllers, fluxControllersSource } from './facts/flux-controllers.ts'
import { removedApis } from './facts/removed-apis.ts'
import { judgeComponent } from './judge-component.ts'

const page = readFileSync('docs/reference/compatibility.md', 'utf8')

// What fails here prints the rows as they must stand in the page.
describe('The page of compatibility lists the facts as they are', () => {
  test('the day on which they were gone through', () => expect(page).toContain(`facts of ${FACTS_AS_OF}`))

  test('every component by its name', () => {
    expect(rowsUnder('## What is judged')).toEqual([...factsByComponent].map(componentRow))
  })

  test('every release', () => {
    const rows = [...factsByComponent].flatMap(([component, { lines }]) =>
      lines.map(line => releaseRow(component, line)),
    )
    expect(rowsUnder('### Releases')).toEqual(rows)
  })

  test('every minimum', () => {
    const rows = [...factsByComponent.values()].flatMap(minimumRows)
    expect(rowsUnder('### Minimums')).toEqual(rows)
  })

  test('every API that is gone', () => {
    const rows = removedApis.map(
      ({ component, apiVersion, kinds, removedIn, use, source }) =>
        `| ${component} ${removedIn} | \`${apiVersion}\` | ${kinds?.join(', ') ?? 'all'} | \`${use}\` | ${link(source)} |`,
    )
    expect(rowsUnder('### APIs that are gone')).toEqual(rows)
  })

  test('every controller of Flux', () => {
    const rows = Object.entries(fluxControllers).map(
      ([controller, byLine]) =>
        `| ${controller} | ${[...byLine].map(([own, flux]) => `${own} → ${flux}`).join(', ')} |`,
    )
    expect(rowsUnder('### Controllers of Flux')).toEqual(rows)
    expect(page).toContain(link(fluxControllersSource))
  })
})

test('The sentences on the page are those that are said', () => {
  const rows = rowsUnder('## How to read a sentence')
  expect(rows.length).toBeGreaterThan(7)
  for (const row of rows) {
    const [, sentence, word, component = '', version = '', kubernetes = ''] = row
      .split('|')
      .map(cell => cell.trim())
    const verdict = judgeComponent({ component, version }, kubernetes)
    expect([`\`${verdict.sentence}\``, verdict.verdict]).toEqual([sentence, word])
  }
})

function rowsUnder(heading: string): readonly string[] {
  const [, section = ''] = page.split(`${heading}\n`)
  const [own = ''] = section.split(/^#+ /m)
  return own
    .split('\n')
    .filter(line => line.startsWith('|'))
    .slice(2)
}

function componentRow([name, { title, older, newer, lines }]: readonly [string, ComponentFacts]): string {
  const first = lines.at(0)?.line
  const known = first === undefined ? 'no facts' : `${first} to ${lines.at(-1)?.line}`
  return `| \`${name}\` | ${title} | ${known} | ${older} | ${newer} |`
}

function releaseRow(
  component: string,
  { line, kubernetes, support, source, ...patches }: ReleaseLine,
): string {
  const { kubernetesPatches = {}, ownPatches = {} } = patches
  const notes = [
    ...Object.values(kubernetesPatches).map(patch => `Kubernetes ${patch}`),
    ...Object.entries(ownPatches).map(([of, patch]) => `${patch} for ${of}`),
  ].join(', ')
  const ends = support ? `${support.ends} ${link(support.source)}` : ''
  const cells = [`${component} ${line}`, kubernetes.join(' to '), notes, ends, link(source)]
  return `|${cells.map(cell => (cell === '' ? ' |' : ` ${cell} |`)).join('')}`
}

function minimumRows({ title, minimums }: ComponentFacts): readonly string[] {
  if (!minimums) return []
  return Object.entries(minimums.byKubernetes).map(
    ([kubernetes, minimum]) => `| ${kubernetes} | ${title} ${minimum} | ${link(minimums.source)} |`,
  )
}

function link({ url, asOf }: FactSource): string {
  return `[${asOf}](${url})`
}
