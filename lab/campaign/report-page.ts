import type { CaseResult } from './case.ts'
import { lineOf, summarise } from './report.ts'

/** The table, the misses in full, and everything else in a line each, as a page. */
export function pageOf(results: readonly CaseResult[], seed: number): string {
  const rows = Object.entries(summarise(results)).map(([key, value]) => `| ${key} | ${value} |`)
  const misses = results.filter(one => tagsOf(one).length > 0)
  const rest = results.filter(one => tagsOf(one).length === 0)
  return [
    `# Campaign, seed ${seed}`,
    '',
    '| | |',
    '|---|---|',
    ...rows,
    '',
    `## Misses (${misses.length})`,
    '',
    ...misses.toSorted((a, b) => order(a) - order(b)).flatMap(inFull),
    '',
    `## The rest (${rest.length})`,
    '',
    ...rest.map(one => `- ${lineOf(one)}`),
    '',
  ].join('\n')
}

const tags: readonly (readonly [string, (result: CaseResult) => boolean])[] = [
  ['LIE', ({ kind }) => kind === 'lie'],
  ['wrong', ({ verdict }) => verdict === 'wrong'],
  ['false sentence', ({ falsehoods }) => falsehoods.length > 0],
  ['misnamed command', ({ commands }) => commands.some(one => one.isMisnamed)],
  ['failing command', ({ commands }) => commands.some(one => one.failure !== undefined && !one.isMisnamed)],
  ['not fixed', ({ isFixed }) => isFixed === false],
  ['near', ({ verdict }) => verdict === 'near'],
  ['error of the campaign', ({ kind }) => kind === 'error'],
]

function tagsOf(result: CaseResult): readonly string[] {
  return tags.filter(([, isSo]) => isSo(result)).map(([tag]) => tag)
}

function order(result: CaseResult): number {
  return tags.findIndex(([, isSo]) => isSo(result))
}

function inFull(result: CaseResult): readonly string[] {
  const { id, base, mutation, state, told, answer, commands, falsehoods, note } = result
  const failed = commands.filter(one => one.failure !== undefined)
  return [
    `- [${tagsOf(result).join(', ')}] **${id} ${base}: ${mutation}**`,
    `  - state ${state ?? 'none'}: ${told ?? ''}`,
    ...(note === undefined ? [] : [`  - note: ${note}`]),
    ...(answer
      ? [
          `  - why: ${answer.reason}: ${answer.sentence}`,
          ...answer.evidence.map(one => `  - evidence: ${JSON.stringify(one).slice(0, 500)}`),
          ...answer.next.map(
            ({ text, command, patch }) =>
              `  - next: ${text}${command === undefined ? '' : ` \`${command}\``}${patch === undefined ? '' : ` patch ${JSON.stringify(patch)}`}`,
          ),
        ]
      : []),
    ...failed.map(one => `  - command failed: \`${one.command}\`: ${one.failure ?? ''}`),
    ...falsehoods.map(one => `  - FALSE: ${one}`),
  ]
}
