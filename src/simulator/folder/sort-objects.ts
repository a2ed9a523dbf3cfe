import { formatApiProblem } from '../../domain/validation/api-problem.ts'
import { GROUP } from '../../domain/api/api-names.ts'
import { lintFitout, readFitout } from '../../domain/validation/read-fitout.ts'
import type { Fitout } from '../../domain/api/schema/fitout-schema.ts'
import { describeManifest, identityOf } from '../../domain/pack/manifest.ts'
import { apiGroup } from '../../domain/object/api-group.ts'
import { admitResourceSet } from '../../domain/resource-set/admission/admit-resource-set.ts'
import { ResourceSetError } from '../../domain/resource-set/resource-set-error.ts'
import { readResourceSet } from '../../domain/resource-set/resource-set.ts'
import { readSource } from '../../domain/resource-set/source.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'
import type { FolderProblem } from './folder-problem.ts'
import type { FolderObject, ObjectReading } from './read-objects.ts'

/** A Fitout of the user. */
export interface FolderFitout {
  readonly fitout: Fitout
  readonly from: FolderObject
}

/** What of the files a management cluster has for Fitout, each in its namespace. */
export interface FolderContent {
  readonly fitouts: readonly FolderFitout[]
  readonly clusters: readonly FolderObject[]
  readonly resourceSets: readonly FolderObject[]
  /** ConfigMaps and Secrets. */
  readonly sources: readonly FolderObject[]
  /** How many objects of other kinds there are, which a simulation does not look at. */
  readonly leftOut: ReadonlyMap<string, number>
  readonly problems: readonly FolderProblem[]
}

type Role = 'fitout' | 'cluster' | 'resourceSet' | 'source' | 'silent' | 'other'

const roles: Readonly<Record<string, Role>> = {
  [`${GROUP}/Fitout`]: 'fitout',
  'cluster.x-k8s.io/Cluster': 'cluster',
  'addons.cluster.x-k8s.io/ClusterResourceSet': 'resourceSet',
  '/ConfigMap': 'source',
  '/Secret': 'source',
  // They say nothing that the simulation does not make itself.
  '/Namespace': 'silent',
  [`${GROUP}/ClusterFitout`]: 'silent',
  [`${GROUP}/Pack`]: 'silent',
  'kustomize.config.k8s.io/Kustomization': 'silent',
  'kustomize.config.k8s.io/Component': 'silent',
}

/** Sorts objects by what they are for, and says what is wrong with any of them. `namespace` is that of objects without one. */
export function sortObjects({ objects, problems }: ObjectReading, namespace: string): FolderContent {
  const inPlace = objects.map(one => ({ ...one, object: fresh(one.object, namespace) }))
  const ofRole = (role: Role) => inPlace.filter(({ object }) => roleOf(object) === role)
  const fitouts = ofRole('fitout')
  const clusters = ofRole('cluster')
  const resourceSets = ofRole('resourceSet')
  const sources = ofRole('source')
  const used = [...fitouts, ...clusters, ...resourceSets, ...sources]
  return {
    fitouts: fitouts.flatMap(usable),
    clusters,
    resourceSets,
    sources,
    leftOut: countKinds(ofRole('other')),
    problems: [
      ...problems,
      ...used.flatMap(nameProblems),
      ...duplicates(used),
      ...fitouts.flatMap(fitoutProblems),
      ...resourceSets.flatMap(resourceSetProblems),
      ...sources.flatMap(sourceProblems),
    ],
  }
}

function roleOf({ apiVersion, kind, metadata }: KubeObject): Role {
  const role = roles[`${apiGroup(apiVersion)}/${kind}`] ?? 'other'
  // Cluster API of the simulation makes its own.
  return role === 'source' && metadata.name.endsWith('-kubeconfig') ? 'silent' : role
}

/** An object as one commits it: without what a server has added, if it was taken from one. */
function fresh({ status: _, metadata, ...rest }: KubeObject, namespace: string): KubeObject {
  const { name, labels, annotations } = metadata
  return {
    ...rest,
    metadata: {
      name,
      namespace: metadata.namespace ?? namespace,
      ...(labels ? { labels } : {}),
      ...(annotations ? { annotations } : {}),
    },
  }
}

function usable(from: FolderObject): readonly FolderFitout[] {
  const reading = readFitout(from.object)
  return reading.kind === 'valid' ? [{ fitout: reading.fitout, from }] : []
}

function nameProblems({ object, at }: FolderObject): readonly FolderProblem[] {
  if (object.metadata.name !== '') return []
  return [{ code: 'NO_NAME', at: at(['metadata']), message: `${object.kind} has no name that is a string` }]
}

function duplicates(objects: readonly FolderObject[]): readonly FolderProblem[] {
  const firsts = new Map<string, FolderObject>()
  return objects.flatMap(({ object, at }) => {
    const { name, namespace = '' } = object.metadata
    const named = { apiVersion: object.apiVersion, kind: object.kind, namespace, name }
    const first = firsts.get(identityOf(named))
    firsts.set(identityOf(named), first ?? { object, at })
    if (!first) return []
    const message = `${describeManifest(named)} is also at ${first.at()}`
    return [{ code: 'DUPLICATE_OBJECT', at: at(), message }]
  })
}

function fitoutProblems({ object, at }: FolderObject): readonly FolderProblem[] {
  return lintFitout(object).map(problem => ({
    code: 'BAD_FITOUT',
    at: at(problem.path, problem.code === 'UNKNOWN_FIELD' ? 'key' : 'value'),
    message: formatApiProblem(problem),
  }))
}

function resourceSetProblems({ object, at }: FolderObject): readonly FolderProblem[] {
  const refused = admitResourceSet(object['spec']).map(({ path, problem }) => ({
    code: 'BAD_RESOURCE_SET' as const,
    at: at(fieldsOf(path)),
    message: `${path}: ${problem}`,
  }))
  return refused.length > 0 ? refused : shapeProblems('BAD_RESOURCE_SET', { object, at }, readResourceSet)
}

function sourceProblems(from: FolderObject): readonly FolderProblem[] {
  return shapeProblems('BAD_SOURCE', from, readSource)
}

function shapeProblems(
  code: 'BAD_RESOURCE_SET' | 'BAD_SOURCE',
  { object, at }: FolderObject,
  read: (object: KubeObject) => unknown,
): readonly FolderProblem[] {
  try {
    read(object)
    return []
  } catch (error) {
    if (!(error instanceof ResourceSetError)) throw error
    return [{ code, at: at(fieldsOf(error.path)), message: error.message }]
  }
}

/** The steps of a path as Kubernetes writes it: `spec.resources[0].kind`. */
function fieldsOf(path: string): readonly (string | number)[] {
  return [...path.matchAll(/\[(\d+)\]|([^.[\]]+)/g)].map(([, index, name = '']) =>
    index === undefined ? name : Number(index),
  )
}

function countKinds(objects: readonly FolderObject[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { object } of objects) counts.set(object.kind, (counts.get(object.kind) ?? 0) + 1)
  return new Map([...counts].toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
