import { load } from 'js-yaml'
import type { HelmValues } from '../../src/domain/helm-values/copy-values.ts'
import { mergeValues } from '../../src/domain/helm-values/merge-values.ts'
import { karpenterChart, karpenterValues } from '../add-ons/karpenter.ts'
import type { Lab } from '../lab.ts'
import type { Modules } from '../programs/modules.ts'
import { type Chart, chart } from '../servers/chart.ts'

/** Karpenter's chart with all that the lab needs as its default, so that a release needs no values of the lab. */
export async function karpenterForGuides(modules: Modules): Promise<Chart> {
  const upstream = await karpenterChart(modules)
  const defaults = load(upstream.files['values.yaml'] ?? '') as HelmValues
  const values = mergeValues(defaults, karpenterValues(modules) as HelmValues)
  return { ...upstream, files: { ...upstream.files, 'values.yaml': JSON.stringify(values) } }
}

/** Karpenter as upstream publishes it for AWS, in the lab's registry: the definitions have a chart of their own. */
export async function publishKarpenter({ registry, site }: Lab): Promise<void> {
  const whole = await karpenterForGuides(site.modules)
  const files = Object.entries(whole.files)
  const crds = files.filter(isCrd).map(([path, text]) => [path.replace('crds/', 'templates/'), text] as const)
  await registry.push('karpenter', chart('karpenter-crd', whole.version, Object.fromEntries(crds)))
  await registry.push('karpenter', {
    ...whole,
    files: Object.fromEntries(files.filter(file => !isCrd(file))),
  })
}

function isCrd([path]: readonly [string, string]): boolean {
  return path.startsWith('crds/')
}
