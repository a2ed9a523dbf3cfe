import type { RepositoryFile } from '../../domain/repository/repository-schema.ts'
import type { RepositoryTree } from '../tree.ts'
import { commented, type YamlManifest, yamlFile } from '../write/yaml-file.ts'
import { GIT_CREDENTIALS, kustomizeFile } from './flux-objects.ts'

/** The version of flux-operator that is written; read on 2026-11-15. */
export const FLUX_OPERATOR = '0.58.1'

/** Flux by flux-operator on one cluster: the operator, which then updates itself, and the instance. */
export function fluxInstanceFiles(repository: RepositoryFile, folder: string): RepositoryTree {
  return new Map([
    [
      `${folder}/flux-system/flux-operator.yaml`,
      yamlFile('flux-operator, which keeps itself up to date from its chart.', [operatorSet(repository)]),
    ],
    [
      `${folder}/flux-system/flux-instance.yaml`,
      yamlFile('Flux on this cluster, and the folder that it reads.', [instance(repository, folder)]),
    ],
    [
      `${folder}/flux-system/kustomization.yaml`,
      yamlFile('Flux of this cluster.', [
        kustomizeFile({ resources: ['flux-operator.yaml', 'flux-instance.yaml'] }),
      ]),
    ],
  ])
}

function instance({ git, versions, namespaces }: RepositoryFile, folder: string): string {
  return commented(
    {
      apiVersion: 'fluxcd.controlplane.io/v1',
      kind: 'FluxInstance',
      metadata: { name: 'flux', namespace: namespaces.flux },
      spec: {
        distribution: { version: versions.flux.replace(/^v/, ''), registry: 'ghcr.io/fluxcd' },
        components: [
          'source-controller',
          'kustomize-controller',
          'helm-controller',
          'notification-controller',
        ],
        sync: {
          kind: 'GitRepository',
          url: git.url,
          ref: `refs/heads/${git.branch}`,
          path: folder,
          ...(git.credentials === 'none' ? {} : { pullSecret: GIT_CREDENTIALS }),
        },
      },
    },
    [
      { at: ['metadata', 'name'], words: 'The operator accepts no other name.' },
      { at: ['spec', 'sync', 'ref'], words: 'The full ref, not the name of a branch.' },
    ],
  )
}

function operatorSet({ namespaces }: RepositoryFile): YamlManifest {
  const metadata = { name: 'flux-operator', namespace: namespaces.flux }
  return {
    apiVersion: 'fluxcd.controlplane.io/v1',
    kind: 'ResourceSet',
    metadata,
    spec: {
      dependsOn: [
        {
          apiVersion: 'apiextensions.k8s.io/v1',
          kind: 'CustomResourceDefinition',
          name: 'helmreleases.helm.toolkit.fluxcd.io',
        },
      ],
      resources: [
        {
          apiVersion: 'source.toolkit.fluxcd.io/v1',
          kind: 'OCIRepository',
          metadata,
          spec: {
            interval: '1h',
            url: 'oci://ghcr.io/controlplaneio-fluxcd/charts/flux-operator',
            layerSelector: {
              mediaType: 'application/vnd.cncf.helm.chart.content.v1.tar+gzip',
              operation: 'copy',
            },
            ref: { tag: FLUX_OPERATOR },
          },
        },
        {
          apiVersion: 'helm.toolkit.fluxcd.io/v2',
          kind: 'HelmRelease',
          metadata,
          spec: {
            interval: '30m',
            releaseName: 'flux-operator',
            chartRef: { kind: 'OCIRepository', name: 'flux-operator' },
          },
        },
      ],
    },
  }
}
