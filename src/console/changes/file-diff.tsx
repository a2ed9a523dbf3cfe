import type { ReactNode } from 'react'
import { counted } from '../../domain/text/counted.ts'
import type { ChangedFile } from '../../server/api/change-response.ts'
import { type DiffLine, lineDiff } from './line-diff.ts'

const signs = { same: ' ', added: '+', removed: '-' } as const
/** Lines around a change that are shown with it. */
const AROUND = 3

/** The files of a change, each with its lines that differ. */
export function FileDiffs({ files }: { readonly files: readonly ChangedFile[] }): ReactNode {
  if (files.length === 0) return null
  return (
    <details className="file-diffs">
      <summary>{counted(files.length, 'file')}</summary>
      {files.map(file => (
        <FileDiff key={file.path} file={file} />
      ))}
    </details>
  )
}

function FileDiff({ file: { path, before, after } }: { readonly file: ChangedFile }): ReactNode {
  const lines = nearChanges(lineDiff(before ?? '', after ?? ''))
  const what = before === undefined ? 'new' : after === undefined ? 'removed' : 'changed'
  return (
    <section aria-label={path} className="file-diff">
      <h3>
        {path} <span className="muted">{what}</span>
      </h3>
      <pre className="scroll-x" tabIndex={0}>
        {lines.map((line, index) => (
          <span key={index} className={line === undefined ? 'muted' : line.op}>
            {line === undefined ? '…' : `${signs[line.op]} ${line.text}`}
            {'\n'}
          </span>
        ))}
      </pre>
    </section>
  )
}

// Undefined stands for lines that are left out.
function nearChanges(lines: readonly DiffLine[]): readonly (DiffLine | undefined)[] {
  const isNear = lines.map((_, index) =>
    lines.slice(Math.max(0, index - AROUND), index + AROUND + 1).some(({ op }) => op !== 'same'),
  )
  return lines.flatMap((line, index) => {
    if (isNear[index] === true) return [line]
    return index === 0 || isNear[index - 1] === true ? [undefined] : []
  })
}
