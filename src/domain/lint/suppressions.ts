import type { Place } from '../pack/pack-problem.ts'
import type { RepositoryFile } from '../repository/repository-schema.ts'
import { nearest } from '../text/nearest.ts'
import { isLintCode, lintCodes } from './lint-codes.ts'
import type { LintFinding } from './rule.ts'

const MARK = /(^|\s)#\s*fitout:ignore\b[ \t]*([A-Za-z0-9_]*)[ \t]*(.*)$/

interface Suppression {
  readonly code: string
  readonly reason: string
  readonly place: Place
  readonly covers: (place: Place) => boolean
  isUsed: boolean
}

/** The findings that people have decided to live with: by a comment on the line, or in fitout.yaml by path. */
export class Suppressions {
  readonly #all: readonly Suppression[]

  constructor(texts: ReadonlyMap<string, string>, fitout: RepositoryFile | undefined) {
    const comments = [...texts].flatMap(([path, text]) =>
      text.includes('fitout:ignore') ? inText(path, text) : [],
    )
    this.#all = [...comments, ...inFile(fitout, texts.get('fitout.yaml') ?? '')]
  }

  /** Whether a finding is ignored, which counts as a use of what ignores it. */
  covers({ code, place }: LintFinding): boolean {
    const covering = this.#all.filter(one => one.code === code && one.reason !== '' && one.covers(place))
    for (const one of covering) one.isUsed = true
    return covering.length > 0
  }

  /** What is wrong with the suppressions themselves. */
  problems(): readonly LintFinding[] {
    return this.#all.flatMap(({ code, reason, place, isUsed }): readonly LintFinding[] => {
      const about = { place, severity: 'warning' as const }
      if (!isLintCode(code)) {
        const meant = nearest(code, lintCodes)
        const advice = meant === undefined ? 'fitout explain lint lists the codes' : `did you mean ${meant}?`
        return [{ ...about, code: 'IGNORE_UNKNOWN', message: `"${code}" is not the code of a rule`, advice }]
      }
      if (reason === '') {
        const message = `${code} is ignored without a reason, so it is not ignored`
        return [
          { ...about, code: 'IGNORE_WITHOUT_REASON', message, advice: 'write the reason behind the code' },
        ]
      }
      if (isUsed) return []
      return [
        {
          ...about,
          code: 'IGNORE_UNUSED',
          message: `${code} is ignored here and not found`,
          advice: 'remove it',
        },
      ]
    })
  }
}

function inText(path: string, text: string): readonly Suppression[] {
  const lines = text.split('\n')
  return lines.flatMap((line, index) => {
    const found = MARK.exec(line.replace(/\r$/, ''))
    if (!found) return []
    const [, , code = '', reason = ''] = found
    const column = found.index + (found[1]?.length ?? 0) + 1
    const own = line.trimStart().startsWith('#') ? nextLine(lines, index) : index
    return [
      {
        code,
        reason: reason.trim(),
        place: { path, line: index + 1, column },
        covers: (place: Place) => place.path === path && place.line === own + 1,
        isUsed: false,
      },
    ]
  })
}

// A comment on a line of its own is about the next line that is none.
function nextLine(lines: readonly string[], index: number): number {
  const next = lines.findIndex(
    (line, at) => at > index && line.trim() !== '' && !line.trimStart().startsWith('#'),
  )
  return next === -1 ? index : next
}

function inFile(fitout: RepositoryFile | undefined, text: string): readonly Suppression[] {
  const lines = text.split('\n')
  let from = lines.findIndex(line => line.startsWith('lint:'))
  return (fitout?.lint?.ignore ?? []).map(({ path, code, reason }) => {
    const at = lines.findIndex((line, index) => index > from && line.includes(`code: ${code}`))
    from = at === -1 ? from : at
    return {
      code,
      reason,
      place: { path: 'fitout.yaml', line: (at === -1 ? from : at) + 1, column: 1 },
      covers: (place: Place) => globOf(path).test(place.path),
      isUsed: false,
    }
  })
}

// `*` is within a folder, `**` across folders; a folder stands for all that is in it.
function globOf(path: string): RegExp {
  const pattern = path
    .replace(/\/+$/, '')
    .split(/(\*\*\/?|\*)/)
    .map(part =>
      part.startsWith('**')
        ? '.*'
        : part === '*'
          ? '[^/]*'
          : part.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`),
    )
    .join('')
  return new RegExp(`^${pattern}(?:/.*)?$`)
}
