import type { AddOn } from '../../domain/repository/add-on-schema.ts'
import type { RepositoryFile } from '../../domain/repository/repository-schema.ts'
import type { YamlValue } from '../../domain/yaml/yaml-value.ts'
import type { YamlManifest } from '../write/yaml-file.ts'

/** Whether ClusterResourceSets bring the add-on: what must be there before Flux, and Flux itself where nobody else brings it. */
export function isPacked({ manifests }: AddOn, { pattern }: RepositoryFile): boolean {
  return manifests !== undefined && (manifests.isFlux !== true || pattern === 'crs')
}

/** The step of an add-on in a Fitout: how it is let in, what it is given, what proves it. */
export function addOnStep(addOn: AddOn, repository: RepositoryFile): YamlManifest {
  const { name, component, version, timeout } = addOn
  return {
    name,
    ...(isPacked(addOn, repository)
      ? { gate: { label: `${name}.fitout.dev/enabled` }, packs: [name], ...syncOf(addOn) }
      : {}),
    ...handOverOf(addOn, repository),
    ...(component === undefined ? {} : { versions: { [component]: version.replace(/^v/, '') } }),
    proof: proofOf(addOn, repository),
    ...(timeout === undefined ? {} : { timeout }),
  }
}

// Each cluster has a set of its own that tells Flux there which folder is its own.
function syncOf({ manifests }: AddOn): YamlManifest {
  return manifests?.isFlux === true ? { resourceSets: ['${CLUSTER_NAME}-sync'] } : {}
}

// On a hub the releases are beside the Secret: nothing has to be carried anywhere.
function handOverOf({ handOver }: AddOn, { pattern, namespaces }: RepositoryFile): YamlManifest {
  if (!handOver || pattern === 'flux-operator') return {}
  const to = { ...handOver.to, namespace: namespaces.flux }
  return { handOver: [{ ...json(handOver), to }] }
}

function proofOf(addOn: AddOn, { pattern, namespaces }: RepositoryFile): YamlManifest {
  const { preset, with: settings, objects = [], stableFor } = addOn.proof
  if (pattern !== 'flux-operator') {
    return {
      ...(preset === undefined ? {} : { preset }),
      ...(settings ? { with: inNamespace(json(settings), namespaces.flux) } : {}),
      ...(objects.length > 0 ? { objects: objects.map(json) } : {}),
      ...(stableFor === '0s' ? {} : { stableFor }),
    }
  }
  const onHub = (addOn.releases ?? []).map(({ name }) => ({
    cluster: 'Management',
    apiVersion: 'helm.toolkit.fluxcd.io/v2',
    kind: 'HelmRelease',
    name: `\${CLUSTER_NAME}-${name}`,
  }))
  // A proof that reads a release on the workload cluster would find none there.
  const isRelease = preset === 'helm-release'
  const rest = Object.fromEntries(
    Object.entries(json(settings ?? {})).filter(([key]) => key !== 'helmRelease'),
  )
  const all = [...objects.map(json), ...onHub]
  return {
    ...(preset === undefined || isRelease ? {} : { preset }),
    ...(isRelease || Object.keys(rest).length === 0 ? {} : { with: rest }),
    ...(all.length > 0 ? { objects: all } : {}),
  }
}

// The catalogue says flux-system: the namespace of Flux may have another name here.
function inNamespace(settings: YamlManifest, flux: string): YamlManifest {
  return Object.fromEntries(
    Object.entries(settings).map(([key, value]) => {
      if (key === 'namespace' && value === 'flux-system') return [key, flux]
      return [key, isObject(value) ? inNamespace(value, flux) : value]
    }),
  )
}

function isObject(value: YamlValue): value is YamlManifest {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function json(value: object): YamlManifest {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what was read from YAML can be written as YAML
  return value as YamlManifest
}
