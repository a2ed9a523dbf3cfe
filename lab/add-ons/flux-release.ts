import { join } from 'node:path'
import { writeYaml } from '../../src/domain/yaml/write/write-yaml.ts'
import type { YamlValue } from '../../src/domain/yaml/yaml-value.ts'
import type { KubeObject } from '../kube/kube-object.ts'
import { readManifestFolder } from '../kube/read-manifests.ts'
import { go } from '../programs/go.ts'

const pins = join(import.meta.dirname, '..', 'flux-releases')
const MODULE = 'github.com/controlplaneio-fluxcd/flux-operator'
const NAMESPACE = 'flux-system'

/** Which release stands for a series. The controllers that the lab builds are those of the newest. */
const fluxReleases = { '2.8': '2.8.8', '2.9': '2.9.4' } as const

export type FluxSeries = keyof typeof fluxReleases

/** A release of Flux as its page offers it, with all components. */
export interface FluxRelease {
  /** Without a `v`. */
  readonly version: string
  /** Holds what manifests.tar.gz holds: a file per component, rbac.yaml and policies.yaml. */
  readonly folder: string
  /** What install.yaml holds. */
  readonly objects: readonly KubeObject[]
}

/**
 * Reads a release of Flux, and downloads it if it is not there.
 *
 * Not every version of every controller can be had as a module. The operator of Flux carries the manifests of all
 * releases unchanged, and its checksum is pinned like that of any other module.
 */
export async function fluxRelease(series: FluxSeries): Promise<FluxRelease> {
  const version = fluxReleases[series]
  const { Dir } = JSON.parse(await go(['-C', pins, 'mod', 'download', '-json', MODULE])) as { Dir: string }
  const folder = join(Dir, 'config', 'data', 'flux', `v${version}`)
  return { version, folder, objects: assembleRelease(await readManifestFolder(folder)) }
}

/** Makes the files of manifests.tar.gz what install.yaml is: for one namespace, labelled, with images from the registry. */
export function assembleRelease(files: readonly KubeObject[]): readonly KubeObject[] {
  const labels = {
    'pod-security.kubernetes.io/warn': 'restricted',
    'pod-security.kubernetes.io/warn-version': 'latest',
  }
  const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: NAMESPACE, labels } }
  return [namespace, ...files].map(object => {
    const released = object.kind === 'Deployment' ? releaseDeployment(object) : object
    return { ...released, metadata: releaseMetadata(object) }
  })
}

/** Writes a release as the text of install.yaml. */
export function writeInstallYaml({ objects }: FluxRelease): string {
  return objects.map(object => writeYaml(object as YamlValue)).join('---\n')
}

const namespaced = new Set(['ServiceAccount', 'Service', 'Deployment', 'NetworkPolicy', 'ResourceQuota'])
const releaseLabels = { 'app.kubernetes.io/part-of': 'flux', 'app.kubernetes.io/instance': NAMESPACE }

function releaseMetadata({ kind, metadata }: KubeObject): KubeObject['metadata'] {
  const place = namespaced.has(kind) ? { namespace: NAMESPACE } : {}
  return { ...metadata, ...place, labels: { ...metadata.labels, ...releaseLabels } }
}

interface DeploymentSpec {
  readonly template: {
    readonly metadata: { readonly labels: Readonly<Record<string, string>> }
    readonly spec: { readonly containers: readonly { readonly image: string }[] }
  }
}

function releaseDeployment(object: KubeObject): KubeObject {
  const { template, ...rest } = object['spec'] as DeploymentSpec
  const containers = template.spec.containers.map(container => ({
    ...container,
    image: `ghcr.io/${container.image}`,
  }))
  const metadata = { ...template.metadata, labels: { ...template.metadata.labels, ...releaseLabels } }
  return {
    ...object,
    spec: { ...rest, template: { ...template, metadata, spec: { ...template.spec, containers } } },
  }
}
