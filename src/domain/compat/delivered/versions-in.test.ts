import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { componentsIn, settleVersions } from './versions-in.ts'

interface Case {
  readonly name: string
  readonly given: readonly unknown[]
  /** Component and version, with a blank between them. */
  readonly want: readonly string[]
}

describe('Flux is notified', () => {
  check([
    {
      name: 'by the labels on anything that it makes',
      given: [labelled('Namespace', 'v2.9.4'), labelled('CustomResourceDefinition', 'v2.9.4')],
      want: ['flux v2.9.4'],
    },
    {
      name: 'by its images, which tell the line only',
      given: [
        workload('ghcr.io/fluxcd/source-controller:v1.9.4'),
        workload('ghcr.io/fluxcd/helm-controller:v1.6.3'),
        workload('ghcr.io/fluxcd/source-watcher:v2.2.3'),
      ],
      want: ['flux 2.9'],
    },
    {
      name: 'by the labels rather than the images where both say the same',
      given: [labelled('Namespace', 'v2.9.4'), workload('fluxcd/kustomize-controller:v1.9.4')],
      want: ['flux v2.9.4'],
    },
    {
      name: 'by both where they differ',
      given: [
        labelled('Namespace', 'v2.9.4'),
        workload('mirror.local:5000/ghcr/fluxcd/source-controller:v1.8.5'),
      ],
      want: ['flux 2.8', 'flux v2.9.4'],
    },
    {
      name: 'by the name of a controller, where there are no facts about it',
      given: [
        workload('ghcr.io/fluxcd/source-controller:v1.99.0'),
        workload('ghcr.io/fluxcd/helm-controller:v1.99.0'),
      ],
      want: ['flux helm-controller:v1.99.0'],
    },
    {
      name: 'by those controllers about which there are facts',
      given: [
        workload('ghcr.io/fluxcd/source-controller:v1.10.1'),
        workload('ghcr.io/fluxcd/notification-controller:v1.10.0'),
      ],
      want: ['flux 2.10'],
    },
    {
      name: 'by an installation that the Flux Operator is asked for',
      given: [instance('ghcr.io/fluxcd', '2.9.x')],
      want: ['flux 2.9.x'],
    },
    {
      name: 'not by an installation from an unknown mirror',
      given: [instance('mirror.local/images', '2.9.x')],
      want: [],
    },
    {
      name: 'not by labels of something else',
      given: [{ metadata: { labels: { 'app.kubernetes.io/version': 'v2.9.4' } } }],
      want: [],
    },
    {
      name: 'apart from the distribution of ControlPlane, which supports other versions of Kubernetes',
      given: [
        labelled('Namespace', 'v2.9.4'),
        workload('ghcr.io/controlplaneio-fluxcd/alpine/source-controller:v1.9.4'),
      ],
      want: ['controlplane-flux v2.9.4'],
    },
    {
      name: 'apart from an installation of ControlPlane',
      given: [instance('ghcr.io/controlplaneio-fluxcd/distroless', '2.9.4')],
      want: ['controlplane-flux 2.9.4'],
    },
  ])
})

describe('Karpenter is told', () => {
  check([
    {
      name: 'by its image',
      given: [workload('public.ecr.aws/karpenter/controller:1.8.2@sha256:12ab')],
      want: ['karpenter 1.8.2'],
    },
    {
      name: 'by its chart',
      given: [release({ chart: 'karpenter', version: '1.8.2' })],
      want: ['karpenter 1.8.2'],
    },
    {
      name: 'by its chart without a version',
      given: [release({ chart: 'karpenter' })],
      want: ['karpenter '],
    },
    {
      name: 'by a chart in a folder, whose version stands there',
      given: [
        release({ chart: './charts/karpenter', version: '1.8.2', sourceRef: { kind: 'GitRepository' } }),
      ],
      want: ['karpenter '],
    },
    {
      name: 'by the source of its chart',
      given: [
        {
          kind: 'OCIRepository',
          spec: { url: 'oci://public.ecr.aws/karpenter/karpenter', ref: { tag: '1.9.0' } },
        },
        { kind: 'HelmRelease', spec: { chartRef: { kind: 'OCIRepository', name: 'karpenter' } } },
      ],
      want: ['karpenter 1.9.0'],
    },
    {
      name: 'by a range, as it is written',
      given: [
        {
          kind: 'OCIRepository',
          spec: { url: 'oci://mirror/karpenter', ref: { semver: '1.x', tag: '1.9.0' } },
        },
      ],
      want: ['karpenter 1.x'],
    },
    {
      name: 'by a HelmChartProxy',
      given: [
        {
          kind: 'HelmChartProxy',
          spec: { repoURL: 'oci://public.ecr.aws/karpenter', chartName: 'karpenter', version: '1.0.8' },
        },
      ],
      want: ['karpenter 1.0.8'],
    },
    {
      name: 'not by its definitions',
      given: [release({ chart: 'karpenter-crd', version: '1.8.2' })],
      want: [],
    },
    {
      name: 'not by what Azure calls the same',
      given: [
        workload('mcr.microsoft.com/aks/karpenter/controller:1.6.5'),
        {
          kind: 'OCIRepository',
          spec: { url: 'oci://mcr.microsoft.com/aks/karpenter/karpenter', ref: { tag: '1.6.5' } },
        },
      ],
      want: [],
    },
  ])
})

describe('Networks and Cluster API are told by their images', () => {
  check([
    {
      name: 'Calico',
      given: [workload('quay.io/calico/node:v3.32.3', 'DaemonSet')],
      want: ['calico v3.32.3'],
    },
    {
      name: 'Calico by the chart of its operator',
      given: [release({ chart: 'tigera-operator', version: 'v3.31.0' })],
      want: ['calico v3.31.0'],
    },
    {
      name: 'Cilium',
      given: [workload('quay.io/cilium/cilium:v1.20.2@sha256:12ab', 'DaemonSet')],
      want: ['cilium v1.20.2'],
    },
    {
      name: 'Cilium without a tag',
      given: [workload('quay.io/cilium/cilium@sha256:12ab', 'DaemonSet')],
      want: ['cilium '],
    },
    {
      name: 'Amazon VPC CNI, from any account',
      given: [workload('602401143452.dkr.ecr.eu-west-1.amazonaws.com/amazon-k8s-cni:v1.19.0', 'DaemonSet')],
      want: ['aws-vpc-cni v1.19.0'],
    },
    {
      name: 'Cluster API',
      given: [workload('registry.k8s.io/cluster-api/cluster-api-controller:v1.14.2')],
      want: ['cluster-api v1.14.2'],
    },
    {
      name: 'an image without a tag, from a registry with a port',
      given: [workload('mirror.local:5000/cilium/cilium')],
      want: ['cilium '],
    },
    {
      name: 'a container that only starts the others',
      given: [{ kind: 'Pod', spec: { initContainers: [{ image: 'calico/node:v3.30.0' }] } }],
      want: ['calico v3.30.0'],
    },
    {
      name: 'a bare Pod',
      given: [{ kind: 'Pod', spec: { containers: [{ image: 'calico/node:v3.30.0' }] } }],
      want: ['calico v3.30.0'],
    },
    {
      name: 'and nothing else',
      given: [workload('nginx:1.27'), workload('localhost:5000/node'), workload('')],
      want: [],
    },
  ])
})

const part = fc.oneof(
  fc.anything(),
  fc.constantFrom('Deployment', 'HelmRelease', 'flux', 'constructor', 'karpenter', '1.2.3'),
)
const nested = fc.dictionary(
  fc.constantFrom('spec', 'chart', 'template', 'containers', 'version', '__proto__'),
  part,
)
const anyObject = fc.record({
  apiVersion: part,
  kind: part,
  metadata: fc.oneof(part, fc.record({ labels: part })),
  spec: fc.oneof(part, nested, fc.record({ chart: nested, template: nested, containers: fc.array(part) })),
})

test('Anything may stand among the objects', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(anyObject, fc.anything())), objects => {
      for (const { component, version } of settleVersions(componentsIn(objects))) {
        expect([typeof component, typeof version]).toEqual(['string', 'string'])
      }
    }),
  )
})

function check(cases: readonly Case[]): void {
  for (const { name, given, want } of cases) {
    test(name, () => {
      const versions = settleVersions(componentsIn(given))
      expect(versions.map(({ component, version }) => `${component} ${version}`)).toEqual(want)
    })
  }
}

function labelled(kind: string, version: string): unknown {
  return {
    kind,
    metadata: { labels: { 'app.kubernetes.io/part-of': 'flux', 'app.kubernetes.io/version': version } },
  }
}

function workload(image: string, kind = 'Deployment'): unknown {
  return {
    apiVersion: 'apps/v1',
    kind,
    spec: { template: { spec: { containers: [{ name: 'main', image }] } } },
  }
}

function release(chart: Readonly<Record<string, unknown>>): unknown {
  return { apiVersion: 'helm.toolkit.fluxcd.io/v2', kind: 'HelmRelease', spec: { chart: { spec: chart } } }
}

function instance(registry: string, version: string): unknown {
  return {
    apiVersion: 'fluxcd.controlplane.io/v1',
    kind: 'FluxInstance',
    spec: { distribution: { registry, version } },
  }
}
