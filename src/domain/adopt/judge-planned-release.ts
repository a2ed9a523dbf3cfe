import { keyOfObject } from '../change/delivery/delivery.ts'
import { type Fields, partOf, textIn } from '../object/fields.ts'
import { counted } from '../text/counted.ts'
import { listFirst } from '../text/list-first.ts'
import type { AdoptedRelease, AdoptionEffect, AdoptionRefusal, RenderedProof } from './adoption.ts'
import { type VersionRelation, versionRelation } from './chart-version.ts'
import type { RunningCluster, StoredRelease } from './running-cluster.ts'
import { liveDifferences } from './compare-live.ts'
import { type ChartRendering, compareWithStored, manifestObjects } from './compare-manifests.ts'
import { plannedValues, rawDifferences, shownDifference } from './compare-values.ts'
import { changeEffect } from './judge-planned-object.ts'
import { releaseChart, type ReleaseMatch, releaseVersion } from './match-release.ts'
import { titleOfObject } from './object-titles.ts'
import type { PlannedRelease } from './planned-release.ts'
import { releaseRefusals } from './release-refusals.ts'
import { fieldManagers } from './adopt-tool.ts'

/** A release of the plan, judged. */
export interface JudgedRelease {
  readonly adopted: AdoptedRelease
  readonly refusals: readonly AdoptionRefusal[]
}

/** What a release is judged by. */
export interface ReleaseEvidence {
  readonly facts: RunningCluster
  readonly match: ReleaseMatch
  readonly rendering: ChartRendering
}

/** Says what becomes of a release when helm-controller gets its HelmRelease. */
export function judgePlannedRelease(planned: PlannedRelease, evidence: ReleaseEvidence): JudgedRelease {
  const { match } = evidence
  const refusals = releaseRefusals(planned, evidence)
  if (match.kind === 'none') return { adopted: newRelease(planned, evidence.facts), refusals }
  const { release } = match
  if ('unread' in release.record) return { adopted: unreadRelease(planned, release), refusals }
  const { record } = release
  const values = plannedValues(planned, evidence.facts.values)
  const differences = rawDifferences(record.values, values.values)
  const relation = versionRelation(record.chart.version, planned.chart.version)
  const title = titleOfObject(planned.object)
  const compared = compareWithStored(record.manifest, renderingOf(planned, evidence, values.notCompared), {
    namespace: record.namespace,
    object: title,
  })
  const drift = driftOf(record.manifest, record.namespace, evidence.facts)
  return {
    adopted: {
      ...headOf(planned),
      found: foundOf(release),
      isSameVersion: isSame(relation, record.chart.name === planned.chart.name),
      values: differences.map(one => shownDifference(one, values.fromSecrets)),
      valuesNotCompared: values.notCompared,
      rendered: withVersion(compared.proof, relation),
      effects: drift.effects,
      notes: [...notesOn(planned, evidence, release), ...drift.notes],
    },
    refusals: [...refusals, ...compared.refusals],
  }
}

function headOf(planned: PlannedRelease) {
  const { chart, releaseName, namespace, storageNamespace, object } = planned
  return {
    object: titleOfObject(object),
    name: releaseName,
    namespace,
    planned: { chart: chart.name, version: chart.version, storage: storageNamespace },
    isSuspended: planned.isSuspended,
  }
}

function isSame(relation: VersionRelation, isSameChart: boolean): boolean | undefined {
  if (!isSameChart) return false
  return relation === 'unknown' || relation === 'range' ? undefined : relation === 'same'
}

// Of a range Flux takes the newest: what was rendered is that, as of now.
function withVersion(proof: RenderedProof, relation: VersionRelation): RenderedProof {
  if (proof.kind !== 'equal' || relation === 'same') return proof
  return relation === 'range' || relation === 'unknown'
    ? {
        kind: 'not-compared',
        because: 'its version is a range: Flux takes the newest chart that fits when it runs',
      }
    : proof
}

function foundOf(release: StoredRelease): NonNullable<AdoptedRelease['found']> {
  const { storage, revision, history, status, by, before } = release
  return {
    chart: releaseChart(release),
    version: releaseVersion(release),
    revision,
    history,
    status,
    storage: storage.kind === 'Secret' ? storage.namespace : `ConfigMaps in ${storage.namespace}`,
    by,
    before,
  }
}

function newRelease(planned: PlannedRelease, { values }: RunningCluster): AdoptedRelease {
  const title = `release ${planned.namespace}/${planned.releaseName}`
  const create: AdoptionEffect = { op: 'create', object: title, detail: 'helm-controller installs it' }
  return {
    ...headOf(planned),
    found: undefined,
    isSameVersion: undefined,
    values: [],
    valuesNotCompared: plannedValues(planned, values).notCompared,
    rendered: { kind: 'not-compared', because: 'there is no release of it' },
    effects: planned.isSuspended ? [] : [create],
    notes: planned.isSuspended ? ['it is suspended: nothing is installed'] : [],
  }
}

function unreadRelease(planned: PlannedRelease, release: StoredRelease): AdoptedRelease {
  const because = 'unread' in release.record ? release.record.unread : ''
  return {
    ...headOf(planned),
    found: foundOf(release),
    isSameVersion: undefined,
    values: [],
    valuesNotCompared: [because],
    rendered: { kind: 'not-compared', because },
    effects: [],
    notes: [],
  }
}

function renderingOf(
  planned: PlannedRelease,
  { rendering }: ReleaseEvidence,
  unknownValues: readonly string[],
): ChartRendering {
  if (planned.isSuspended) return { kind: 'not-rendered', because: 'it is suspended: nothing is upgraded' }
  if (planned.notRendered.length > 0) {
    const because = `${planned.notRendered.join(' and ')} of ${titleOfObject(planned.object)}: only helm-controller applies them`
    return { kind: 'not-rendered', because }
  }
  const [first] = unknownValues
  return first === undefined ? rendering : { kind: 'not-rendered', because: `values are not known: ${first}` }
}

interface Drift {
  readonly effects: readonly AdoptionEffect[]
  readonly notes: readonly string[]
}

// An upgrade compares with what is live, and sets back what somebody has changed since.
function driftOf(manifest: string, namespace: string, { live }: RunningCluster): Drift {
  const effects: AdoptionEffect[] = []
  const notes: string[] = []
  for (const object of manifestObjects(manifest, namespace) ?? []) {
    const found = live.get(keyOfObject(object))
    if (found?.kind === 'absent')
      effects.push({
        op: 'create',
        object: titleOfObject(object),
        detail: 'the release has it, the cluster does not',
      })
    if (found?.kind !== 'found') continue
    const fields = liveDifferences(object.content, found.object)
    if (fields.length > 0) {
      const effect = changeEffect(object, fields)
      effects.push({ ...effect, detail: `set back to what the release has: ${effect.detail}` })
    }
    const owners = otherOwners(found.object)
    if (owners.length > 0)
      notes.push(`${titleOfObject(object)}: fields are owned by ${listFirst(owners)}, too`)
  }
  return { effects, notes }
}

const known =
  /^(?:helm|terraform-provider-|Terraform|OpenTofu|HashiCorp|kube-controller-manager|kube-scheduler|kubelet|addon-controller|manager$|caaph)/i

/** Writers of an object that are neither Helm in any form nor Kubernetes itself. */
function otherOwners(object: Fields): readonly string[] {
  return [...new Set(fieldManagers(object).map(({ manager }) => manager))].filter(name => !known.test(name))
}

function notesOn(
  planned: PlannedRelease,
  { match, facts }: ReleaseEvidence,
  release: StoredRelease,
): readonly string[] {
  const notes: string[] = []
  if (match.kind === 'same' && match.others.length > 0) {
    const where = match.others.map(({ storage }) => `${storage.kind}s in ${storage.namespace}`)
    notes.push(`it has another history: ${listFirst(where)}`)
  }
  if (release.before.length > 0)
    notes.push(
      `earlier revisions were written by others: ${listFirst(release.before.map(({ evidence }) => evidence))}`,
    )
  const isThere = facts.flux.some(
    object =>
      textIn(object, 'kind') === 'HelmRelease' &&
      textIn(partOf(object, 'metadata'), 'name') === planned.object.name &&
      textIn(partOf(object, 'metadata'), 'namespace') === planned.object.namespace,
  )
  if (release.by.tool !== 'flux-helm' && !isThere)
    notes.push(
      `Flux makes revision ${release.revision + 1}, and labels its objects, which restarts nothing; ${counted(release.history, 'revision')} of the history ${release.history === 1 ? 'stays' : 'stay'}`,
    )
  if (planned.isSuspended) notes.push('it is suspended: Flux does nothing about it')
  return notes
}
