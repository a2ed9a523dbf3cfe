import { changeWords } from '../change/compare/change-words.ts'
import { partOf, textIn } from '../object/fields.ts'
import { counted } from '../text/counted.ts'
import { listFirst } from '../text/list-first.ts'
import {
  type AdoptedStep,
  type AdoptionRefusal,
  type AdoptionVerdict,
  type ClusterAdoption,
  effectsOf,
  type ReleaseBeside,
} from './adoption.ts'
import { adoptionOrder } from './adoption-order.ts'
import { claimedReleases } from './claimed-releases.ts'
import type { RunningCluster, StoredRelease } from './running-cluster.ts'
import type { ClusterPlan, PlannedStep } from './cluster-plan.ts'
import type { ChartRendering } from './compare-manifests.ts'
import { liveDifferences } from './compare-live.ts'
import { fluxReleases } from './flux-releases.ts'
import { fluxTwice, prunedObjects } from './flux-refusals.ts'
import { judgePlannedObject } from './judge-planned-object.ts'
import { judgePlannedRelease } from './judge-planned-release.ts'
import {
  releaseChart,
  matchRelease,
  releaseNamespace,
  type ReleaseMatch,
  releaseVersion,
} from './match-release.ts'
import { titleOfObject } from './object-titles.ts'
import { toolNames } from './adopt-tool.ts'

/** What a cluster is judged by. */
export interface AdoptionEvidence {
  readonly plan: ClusterPlan
  readonly facts: RunningCluster
  /** What charts render to, by the title of their HelmRelease. */
  readonly renderings: ReadonlyMap<string, ChartRendering>
}

/** Says what adopting a cluster means: step by step, what is there, by whose hand, and what would become of it. */
export function judgeAdoption({ plan, facts: found, renderings }: AdoptionEvidence): ClusterAdoption {
  const releases = claimedReleases(found.releases, found.others)
  const others = [...found.others, ...fluxReleases(plan, found)]
  const facts = withSuspended({ ...found, releases, others }, plan)
  const matches = matchReleases(plan, facts)
  const pruned = prunedObjects(plan, facts)
  const judged = plan.steps.map(step => judgeStep(step, { facts, matches, renderings }))
  const refusals = [
    ...planRefusals(plan, facts),
    ...clusterDiffers(plan, facts),
    ...fluxTwice(plan, facts),
    ...pruned.refusals,
    ...judged.flatMap(one => one.refusals),
  ]
  const steps = withPruned(
    judged.map(({ step }) => step),
    pruned.effects,
  )
  const verdict = verdictOf(steps, refusals)
  const taken = new Set(
    [...matches.values()].flatMap(match => (match.kind === 'none' ? [] : [match.release])),
  )
  const beside = facts.releases.filter(release => !taken.has(release)).map(besideOf)
  return {
    cluster: plan.id,
    fitout: plan.fitout?.metadata.name,
    verdict,
    refusals,
    steps,
    beside,
    others: facts.others.map(({ tool, object, title }) => `${toolNames[tool]}: ${object} (${title})`),
    order: adoptionOrder({ steps, refusals, others: facts.others, plan }),
    notes: [...facts.unread, ...labelNotes(plan, facts)],
  }
}

// What Git suspends is suspended once it is merged, which the order says.
function withSuspended(facts: RunningCluster, { suspendedInGit }: ClusterPlan): RunningCluster {
  const others = facts.others.map(one =>
    suspendedInGit.has(one.object) ? { ...one, isSuspended: true } : one,
  )
  return { ...facts, others }
}

// Flux on the management cluster would change the cluster itself.
function clusterDiffers(plan: ClusterPlan, { cluster }: RunningCluster): readonly AdoptionRefusal[] {
  if (!plan.cluster || !cluster) return []
  const spec = { kind: 'Cluster', spec: plan.cluster.content['spec'] }
  const words = liveDifferences(spec, cluster).map(field => changeWords(field, 'Cluster'))
  if (words.length === 0) return []
  return [
    {
      code: 'CLUSTER_DIFFERS',
      object: `Cluster ${plan.id}`,
      message: `its manifest in Git is not what runs, and Cluster API would change the cluster: ${listFirst(words)}`,
      fix: `write its spec in ${plan.cluster.place().path} as it is on the management cluster`,
    },
  ]
}

/** Which found release each HelmRelease of a plan continues, by its title. */
export function matchReleases(plan: ClusterPlan, facts: RunningCluster): ReadonlyMap<string, ReleaseMatch> {
  const matches = new Map<string, ReleaseMatch>()
  const taken = new Set<StoredRelease>()
  const all = plan.steps.flatMap(({ releases }) => releases)
  // Those of the same name first: what is left may be one that moved.
  for (const isExact of [true, false]) {
    for (const planned of all) {
      const title = titleOfObject(planned.object)
      if (matches.has(title)) continue
      const match = matchRelease(planned, facts, taken)
      if (isExact && match.kind !== 'same') continue
      matches.set(title, match)
      if (match.kind !== 'none') taken.add(match.release)
    }
  }
  return matches
}

interface StepEvidence extends Omit<AdoptionEvidence, 'plan'> {
  readonly matches: ReadonlyMap<string, ReleaseMatch>
}

function judgeStep(
  step: PlannedStep,
  { facts, matches, renderings }: StepEvidence,
): { readonly step: AdoptedStep; readonly refusals: readonly AdoptionRefusal[] } {
  const releases = step.releases.map(planned => {
    const title = titleOfObject(planned.object)
    const match = matches.get(title) ?? { kind: 'none' }
    const rendering = renderings.get(title) ?? { kind: 'not-rendered', because: 'its chart was not rendered' }
    return judgePlannedRelease(planned, { facts, match, rendering })
  })
  const objects = step.objects.map(planned => judgePlannedObject(planned, facts))
  return {
    step: {
      name: step.name,
      releases: releases.map(({ adopted }) => adopted),
      objects: objects.map(({ adopted }) => adopted),
    },
    refusals: [...releases, ...objects].flatMap(({ refusals }) => refusals),
  }
}

function withPruned(
  steps: readonly AdoptedStep[],
  effects: ReturnType<typeof prunedObjects>['effects'],
): readonly AdoptedStep[] {
  if (effects.length === 0) return steps
  const objects = effects.map(effect => ({
    object: effect.object,
    deliveredBy: 'nothing in Git',
    state: 'differs' as const,
    by: undefined,
    effects: [effect],
    notes: [],
  }))
  return [...steps, { name: '', releases: [], objects }]
}

function planRefusals(plan: ClusterPlan, { cluster }: RunningCluster): readonly AdoptionRefusal[] {
  const object = `Cluster ${plan.id}`
  if (!plan.inGit?.isInGit) {
    return [
      {
        code: 'CLUSTER_NOT_IN_GIT',
        object,
        message: 'it is not in this repository, so nothing here can label it',
        fix: `write it with fitout cluster new ${plan.name}, or put its manifest into the repository`,
      },
    ]
  }
  if (plan.fitout) return []
  const profile = textIn(partOf(partOf(cluster ?? {}, 'metadata'), 'labels'), 'fitout.dev/profile')
  const live =
    profile === ''
      ? ''
      : `; on the management cluster it has fitout.dev/profile=${profile}, which Git does not`
  return [
    {
      code: 'NO_FITOUT',
      object,
      message: `no Fitout of namespace ${plan.namespace} selects it by its labels in Git${live}`,
      fix: 'give the Cluster the labels of the clusterSelector of a Fitout',
    },
  ]
}

function labelNotes(plan: ClusterPlan, { cluster }: RunningCluster): readonly string[] {
  if (!cluster || !plan.inGit?.isInGit) return []
  const live = partOf(partOf(cluster, 'metadata'), 'labels')
  const missing = Object.entries(plan.inGit.labels).filter(
    ([key, value]) => live[key] !== value && !plan.inGit?.openGates.includes(key),
  )
  return missing.length === 0
    ? []
    : [
        `labels in Git that the Cluster does not have yet: ${listFirst(missing.map(([key, value]) => `${key}=${value}`))}`,
      ]
}

// What nobody compared is not safe, and what nothing runs of yet needs no comparison.
function verdictOf(steps: readonly AdoptedStep[], refusals: readonly AdoptionRefusal[]): AdoptionVerdict {
  if (refusals.length > 0) return 'refused'
  const ops = new Set(effectsOf({ steps }).map(({ op }) => op))
  if (ops.has('restart') || ops.has('delete') || ops.has('recreate')) return 'restarts'
  if (ops.has('change')) return 'changes'
  const isUnproven = steps.some(
    ({ releases, objects }) =>
      releases.some(
        ({ found, isSuspended, rendered }) => found && !isSuspended && rendered.kind === 'not-compared',
      ) || objects.some(({ state }) => state === 'not-compared'),
  )
  return isUnproven ? 'unproven' : 'safe'
}

function besideOf(release: StoredRelease): ReleaseBeside {
  return {
    name: release.name,
    namespace: releaseNamespace(release),
    chart: releaseChart(release),
    version: releaseVersion(release),
    by: release.by,
  }
}

/** How many of what an adoption creates, changes, restarts and deletes, in a few words. */
export function effectCounts(adoption: Pick<ClusterAdoption, 'steps'>): string {
  const effects = effectsOf(adoption)
  const count = (op: (typeof effects)[number]['op']) => effects.filter(one => one.op === op).length
  const parts = [
    [count('restart'), 'restart'],
    [count('delete'), 'deletion'],
    [count('recreate'), 'replacement'],
    [count('change'), 'change'],
    [count('create'), 'creation'],
  ] as const
  const shown = parts.filter(([number]) => number > 0).map(([number, word]) => counted(number, word))
  return shown.length === 0 ? 'nothing changes' : shown.join(', ')
}
