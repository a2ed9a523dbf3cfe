import { type ReactNode, type RefObject, useId } from 'react'
import type { DraftProblem } from '../../scaffold/draft/draft-check.ts'
import { counted } from '../../domain/text/counted.ts'
import { yamlParts } from './yaml-colours.ts'

/** The height of a line, in pixels, as the style sheet has it. */
const LINE = 20

interface YamlEditorProps {
  readonly label: string
  readonly text: string
  readonly problems: readonly DraftProblem[]
  /** The line of the field that has the focus. */
  readonly line: number | undefined
  readonly input: RefObject<HTMLTextAreaElement | null>
  /** Absent for a text that can only be read. */
  readonly onChange?: (text: string) => void
}

/** A text of YAML with the numbers of its lines, and marks where something is wrong. */
export function YamlEditor({ label, text, problems, line, input, onChange }: YamlEditorProps): ReactNode {
  const id = useId()
  const lines = text.split('\n')
  const byLine = new Map(problems.toReversed().map(problem => [problem.line, problem]))
  return (
    <div className="yaml-editor">
      <ol className="gutter" aria-hidden="true">
        {lines.map((_, index) => (
          <li
            key={index}
            className={byLine.has(index + 1) ? 'wrong' : ''}
            title={byLine.get(index + 1)?.message}
          >
            {index + 1}
          </li>
        ))}
      </ol>
      <div className="yaml-sheet">
        {line === undefined ? null : <i className="yaml-line" style={{ top: (line - 1) * LINE }} />}
        <pre className="colours" aria-hidden="true">
          {lines.map((one, index) => (
            <span key={index}>
              {yamlParts(one).map((part, at) => (
                <span key={at} className={`y-${part.kind}`}>
                  {part.text}
                </span>
              ))}
              {'\n'}
            </span>
          ))}
        </pre>
        <textarea
          ref={input}
          aria-label={label}
          aria-describedby={`${id}-problems`}
          aria-invalid={problems.length > 0 ? true : undefined}
          value={text}
          readOnly={onChange === undefined}
          rows={lines.length}
          wrap="off"
          spellCheck={false}
          autoComplete="off"
          autoCapitalize="off"
          onChange={event => onChange?.(event.target.value)}
        />
      </div>
      <p id={`${id}-problems`} className="visually-hidden">
        {problems.length === 0
          ? ''
          : `${counted(problems.length, 'problem')}: ${problems.map(({ line: at, message }) => `line ${at}: ${message}`).join('; ')}`}
      </p>
    </div>
  )
}

/** Puts the caret at the start of a line, and brings it into view. */
export function goToLine(input: HTMLTextAreaElement | null, line: number): void {
  if (input === null) return
  const start =
    input.value
      .split('\n')
      .slice(0, line - 1)
      .join('\n').length + (line > 1 ? 1 : 0)
  input.focus({ preventScroll: true })
  input.setSelectionRange(start, start)
  const frame = input.closest('.yaml-frame')
  if (frame) frame.scrollTop = Math.max(0, (line - 1) * LINE - frame.clientHeight / 2)
  input.scrollIntoView({ block: 'nearest' })
}
