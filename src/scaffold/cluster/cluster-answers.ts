import { isFields } from '../../domain/object/fields.ts'
import type { YamlValue } from '../../domain/yaml/yaml-value.ts'
import { capiFolder, type ClusterPlace } from '../places.ts'
import type { RepositoryRecord } from '../upgrade/written-record.ts'
import type { ClusterVariable, NewCluster } from './cluster-object.ts'

/** What is kept of a cluster, so that its files can be made again. */
export function answersOf({ profile, kubernetes, from }: NewCluster): YamlValue {
  if (from.kind !== 'class') return { profile, kubernetes, template: true }
  const { name, hasControlPlaneMachines, workers } = from.shape
  return {
    profile,
    kubernetes,
    class: { name, hasControlPlaneMachines, workers: [...workers] },
    variables: from.variables.map(variable => ({ ...variable })),
  }
}

/** A cluster as its record has it; undefined if the record is of another form. */
export function clusterOfAnswers(
  place: ClusterPlace,
  { answers, files }: RepositoryRecord,
  hasCredentials: boolean,
): NewCluster | undefined {
  if (!isFields(answers)) return undefined
  const { profile, kubernetes, class: shape, variables } = answers
  if (typeof profile !== 'string' || typeof kubernetes !== 'string') return undefined
  const known = { ...place, profile, kubernetes, hasCredentials }
  if (!isFields(shape)) {
    const file = files.get(`${capiFolder(place)}/cluster.yaml`)
    return file && 'text' in file ? { ...known, from: { kind: 'text', text: file.text } } : undefined
  }
  return {
    ...known,
    from: {
      kind: 'class',
      shape: {
        name: typeof shape['name'] === 'string' ? shape['name'] : '',
        hasControlPlaneMachines: shape['hasControlPlaneMachines'] === true,
        workers: Array.isArray(shape['workers']) ? shape['workers'].map(String) : [],
      },
      variables: Array.isArray(variables) ? variables.flatMap(variableOf) : [],
    },
  }
}

function variableOf(value: unknown): readonly ClusterVariable[] {
  if (!isFields(value) || typeof value['name'] !== 'string') return []
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it was read from YAML
  return [{ name: value['name'], value: (value['value'] ?? null) as YamlValue }]
}
