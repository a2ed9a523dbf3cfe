import type { ReactNode, RefObject } from 'react'
import type { Tone } from '../../domain/words/state-words.ts'
import type { DraftCheck, DraftProblem } from '../../scaffold/draft/draft-check.ts'
import { StateSign } from '../elements/state-sign.tsx'
import type { DraftChecks } from './use-checks.ts'

const looks: Readonly<
  Record<DraftCheck['verdict'], { readonly tone: Tone; readonly glyph: string; readonly word: string }>
> = {
  passed: { tone: 'ready', glyph: '✓', word: 'passed' },
  warning: { tone: 'alert', glyph: '!', word: 'warning' },
  unknown: { tone: 'unknown', glyph: '?', word: 'unknown' },
  failed: { tone: 'failed', glyph: '✗', word: 'failed' },
}

interface ChecksPaneProps {
  readonly checks: DraftChecks
  readonly heading: RefObject<HTMLHeadingElement | null>
  readonly onGo: (problem: DraftProblem) => void
  /** The file that can be edited here. */
  readonly path: string
}

/** What the checks say, in the order in which a person would fix it. */
export function ChecksPane({ checks, heading, onGo, path }: ChecksPaneProps): ReactNode {
  const { report, isCurrent, problem } = checks
  return (
    <section className="panel checks" aria-label="Checks" tabIndex={0}>
      <div className="head">
        <h2 ref={heading} tabIndex={-1}>
          Checks
        </h2>
        <span className="muted" role="status">
          {problem === undefined && !isCurrent ? 'checking' : summary(report?.checks ?? [])}
        </span>
      </div>
      <div className="body">
        {problem === undefined ? null : <p className="ink-failed">Cannot check the draft: {problem}</p>}
        <ol className="check-list">
          {report?.checks.map(check => (
            <Check key={check.check} check={check} onGo={onGo} path={path} />
          ))}
        </ol>
      </div>
    </section>
  )
}

function summary(checks: readonly DraftCheck[]): string {
  const failed = checks.filter(({ verdict }) => verdict === 'failed').length
  if (checks.length === 0) return ''
  return failed === 0 ? 'nothing fails' : `${failed} of ${checks.length} fail`
}

interface CheckProps {
  readonly check: DraftCheck
  readonly onGo: (problem: DraftProblem) => void
  readonly path: string
}

function Check({ check, onGo, path }: CheckProps): ReactNode {
  const { tone, glyph, word } = looks[check.verdict]
  const isSaid = check.problems.length === 1 && check.problems[0]?.message === check.sentence
  return (
    <li className={`check ${check.verdict}`}>
      <span className={`check-sign ink-${tone}`}>
        <StateSign glyph={glyph} />
        <span className="visually-hidden">{word}:</span>
      </span>
      <div>
        {isSaid ? null : <p>{check.sentence}</p>}
        {check.problems.map((problem, index) => (
          <div key={index} className="check-problem">
            <p>{problem.message}</p>
            <p className="row muted">
              <span>
                {problem.path === path ? '' : `${problem.path}, `}line {problem.line}
              </span>
              <span className="tag">{problem.code}</span>
              {problem.path === path ? (
                <button
                  type="button"
                  className="button small"
                  aria-label={`Go there: ${problem.message}`}
                  onClick={() => onGo(problem)}
                >
                  Go there
                </button>
              ) : null}
            </p>
            {problem.fix === undefined ? null : <p className="muted">Fix: {problem.fix}</p>}
          </div>
        ))}
      </div>
    </li>
  )
}
