import { type ReactNode, type RefObject, useRef, useState } from 'react'
import { counted } from '../../domain/text/counted.ts'
import type { DraftProblem } from '../../scaffold/draft/draft-check.ts'
import type { DraftFile } from '../../scaffold/draft/draft-files.ts'
import { YamlEditor } from './yaml-editor.tsx'

interface YamlPaneProps {
  readonly text: string
  readonly path: string
  readonly files: readonly DraftFile[]
  readonly problems: readonly DraftProblem[]
  readonly line: number | undefined
  readonly input: RefObject<HTMLTextAreaElement | null>
  readonly onChange: (text: string) => void
}

/** Every file of the merge request. That of the Cluster can be edited, the others follow from it. */
export function YamlPane({ text, path, files, problems, line, input, onChange }: YamlPaneProps): ReactNode {
  const [chosen, setChosen] = useState<string>()
  const others = files.filter(file => file.path !== path)
  const other = others.find(file => file.path === chosen)
  const read = useRef<HTMLTextAreaElement>(null)
  return (
    <section className="panel yaml-pane" aria-label="YAML">
      <div className="head">
        <select
          className="select"
          aria-label="File"
          value={other?.path ?? ''}
          onChange={event => setChosen(event.target.value === '' ? undefined : event.target.value)}
        >
          <option value="">{path}</option>
          {others.map(file => (
            <option key={file.path} value={file.path}>
              {file.before === undefined ? '+' : '~'} {file.path}
            </option>
          ))}
        </select>
        {others.length === 0 ? null : (
          <span className="muted nowrap">and {counted(others.length, 'file')}</span>
        )}
      </div>
      <div className="yaml-frame">
        {other === undefined ? (
          <YamlEditor
            label={`YAML of ${path}`}
            text={text}
            problems={problems}
            line={line}
            input={input}
            onChange={onChange}
          />
        ) : (
          <YamlEditor
            label={`${other.path}, which follows from the cluster`}
            text={other.after}
            problems={[]}
            line={undefined}
            input={read}
          />
        )}
      </div>
    </section>
  )
}
