import { partOf, textIn } from '../object/fields.ts'
import { qualifiedName } from '../object/qualified-name.ts'
import type { AdoptionRefusal } from './adoption.ts'
import { versionRelation } from './chart-version.ts'
import type { StoredRelease, OtherManager } from './running-cluster.ts'
import type { ReleaseEvidence } from './judge-planned-release.ts'
import { releaseNamespace } from './match-release.ts'
import { titleOfObject } from './object-titles.ts'
import { type PlannedRelease, releaseTarget } from './planned-release.ts'
import { toolNames } from './adopt-tool.ts'

/** Why a HelmRelease must not continue a release as it stands. */
export function releaseRefusals(
  planned: PlannedRelease,
  evidence: ReleaseEvidence,
): readonly AdoptionRefusal[] {
  const { match, facts } = evidence
  const object = titleOfObject(planned.object)
  const moves = movedTarget(planned, evidence)
  const fights = facts.others.filter(other => isAbout(other, planned)).map(other => fight(object, other))
  if (match.kind === 'none') return [...moves, ...fights]
  const { release } = match
  if (match.kind === 'moved') return [...moves, ...fights, elsewhere(planned, release)]
  return [
    ...moves,
    ...fights,
    ...unreadable(object, release),
    ...unfinished(object, release),
    ...otherStorage(planned, release),
    ...downgrade(planned, release),
  ]
}

function elsewhere(planned: PlannedRelease, release: StoredRelease): AdoptionRefusal {
  const there = qualifiedName({ namespace: releaseNamespace(release), name: release.name })
  const wanted = qualifiedName({ namespace: planned.namespace, name: planned.releaseName })
  return {
    code: 'HISTORY_ELSEWHERE',
    object: titleOfObject(planned.object),
    message: `its chart is installed as release ${there}; Flux would install it a second time as ${wanted}`,
    fix: `set releaseName: ${release.name}, targetNamespace: ${releaseNamespace(release)} and storageNamespace: ${release.storage.namespace}`,
  }
}

function otherStorage(planned: PlannedRelease, { storage }: StoredRelease): readonly AdoptionRefusal[] {
  const object = titleOfObject(planned.object)
  if (storage.kind === 'ConfigMap') {
    return [
      {
        code: 'HISTORY_ELSEWHERE',
        object,
        message: `its history is in ConfigMaps of namespace ${storage.namespace}; helm-controller reads Secrets only`,
        fix: 'move the history into Secrets first: the 2to3 and mapkubeapis tools of Helm do not; see docs/guides/adopt-a-running-fleet.md',
      },
    ]
  }
  if (storage.namespace === planned.storageNamespace) return []
  return [
    {
      code: 'HISTORY_ELSEWHERE',
      object,
      message: `its history is in namespace ${storage.namespace}; helm-controller would begin another one in ${planned.storageNamespace}`,
      fix: `set storageNamespace: ${storage.namespace}`,
    },
  ]
}

function unreadable(object: string, { record, name }: StoredRelease): readonly AdoptionRefusal[] {
  if (!('unread' in record)) return []
  return [
    {
      code: 'RELEASE_UNREADABLE',
      object,
      message: `release ${name} cannot be read: ${record.unread}`,
      fix: 'correct what Helm has stored, or request the permission to read it; fitout check and docs/reference/adopt.md say which',
    },
  ]
}

function unfinished(object: string, { status, name, storage }: StoredRelease): readonly AdoptionRefusal[] {
  if (status === 'deployed') return []
  const advice = status.startsWith('pending')
    ? `wait for the ${status.slice('pending-'.length)} to end; if nothing runs it any more: helm rollback ${name} --namespace ${storage.namespace}`
    : `repair it first: helm rollback ${name} --namespace ${storage.namespace}`
  return [
    {
      code: 'RELEASE_NOT_DEPLOYED',
      object,
      message: `release ${name} has the status ${status}: Flux would begin with an upgrade on top of it`,
      fix: advice,
    },
  ]
}

function downgrade(planned: PlannedRelease, release: StoredRelease): readonly AdoptionRefusal[] {
  const { record } = release
  if ('unread' in record) return []
  if (record.chart.name !== planned.chart.name && planned.chart.name !== '') {
    return [
      {
        code: 'TARGET_MOVES',
        object: titleOfObject(planned.object),
        message: `release ${release.name} is of chart ${record.chart.name}, and the repository has chart ${planned.chart.name}`,
        fix: 'give the HelmRelease another releaseName, or its chart',
      },
    ]
  }
  if (versionRelation(record.chart.version, planned.chart.version) !== 'older') return []
  return [
    {
      code: 'CHART_DOWNGRADE',
      object: titleOfObject(planned.object),
      message: `chart ${record.chart.name} ${record.chart.version} is installed, and ${planned.chart.version} is older`,
      fix: `set the version to ${record.chart.version} or newer`,
    },
  ]
}

// helm-controller uninstalls a release whose name, namespace or storage is changed, and installs another one.
function movedTarget(planned: PlannedRelease, { facts }: ReleaseEvidence): readonly AdoptionRefusal[] {
  const { object } = planned
  const live = facts.flux.find(
    one =>
      textIn(one, 'kind') === 'HelmRelease' &&
      textIn(partOf(one, 'metadata'), 'name') === object.name &&
      textIn(partOf(one, 'metadata'), 'namespace') === object.namespace,
  )
  if (!live) return []
  const found = releaseTarget(object, partOf(live, 'spec'))
  const was = { ...found, targetNamespace: found.namespace }
  const is = {
    releaseName: planned.releaseName,
    targetNamespace: planned.namespace,
    storageNamespace: planned.storageNamespace,
  }
  const fields = (['releaseName', 'targetNamespace', 'storageNamespace'] as const).filter(
    field => was[field] !== is[field],
  )
  const [first] = fields
  if (first === undefined) return []
  return [
    {
      code: 'TARGET_MOVES',
      object: titleOfObject(object),
      message: `it is on the cluster with ${first} ${was[first]}, and the repository has ${is[first]}: helm-controller would uninstall the release`,
      fix: `set ${fields.map(field => `${field}: ${was[field]}`).join(', ')}`,
    },
  ]
}

/** Whether something else manages the release of a HelmRelease. */
export function isAbout({ release, isSuspended }: OtherManager, planned: PlannedRelease): boolean {
  return (
    !isSuspended &&
    release !== undefined &&
    release.name === planned.releaseName &&
    release.namespace === planned.namespace
  )
}

function fight(object: string, { tool, object: other, owner, live }: OtherManager): AdoptionRefusal {
  const suspend = owner ? `${owner.kind} ${owner.namespace}/${owner.name}` : other
  return {
    code: 'OTHER_TOOL',
    object,
    message: `${toolNames[tool]} manages the same release (${other}), and would set it back`,
    fix: live
      ? `suspend ${other} in Git: --write does it if a Kustomization of this repository continues the one that applies it`
      : tool === 'caaph'
        ? `pause ${other} in Git: --write does it`
        : `suspend ${suspend} in Git first`,
  }
}
