import { load } from 'js-yaml'
import type { HelmValues } from '../../src/domain/helm-values/copy-values.ts'
import { mergeValues } from '../../src/domain/helm-values/merge-values.ts'
import { karpenterChart, karpenterValues } from '../add-ons/karpenter.ts'
import type { Modules } from '../programs/modules.ts'
import type { Chart } from '../servers/chart.ts'

/** Karpenter's chart with all that the lab needs as its default, so that a release needs no values of the lab. */
export async function karpenterForGuides(modules: Modules): Promise<Chart> {
  const chart = await karpenterChart(modules)
  const defaults = load(chart.files['values.yaml'] ?? '') as HelmValues
  const values = mergeValues(defaults, karpenterValues(modules) as HelmValues)
  return { ...chart, files: { ...chart.files, 'values.yaml': JSON.stringify(values) } }
}
