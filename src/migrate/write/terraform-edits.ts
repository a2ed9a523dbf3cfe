import type { HclAttribute, Block } from '../hcl/body.ts'
import type { SourceFile } from '../hcl/source-file.ts'
import type { ReleaseReference } from '../module/references.ts'
import type { AddedOutput } from '../outputs/output-plan.ts'
import { type TextEdit, wholeLines } from './text-edit.ts'

/** Edits of one file. */
export interface FileEdits {
  readonly file: SourceFile
  readonly edits: readonly TextEdit[]
}

/** How Terraform is told that a release is no longer its own. */
export type Forgetting = 'removed-block' | 'state-rm'

/** Takes a block of a release away. */
export function blockEdit({ file, start, end, labels }: Block, forgetting: Forgetting): TextEdit {
  if (forgetting === 'removed-block')
    return { start, end, text: removedBlock(labels.join('.'), lineEnd(file.text)) }
  const lines = wholeLines(file.text, { start, end })
  if (!lines) return { start, end, text: '' }
  // One of the empty lines around it goes, too.
  const rest = file.text.slice(lines.end)
  const gap = /^[ \t]*\r?\n/.exec(rest)?.[0].length ?? 0
  const isAfterGap = lines.start === 0 || /\n[ \t]*\r?\n$/.test(file.text.slice(0, lines.start))
  return { start: lines.start, end: isAfterGap ? lines.end + gap : lines.end, text: '' }
}

function removedBlock(address: string, newline: string): string {
  return ['removed {', `  from = ${address}`, '', '  lifecycle {', '    destroy = false', '  }', '}'].join(
    newline,
  )
}

/** Takes references out of `depends_on`, and the attribute with its last one. */
export function dependsOnEdits(
  attribute: HclAttribute,
  references: readonly ReleaseReference[],
): readonly TextEdit[] {
  const { file, value } = attribute
  const items = value.kind === 'list' ? value.items : []
  const gone = new Set(
    references.map(({ at }) => items.find(item => item.start <= at.start && item.end >= at.end)),
  )
  const kept = items.filter(item => !gone.has(item))
  if (kept.length === 0) {
    const lines = wholeLines(file.text, attribute)
    return [lines ? { ...lines, text: '' } : { start: value.start, end: value.end, text: '[]' }]
  }
  return items.flatMap((item, index) => {
    if (!gone.has(item)) return []
    const next = items[index + 1]
    if (next) return [{ start: item.start, end: next.start, text: '' }]
    return [{ start: kept.at(-1)?.end ?? item.start, end: item.end, text: '' }]
  })
}

/** Adds outputs to the end of a file. */
export function outputsEdit({ text }: SourceFile, outputs: readonly AddedOutput[]): TextEdit {
  const newline = lineEnd(text)
  const blocks = outputs.map(({ name, expression, isSensitive }) =>
    [
      `output "${name}" {`,
      `  ${isSensitive ? 'value     =' : 'value ='} ${onOneLine(expression, newline)}`,
      ...(isSensitive ? ['  sensitive = true'] : []),
      '}',
      '',
    ].join(newline),
  )
  const gap = text === '' || text.endsWith('\n') ? '' : newline
  const space = text.trim() === '' ? '' : newline
  return { start: text.length, end: text.length, text: gap + space + blocks.join(newline) }
}

// Outside of brackets an expression ends with its line.
function onOneLine(expression: string, newline: string): string {
  return expression.includes('\n') ? `(${newline}${expression}${newline})` : expression
}

function lineEnd(text: string): string {
  return text.includes('\r\n') ? '\r\n' : '\n'
}
