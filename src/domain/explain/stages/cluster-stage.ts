import { partOf, textIn, textsIn } from '../../object/fields.ts'
import { deletionMessage } from '../../plan/deletion-message.ts'
import { type Claim, lineAbout, lineOfAbsent, sayCondition, sentenceOf } from '../claim.ts'
import { valueOf } from '../explain-facts.ts'
import { conditionOf, labelsIn, type SeenObject } from '../seen-object.ts'
import { act, commit, kubectlDescribe } from '../show/commands.ts'
import { shellWord } from '../show/shell-word.ts'
import type { Scene, ExplainStage } from './scene.ts'
import { clusterFitoutRef, clusterRef } from './step-asked.ts'

type ClusterRule = (cluster: SeenObject, scene: Scene) => Claim | undefined

// Nothing of a cluster that goes away, or is not to be touched, needs another reason.
const rules: readonly ClusterRule[] = [
  clusterDeleting,
  clusterPaused,
  notSelected,
  topologyNotReconciled,
  infrastructureNotReady,
  controlPlaneNotReady,
]

/** The Cluster itself: is it there, wanted, and made? */
export const clusterStage: ExplainStage = scene => {
  const { facts } = scene
  if (facts.cluster.kind === 'absent') return clusterMissing(scene)
  const fields = valueOf(facts.cluster)
  if (!fields) return undefined
  for (const rule of rules) {
    const claim = rule({ ref: clusterRef(facts), fields }, scene)
    if (claim) return claim
  }
  return undefined
}

function clusterMissing({ facts }: Scene): Claim {
  return {
    reason: 'ClusterMissing',
    sentence: sentenceOf(`Cluster ${facts.namespace}/${facts.name} does not exist`),
    evidence: [lineOfAbsent(clusterRef(facts))],
    next: [
      commit(`Commit Cluster ${facts.namespace}/${facts.name}, or correct its name`),
      act('List the Clusters', clusterRef(facts), {
        facts,
        verb: 'get clusters',
        needs: 'nothing',
      }),
    ],
  }
}

function clusterDeleting(cluster: SeenObject, { facts }: Scene): Claim | undefined {
  const metadata = partOf(cluster.fields, 'metadata')
  if (textIn(metadata, 'deletionTimestamp') === '') return undefined
  const deleting = conditionOf(cluster, 'Deleting')
  return {
    reason: 'ClusterDeleting',
    sentence: sentenceOf(deletionMessage(`Cluster "${facts.name}"`, textsIn(metadata, 'finalizers'))),
    evidence: [
      lineAbout(cluster.ref, deleting ? sayCondition(deleting) : 'its deletion has started', 'Terminating'),
    ],
    next: [{ text: 'Wait until it is gone' }, kubectlDescribe(cluster.ref, facts)],
  }
}

function clusterPaused(cluster: SeenObject, { facts }: Scene): Claim | undefined {
  const annotations = partOf(partOf(cluster.fields, 'metadata'), 'annotations')
  const isAnnotated = 'cluster.x-k8s.io/paused' in annotations
  if (partOf(cluster.fields, 'spec')['paused'] !== true && !isAnnotated) return undefined
  const where = isAnnotated ? 'annotation cluster.x-k8s.io/paused is set' : 'spec.paused is true'
  const patch = isAnnotated
    ? 'metadata:\n  annotations:\n    cluster.x-k8s.io/paused: null'
    : 'spec:\n  paused: false'
  return {
    reason: 'ClusterPaused',
    sentence: sentenceOf(`Cluster "${facts.name}" is paused, so no gate opens and nothing is handed over`),
    evidence: [lineAbout(cluster.ref, where)],
    next: [commit(`Resume Cluster ${facts.namespace}/${facts.name} unless it is paused on purpose`, patch)],
  }
}

function notSelected(cluster: SeenObject, { facts }: Scene): Claim | undefined {
  if (facts.status.kind !== 'absent') return undefined
  const labels = Object.entries(labelsIn(cluster.fields)).map(([key, value]) => `${key}=${value}`)
  const own = labels.length === 0 ? 'has no labels' : `has labels ${labels.toSorted().join(', ')}`
  return {
    reason: 'NotSelected',
    sentence: sentenceOf(`No Fitout selects Cluster "${facts.name}"`),
    evidence: [lineAbout(cluster.ref, own), lineOfAbsent(clusterFitoutRef(facts))],
    next: [
      commit('Give the Cluster the label that a Fitout selects'),
      act('List the selectors of the Fitouts', cluster.ref, {
        facts,
        verb: `get fitouts.fitout.dev -o wide`,
      }),
    ],
  }
}

const topologyReasons: ReadonlySet<string> = new Set(['ReconcileFailed', 'ClusterClassNotReconciled'])

function topologyNotReconciled(cluster: SeenObject, { facts }: Scene): Claim | undefined {
  const topology = conditionOf(cluster, 'TopologyReconciled')
  if (isInitialized(cluster) || topology?.status !== 'False' || !topologyReasons.has(topology.reason))
    return undefined
  return {
    reason: 'TopologyNotReconciled',
    sentence: sentenceOf(`Cluster API cannot create Cluster "${facts.name}" from its ClusterClass`),
    evidence: [lineAbout(cluster.ref, sayCondition(topology))],
    next: [
      commit(`Correct spec.topology of Cluster ${facts.namespace}/${facts.name}, or its ClusterClass`),
      kubectlDescribe(cluster.ref, facts),
    ],
  }
}

function infrastructureNotReady(cluster: SeenObject, { facts }: Scene): Claim | undefined {
  const condition = conditionOf(cluster, 'InfrastructureReady')
  if (isInitialized(cluster) || condition?.status !== 'False') return undefined
  return {
    reason: 'InfrastructureNotReady',
    sentence: sentenceOf(`The infrastructure of Cluster "${facts.name}" is not ready`),
    evidence: [lineAbout(cluster.ref, sayCondition(condition))],
    next: [
      {
        text: 'Read the conditions of the infrastructure provider',
        command: `clusterctl describe cluster ${shellWord(facts.name)} -n ${shellWord(facts.namespace)} --show-conditions all`,
      },
    ],
  }
}

function controlPlaneNotReady(cluster: SeenObject, { facts }: Scene): Claim | undefined {
  if (isInitialized(cluster)) return undefined
  const conditions = ['ControlPlaneInitialized', 'ControlPlaneAvailable'].flatMap(
    type => conditionOf(cluster, type) ?? [],
  )
  const first = conditions.find(({ status }) => status !== 'True')
  return {
    reason: 'ControlPlaneNotReady',
    sentence: sentenceOf(`The API server of Cluster "${facts.name}" has not responded to Cluster API yet`),
    evidence: [
      lineAbout(
        cluster.ref,
        first ? sayCondition(first) : 'status.initialization.controlPlaneInitialized is not true',
      ),
    ],
    next: [
      {
        text: 'Wait; if it takes long, read the conditions of the control plane provider',
        command: `clusterctl describe cluster ${shellWord(facts.name)} -n ${shellWord(facts.namespace)} --show-conditions all`,
      },
    ],
  }
}

function isInitialized(cluster: SeenObject): boolean {
  return partOf(partOf(cluster.fields, 'status'), 'initialization')['controlPlaneInitialized'] === true
}
