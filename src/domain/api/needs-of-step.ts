/** What the order of the steps depends on. */
export interface OrderedStep {
  readonly name: string
  readonly dependsOn?: readonly string[] | undefined
}

/** The names of the steps that must be ready before the step at `index`: those it names, or else the one before it. */
export function needsOfStep(steps: readonly OrderedStep[], index: number): readonly string[] {
  const named = steps[index]?.dependsOn
  if (named !== undefined) return named
  const before = steps[index - 1]
  return before ? [before.name] : []
}
