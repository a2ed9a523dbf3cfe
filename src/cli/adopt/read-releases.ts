import type { StoredRelease } from '../../domain/adopt/running-cluster.ts'
import {
  readReleaseRecord,
  ReleaseRecordError,
  type ReleaseRecord,
} from '../../domain/adopt/release-record.ts'
import { type ToolClaim, toolOfRevision } from '../../domain/adopt/adopt-tool.ts'
import { groupBy } from '../../domain/object/group-by.ts'
import { resources } from '../../controller/world/resources.ts'
import { ApiError } from '../../engine/api/api-error.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'
import { gunzipWithin } from './gunzip-within.ts'
import { readErrorWords } from './read-error-words.ts'
import { type AdoptReader, someAtOnce } from './adopt-reader.ts'

const OWNER = 'owner=helm'

/** Which releases are read whole: of the others only the head is kept. */
export type IsWanted = (release: {
  readonly name: string
  readonly namespace: string
  readonly chart: string
}) => boolean

/** Finds the releases of Helm on a cluster. Of each, only the newest revision is read, and its manifest is kept if it is wanted. */
export async function readReleases(
  reader: AdoptReader,
  isWanted: IsWanted,
): Promise<readonly StoredRelease[]> {
  const [secrets, maps] = await Promise.all([
    reader.list(['v1'], 'Secret', { labels: OWNER, metadataOnly: true }),
    reader.list(['v1'], 'ConfigMap', { labels: OWNER, metadataOnly: true }),
  ])
  const revisions = [...secrets.flatMap(revisionIn('Secret')), ...maps.flatMap(revisionIn('ConfigMap'))]
  const releases = [
    ...groupBy(revisions, ({ kind, namespace, name }) => `${kind} ${namespace}/${name}`).values(),
  ]
  return someAtOnce(releases, async all => readRelease(reader, all, isWanted))
}

interface Revision {
  readonly kind: 'Secret' | 'ConfigMap'
  readonly namespace: string
  readonly name: string
  readonly number: number
  readonly status: string
  readonly object: KubeObject
}

// The name of the object is checked as well: anybody may label one.
function revisionIn(kind: Revision['kind']) {
  return (object: KubeObject): readonly Revision[] => {
    const { namespace = '', name: full, labels = {} } = object.metadata
    const [, name = '', number = ''] = /^sh\.helm\.release\.v1\.(.+)\.v(\d+)$/.exec(full) ?? []
    if (name === '') return []
    return [{ kind, namespace, name, number: Number(number), status: labels['status'] ?? '', object }]
  }
}

async function readRelease(
  reader: AdoptReader,
  revisions: readonly Revision[],
  isWanted: IsWanted,
): Promise<StoredRelease> {
  const sorted = revisions.toSorted((a, b) => b.number - a.number)
  const [newest] = sorted
  if (!newest) throw new TypeError('a release has a revision')
  const record = await readRecord(reader, newest)
  const by = toolOfRevision(newest.object)
  const earlier = sorted.slice(1).map(({ object }) => toolOfRevision(object))
  return {
    name: newest.name,
    storage: { kind: newest.kind, namespace: newest.namespace },
    revision: newest.number,
    status: 'unread' in record ? newest.status : record.status,
    history: revisions.length,
    by,
    before: differentTools(by, earlier),
    record: 'unread' in record || isKept(record, isWanted) ? record : { ...record, values: {}, manifest: '' },
  }
}

function isKept({ name, namespace, chart }: ReleaseRecord, isWanted: IsWanted): boolean {
  return isWanted({ name, namespace, chart: chart.name })
}

function differentTools(by: ToolClaim, earlier: readonly ToolClaim[]): readonly ToolClaim[] {
  const found = new Map(earlier.map(claim => [claim.tool, claim]))
  return [...found.values()].filter(({ tool }) => tool !== by.tool)
}

async function readRecord(reader: AdoptReader, { kind, object }: Revision): Promise<StoredRelease['record']> {
  const { namespace = '', name } = object.metadata
  try {
    const resource = kind === 'Secret' ? resources.secret : resources.configMap
    const stored = await reader.get(resource, { namespace, name })
    if (!stored) return { unread: `${kind} ${namespace}/${name} is gone` }
    return readReleaseRecord(stored, { gunzip: gunzipWithin, isSecret: kind === 'Secret' })
  } catch (error) {
    if (error instanceof ReleaseRecordError)
      return { unread: `${kind} ${namespace}/${name}: ${error.message}` }
    if (error instanceof ApiError) return { unread: `${kind} ${namespace}/${name}: ${readErrorWords(error)}` }
    throw error
  }
}
