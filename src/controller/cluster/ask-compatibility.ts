import type { FitoutStep } from '../../domain/api/schema/fitout-schema.ts'
import { versionsIn } from '../../domain/compat/delivered/versions-in.ts'
import { judgeCompatibility } from '../../domain/compat/judge-compatibility.ts'
import { isOpen } from '../../domain/plan/judge-step.ts'
import { readSourceObjects } from '../../domain/resource-set/read-source-objects.ts'
import { SourceError } from '../../domain/resource-set/source-error.ts'
import type { Source } from '../../domain/resource-set/source.ts'
import type { Asking } from './asking.ts'
import { readCluster } from './read-cluster.ts'

/** Says what a step would bring that the cluster's version does not take. Behind an open gate nobody asks any more. */
export function askCompatibility(
  { question, version }: Asking,
  step: FitoutStep,
  sources: readonly Source[],
): string | undefined {
  if (!step.gate || isOpen(step, readCluster(question.cluster))) return undefined
  const told = Object.entries(step.versions ?? {}).map(([component, value]) => ({
    component,
    version: value,
  }))
  const found = versionsIn(sources.flatMap(objectsIn)).filter(
    ({ component }) => !told.some(one => one.component === component),
  )
  const { verdicts } = judgeCompatibility({ kubernetes: version, components: [...told, ...found] })
  return verdicts.find(({ verdict }) => verdict === 'unsupported')?.sentence
}

// A pack may have a megabyte, and every cluster asks about the same one.
const known = new WeakMap<Source, readonly unknown[]>()

function objectsIn(source: Source): readonly unknown[] {
  const objects = known.get(source) ?? parse(source)
  known.set(source, objects)
  return objects
}

function parse(source: Source): readonly unknown[] {
  try {
    return readSourceObjects(source).map(({ content }) => content)
  } catch (error) {
    if (error instanceof SourceError) return []
    throw error
  }
}
