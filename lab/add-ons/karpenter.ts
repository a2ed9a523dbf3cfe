import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Modules } from '../programs/modules.ts'
import { type Chart, readChart } from '../servers/chart.ts'

const NODE_CLASS_CRD = 'karpenter.kwok.sh_kwoknodeclasses.yaml'

/** Karpenter's own chart for its kwok provider, at the version that the lab builds. */
export async function karpenterChart({ karpenter }: Modules): Promise<Chart> {
  const { name, files } = await readChart(join(karpenter.folder, 'kwok', 'charts'))
  const version = karpenter.version.slice(1)
  // Upstream never raises the version of this chart, and leaves the CRD of the node class to a script.
  const head = { apiVersion: 'v2', name, version, appVersion: version }
  const nodeClass = await readFile(join(karpenter.folder, 'kwok', 'apis', 'crds', NODE_CLASS_CRD), 'utf8')
  return {
    name,
    version,
    files: { ...files, 'Chart.yaml': JSON.stringify(head), [`crds/${NODE_CLASS_CRD}`]: nodeClass },
  }
}

/** Values that the chart has no usable default for. */
export function karpenterValues({ karpenter }: Modules): object {
  return {
    controller: {
      image: { repository: 'public.ecr.aws/karpenter/controller', tag: karpenter.version.slice(1) },
    },
    settings: { featureGates: { staticCapacity: false, capacityBuffer: false } },
  }
}
