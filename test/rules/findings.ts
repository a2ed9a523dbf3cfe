/** One fault that a check found: the file it names, and what it calls the fault. */
export interface Finding {
  readonly file: string
  readonly rule: string
}

/** Reads `oxlint --format=json`. */
export function lintFindings(output: string): Finding[] {
  const { diagnostics } = JSON.parse(output) as { diagnostics: readonly { filename: string; code: string }[] }
  return diagnostics.map(({ filename, code }) => ({ file: filename, rule: code }))
}

/** Reads what the compiler prints: `src/domain/a.ts(1,30): error TS2591: …`, with details indented below. */
export function compilerFindings(output: string): Finding[] {
  return [...output.matchAll(/^(\S+)\(\d+,\d+\): error (TS\d+)/gm)].map(([, file = '', rule = '']) => ({
    file,
    rule,
  }))
}

/** Reads `knip --reporter=json`: per file, a list for each kind of issue. */
export function deadCodeFindings(output: string): Finding[] {
  const { issues } = JSON.parse(output) as { issues: readonly Record<string, unknown>[] }
  return issues.flatMap(({ file, ...kinds }) =>
    Object.entries(kinds).flatMap(([kind, found]) =>
      (found as readonly { name: string }[]).map(({ name }) => ({
        file: String(file),
        rule: `${kind} ${name}`,
      })),
    ),
  )
}

/** Reads `oxfmt --list-different`: one file a line. */
export function formatFindings(output: string): Finding[] {
  return output
    .split('\n')
    .filter(Boolean)
    .map(file => ({ file, rule: 'format' }))
}
