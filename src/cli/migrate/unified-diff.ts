import { diffIndices } from 'node-diff3'

/** A file before and after. */
export interface DiffedFile {
  readonly path: string
  /** Undefined for a file that is new. */
  readonly before: string | undefined
  readonly after: string
}

const CONTEXT = 3

interface Hunk {
  readonly from: readonly [number, number]
  readonly to: readonly [number, number]
}

/** A change of a file as `git apply` takes it. */
export function unifiedDiff({ path, before, after }: DiffedFile): string {
  const [one, other] = [linesOf(before ?? ''), linesOf(after)]
  const changes: Hunk[] = diffIndices([...one], [...other]).map(({ buffer1, buffer2 }) => ({
    from: [buffer1[0], buffer1[0] + buffer1[1]],
    to: [buffer2[0], buffer2[0] + buffer2[1]],
  }))
  const hunks = groups(changes).map(group => hunkText(group, one, other))
  if (hunks.length === 0) return ''
  // Outside of the folder there is nothing that git could apply it to.
  const [old, now] = path.startsWith('../') ? ['', ''] : ['a/', 'b/']
  const from = before === undefined ? '/dev/null' : `${old}${path}`
  return [`--- ${from}`, `+++ ${now}${path}`, ...hunks, ''].join('\n')
}

/** Changes that are close to each other share their context. */
function groups(changes: readonly Hunk[]): readonly (readonly Hunk[])[] {
  const found: Hunk[][] = []
  for (const change of changes) {
    const last = found.at(-1)
    if (last && change.from[0] - (last.at(-1)?.from[1] ?? 0) <= 2 * CONTEXT) last.push(change)
    else found.push([change])
  }
  return found
}

function hunkText(group: readonly Hunk[], one: readonly string[], other: readonly string[]): string {
  const [first, last] = [group[0], group.at(-1)]
  if (!first || !last) return ''
  const start = Math.max(0, first.from[0] - CONTEXT)
  const end = Math.min(one.length, last.from[1] + CONTEXT)
  const lead = first.from[0] - start
  const tail = end - last.from[1]
  const lines: string[] = []
  let at = start
  for (const { from, to } of group) {
    lines.push(
      ...shown(' ', one.slice(at, from[0])),
      ...shown('-', one.slice(...from)),
      ...shown('+', other.slice(...to)),
    )
    at = from[1]
  }
  lines.push(...shown(' ', one.slice(at, end)))
  const newStart = first.to[0] - lead
  const newEnd = last.to[1] + tail
  return [`@@ -${range(start, end)} +${range(newStart, newEnd)} @@`, ...lines].join('\n')
}

function range(start: number, end: number): string {
  const count = end - start
  return `${count === 0 ? start : start + 1}${count === 1 ? '' : `,${count}`}`
}

/** Lines with their ends, so that a last line without one is another line. */
function linesOf(text: string): readonly string[] {
  return text.split(/(?<=\n)/).filter(line => line !== '')
}

function shown(sign: string, lines: readonly string[]): readonly string[] {
  return lines.map(line =>
    line.endsWith('\n') ? sign + line.slice(0, -1) : `${sign}${line}\n\\ No newline at end of file`,
  )
}
