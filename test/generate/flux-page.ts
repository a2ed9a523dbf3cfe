import {
  type FluxTable,
  helmTable,
  kustomizeTable,
  sourceTable,
} from '../../src/domain/explain/flux/flux-tables.ts'
import type { FluxReason } from '../../src/domain/explain/flux/reasons/flux-reason.ts'
import { fill, type FluxWords } from '../../src/domain/explain/flux/words/flux-words.ts'
import { pageName } from '../../src/domain/explain/pages/cause-page.ts'

/** What is known of the words of Flux, as Markdown. */
export function fluxPage(): string {
  return `${[intro, ...[sourceTable, kustomizeTable, helmTable].map(sectionOf)].join('\n\n')}\n`
}

const intro = `<!-- Made by \`make generate\` from src/domain/explain/flux. Do not edit. -->

# What Flux says

How \`fitout why\` reads the conditions of Flux, in the versions that the lab builds. First it looks up what the object
names: a Secret, ConfigMap or ServiceAccount that does not exist is the cause, whatever else is said
([FluxReferenceMissing](causes/flux-reference-missing.md)). Then the words are looked for below, then the reason. What is
in neither is told as it says itself, cleaned of secrets.

A reason without a cause means no failure: it ends by itself, or what it waits for tells more.`

function sectionOf({ controller, reasons, words }: FluxTable): string {
  return [
    `## ${controller}`,
    '### Reasons',
    ['| reason | where | the object | cause | owner | what ends it |', '|---|---|---|---|---|---|']
      .concat(reasons.map(reasonRow))
      .join('\n'),
    '### Words',
    ['| it says | the object | what ends it |', '|---|---|---|'].concat(words.map(wordsRow)).join('\n'),
  ].join('\n\n')
}

function reasonRow({ reason, conditions, means, cause, actor, advice }: FluxReason): string {
  const page = cause === undefined ? '-' : `[${cause}](causes/${pageName(cause)})`
  return row([`\`${reason}\``, conditions, means, page, actor, plain(advice)])
}

function wordsRow({ example, sentence, advice }: FluxWords): string {
  return row([`\`${example.replaceAll('`', "'")}\``, plain(sentence), plain(advice)])
}

// What stands for a thing is written as a word for it.
const stands: Readonly<Record<string, string>> = { object: 'the object', cannot: 'cannot be installed' }

function plain(text: string): string {
  const named = [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, stands[name] ?? `*${name}*`])
  return fill(text, Object.fromEntries(named))
}

function row(cells: readonly string[]): string {
  return `| ${cells.map(cell => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`
}
