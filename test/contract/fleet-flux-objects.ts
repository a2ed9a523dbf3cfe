import type { KubeObject } from '../../src/engine/api/kube-object.ts'
import type { FleetBench } from './fleet-bench.ts'
import { contractChart } from './fleet-chart.ts'

// Long enough that nothing happens because time is up.
const interval = '10m'

/** A HelmRepository that serves the chart of the contract. */
export function aHelmRepository(bench: FleetBench, name = bench.name()): KubeObject {
  return bench.object('HelmRepository', name, { spec: { interval, url: bench.fleet.chartsUrl } })
}

/** A GitRepository with the files of the contract. */
export function aGitRepository(bench: FleetBench, name = bench.name()): KubeObject {
  return bench.object('GitRepository', name, {
    spec: { interval, url: bench.fleet.gitUrl, ref: { branch: 'main' } },
  })
}

/** A HelmRelease of the chart of the contract, from a HelmRepository. */
export function aHelmRelease(bench: FleetBench, repository: string, spec: object = {}): KubeObject {
  const { name: chart, version } = contractChart
  const sourceRef = { kind: 'HelmRepository', name: repository }
  return bench.object('HelmRelease', bench.name(), {
    spec: { interval, chart: { spec: { chart, version, sourceRef } }, ...spec },
  })
}

/** A Kustomization of the files of the contract, from a GitRepository, into a namespace. */
export function aKustomization(
  bench: FleetBench,
  { repository, targetNamespace }: { readonly repository: string; readonly targetNamespace: string },
  spec: object = {},
): KubeObject {
  const sourceRef = { kind: 'GitRepository', name: repository }
  return bench.object('Kustomization', bench.name(), {
    spec: { interval, prune: true, path: './apps', sourceRef, targetNamespace, ...spec },
  })
}
