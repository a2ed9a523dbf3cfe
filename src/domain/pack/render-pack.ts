import { names } from '../api/api-names.ts'
import { labelValueProblems } from '../labels/label-key.ts'
import { writeDocuments } from '../yaml/document/join-documents.ts'
import { writeYaml } from '../yaml/write/write-yaml.ts'
import type { Pack, PackedConfigMap, PackedResourceSet } from './make-pack.ts'
import type { Content } from './manifest.ts'
import { type Provenance, RECORD_FILE, recordOf, selectorValue } from './pack-record.ts'

const SETS_FILE = 'clusterresourcesets.yaml'
const HEAD = '# Made by `fitout pack`: change its sources, not this file.\n'

/** The files of a pack, by name. The same pack gives the same bytes. */
export function renderPack(pack: Pack, provenance: Provenance): ReadonlyMap<string, string> {
  const configMaps = pack.resourceSets.flatMap(set => set.configMaps)
  const sets = pack.resourceSets.map(set => resourceSetObject(pack, set))
  const files = new Map(configMaps.map(one => [fileOf(one), writeYaml(configMapObject(pack, one))]))
  files.set(SETS_FILE, writeDocuments(sets))
  // Sources before the sets that list them: a set that finds one missing still says that all is applied.
  files.set('kustomization.yaml', writeYaml(kustomization([...files.keys()])))
  files.set(RECORD_FILE, writeYaml(recordOf(pack, provenance, [...files.keys()])))
  return new Map([...files].map(([file, text]) => [file, `${HEAD}${text}`]))
}

function fileOf({ name }: PackedConfigMap): string {
  return `configmap-${name}.yaml`
}

function kustomization(resources: readonly string[]): Content {
  return { apiVersion: 'kustomize.config.k8s.io/v1beta1', kind: 'Kustomization', resources }
}

function configMapObject(pack: Pack, { name, values }: PackedConfigMap): Content {
  return {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: {
      name,
      namespace: pack.options.namespace,
      // Before a Cluster matches, nothing owns it, and `clusterctl move` would leave it behind.
      labels: { ...labelsOf(pack), 'clusterctl.cluster.x-k8s.io/move': '' },
      // Manifests are full of ${…} that are not Flux's to fill in; strict as it is, it would fail on them.
      annotations: { 'kustomize.toolkit.fluxcd.io/substitute': 'disabled' },
    },
    data: Object.fromEntries(values.map(({ key, text }) => [key, text])),
  }
}

function resourceSetObject(pack: Pack, { name, strategy, configMaps }: PackedResourceSet): Content {
  const { namespace, apiVersion, selector } = pack.options
  return {
    apiVersion,
    kind: 'ClusterResourceSet',
    metadata: {
      name,
      namespace,
      labels: labelsOf(pack),
      // A step names the pack: which sets that means, each of them says.
      annotations: { [names.packSetsAnnotation]: pack.resourceSets.map(set => set.name).join(',') },
    },
    spec: {
      clusterSelector: selectorValue(selector),
      strategy,
      resources: configMaps.map(configMap => ({ kind: 'ConfigMap', name: configMap.name })),
    },
  }
}

function labelsOf({ name, version }: Pack): Readonly<Record<string, string>> {
  const isLabel = version !== undefined && labelValueProblems(version).length === 0
  return { [names.packLabel]: name, ...(isLabel ? { [names.packVersionLabel]: version } : {}) }
}
