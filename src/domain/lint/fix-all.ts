import { YamlEditError } from '../yaml/edit/yaml-edit-error.ts'
import { YamlError } from '../yaml/yaml-error.ts'
import type { RepositoryFiles } from './model/lint-repository.ts'
import type { LintFinding, LintEdit } from './rule.ts'
import { runLint } from './run-lint.ts'

/** A file that lint has fixed. */
interface FixedFile {
  readonly path: string
  readonly before: string
  readonly after: string
}

/** What was fixed, and the files as they are then. */
export interface FixResult {
  readonly files: RepositoryFiles
  readonly changes: readonly FixedFile[]
  /** Findings that are gone. */
  readonly fixed: readonly LintFinding[]
}

// Each pass changes every document once at most: no edit then stands on a text that another one has changed.
const MOST_PASSES = 100

/** Makes every safe fix whose finding is within reach, and looks again until there is none. */
export function fixAll(
  files: RepositoryFiles,
  isWanted: (finding: LintFinding) => boolean = () => true,
): FixResult {
  const texts = new Map(files.texts)
  const fixed: LintFinding[] = []
  const refused = new Set<string>()
  for (let pass = 0; pass < MOST_PASSES; pass++) {
    const { findings } = runLint({ ...files, texts })
    const done = new Set<string>()
    let count = 0
    // From the end of a file to its beginning: what is before an edit stays where it is.
    for (const finding of findings.toReversed()) {
      if (!finding.edit || !isWanted(finding)) continue
      const place = `${finding.edit.path}:${finding.edit.start}`
      const key = `${place}:${finding.code}:${finding.message}`
      if (done.has(place) || refused.has(key)) continue
      const after = apply(texts.get(finding.edit.path) ?? '', finding.edit)
      if (after === undefined) {
        refused.add(key)
        continue
      }
      done.add(place)
      texts.set(finding.edit.path, after)
      fixed.push(finding)
      count++
    }
    if (count === 0) break
  }
  const changes = [...texts].flatMap(([path, after]) => {
    const before = files.texts.get(path) ?? ''
    return before === after ? [] : [{ path, before, after }]
  })
  return { files: { ...files, texts }, changes, fixed }
}

function apply(text: string, { start, end, change }: LintEdit): string | undefined {
  const document = text.slice(start, end)
  try {
    const after = change(document)
    return after === document ? undefined : `${text.slice(0, start)}${after}${text.slice(end)}`
  } catch (error) {
    if (error instanceof YamlEditError || error instanceof YamlError) return undefined
    throw error
  }
}
