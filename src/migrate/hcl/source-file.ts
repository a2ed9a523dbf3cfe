/** A text of HCL: a file, or the module inside a manifest. */
export interface SourceFile {
  /** As messages name it. */
  readonly path: string
  readonly text: string
  /** Where the text begins in the file that people edit, for a module inside a manifest. */
  readonly origin?: { readonly line: number; readonly column: number }
}

/** A part of a text of HCL. */
export interface HclSpan {
  readonly file: SourceFile
  readonly start: number
  readonly end: number
}

/** A place as messages show it. */
export interface HclPlace {
  readonly path: string
  readonly line: number
  readonly column: number
}

/** Where a span begins, counted from 1. */
export function placeOf({ file, start }: HclSpan): HclPlace {
  const before = file.text.slice(0, start)
  const lineStart = before.lastIndexOf('\n') + 1
  const { line = 1, column = 1 } = file.origin ?? {}
  return {
    path: file.path,
    line: line + countOf(before, '\n'),
    column: column + start - lineStart,
  }
}

/** `path:line:column`. */
export function shownSpan(span: HclSpan): string {
  const { path, line, column } = placeOf(span)
  return `${path}:${line}:${column}`
}

/** The text of a span. */
export function spanText({ file, start, end }: HclSpan): string {
  return file.text.slice(start, end)
}

function countOf(text: string, char: string): number {
  let count = 0
  for (let at = text.indexOf(char); at !== -1; at = text.indexOf(char, at + 1)) count += 1
  return count
}
