import type { FitoutStep } from '../../domain/api/schema/fitout-schema.ts'
import { settleVersions } from '../../domain/compat/delivered/versions-in.ts'
import { judgeCompatibility } from '../../domain/compat/judge-compatibility.ts'
import { isOpen } from '../../domain/plan/judge-step.ts'
import type { StepContext } from './step-context.ts'
import type { DeliveredSource } from './delivered-source.ts'
import { readCluster } from '../management/read-cluster.ts'

/** Says what a step would bring that the cluster's version does not take. Behind an open gate nobody asks any more. */
export function gatherCompatibility(
  { request, version }: StepContext,
  step: FitoutStep,
  sources: readonly DeliveredSource[],
): string | undefined {
  if (!step.gate || isOpen(step, readCluster(request.cluster))) return undefined
  const told = Object.entries(step.versions ?? {}).map(([component, value]) => ({
    component,
    version: value,
  }))
  const found = settleVersions(sources.flatMap(({ components }) => components)).filter(
    ({ component }) => !told.some(one => one.component === component),
  )
  const { verdicts } = judgeCompatibility({ kubernetes: version, components: [...told, ...found] })
  return verdicts.find(({ verdict }) => verdict === 'unsupported')?.sentence
}
