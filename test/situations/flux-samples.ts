import type { Fields } from '../../src/domain/object/fields.ts'
import { refTo, type Sample, sample, says } from './sample-objects.ts'
import type { Trouble } from './situation.ts'
import type { World } from './world.ts'

/** The type of a HelmRelease. */
export const RELEASE = 'helm.toolkit.fluxcd.io/v2 HelmRelease'
/** The type of a Kustomization. */
export const KUSTOMIZATION = 'kustomize.toolkit.fluxcd.io/v1 Kustomization'
/** The version of the sources of Flux. */
export const SOURCE = 'source.toolkit.fluxcd.io/v1'

/** The HelmRelease of Karpenter. */
export function release(conditions: readonly Fields[], spec: Fields = {}): Sample {
  return sample(RELEASE, 'karpenter/karpenter', {
    spec: { chartRef: { kind: 'OCIRepository', name: 'karpenter' }, ...spec },
    status: { conditions },
  })
}

/** The Kustomization of the infrastructure. */
export function kustomization(conditions: readonly Fields[], spec: Fields = {}): Sample {
  return sample(KUSTOMIZATION, 'flux-system/infrastructure', {
    spec: { sourceRef: { kind: 'GitRepository', name: 'fleet' }, ...spec },
    status: { conditions },
  })
}

/** A step whose proof asks for an object of Flux. */
export function proving(object: Sample, more: readonly Sample[] = [], trouble: Trouble = {}): Trouble {
  const world: World = { workload: [object, ...more], ...trouble.world }
  return { step: 'karpenter', proof: [refTo(object)], ...trouble, world }
}

/** A HelmRelease that Helm could not install, with its words. */
export function installFailed(words: string): Sample {
  return release([
    says(
      'Ready=False InstallFailed',
      `Helm install failed for release karpenter/karpenter with chart karpenter@1.9.0: ${words}`,
    ),
  ])
}

/** A HelmRelease that Helm could not upgrade, with its words. */
export function upgradeFailed(words: string): Sample {
  return release([
    says(
      'Ready=False UpgradeFailed',
      `Helm upgrade failed for release karpenter/karpenter with chart karpenter@1.9.0: ${words}`,
    ),
  ])
}

/** The labels of what belongs to Flux. */
export const fluxLabels = { labels: { 'app.kubernetes.io/part-of': 'flux' } }
/** A HelmRelease that nobody has looked at. */
export const unseen = sample(RELEASE, 'karpenter/karpenter', { status: { observedGeneration: -1 } })
const waitsForArtifact = says(
  'Ready=False SourceNotReady',
  "HelmChart 'karpenter/karpenter-karpenter' is not ready: does not have an artifact",
)
const chartStatus = { helmChart: 'karpenter/karpenter-karpenter' }

/** The HelmChart of Karpenter. */
export function chart(conditions: readonly Fields[]): Sample {
  return sample(`${SOURCE} HelmChart`, 'karpenter/karpenter-karpenter', {
    spec: { chart: 'karpenter', version: '1.99.0', sourceRef: { kind: 'HelmRepository', name: 'charts' } },
    status: { conditions: [...conditions, says('Ready=False')] },
  })
}

/** A HelmRelease that waits for its chart. */
export const fromChart = sample(RELEASE, 'karpenter/karpenter', {
  spec: { chart: {} },
  status: { ...chartStatus, conditions: [waitsForArtifact] },
})

/** A HelmRelease that waits for another. */
export function dependent(id: string, on: string, reason = 'DependencyNotReady'): Sample {
  return sample(RELEASE, id, {
    spec: { dependsOn: [{ name: on }] },
    status: { conditions: [says(`Ready=False ${reason}`, `dependency 'karpenter/${on}' is not ready`)] },
  })
}

/** How an API server says that a webhook does not answer. */
export const webhookWords =
  'failed calling webhook "validation.karpenter.sh": failed to call webhook: Post "https://karpenter.karpenter.svc:8443/?timeout=10s": dial tcp 10.96.0.9:8443: connect: connection refused'
/** The state of a container that ends again and again. */
export const crash = {
  state: { waiting: { reason: 'CrashLoopBackOff' } },
  last: {
    terminated: {
      exitCode: 1,
      reason: 'Error',
      message: 'unable to connect\nfatal: no such flag --watch-label',
    },
  },
}
