/** A word that Fitout uses for something that is not a cause. */
export interface Concept {
  /** What it is, in a few sentences. */
  readonly means: string
  /** Where in the docs there is more. */
  readonly docs: string
}

const states = 'docs/reference/conditions.md#state-of-a-step'
const clusterStates = 'docs/reference/conditions.md#state-of-a-cluster'

/** The words of Fitout, in the order in which one meets them. */
export const concepts = {
  Fitout: {
    means:
      'The plan for the clusters with certain labels: the steps, their order, and what proves each. It is in the namespace of its Clusters.',
    docs: 'docs/guides/write-a-fitout.md',
  },
  ClusterFitout: {
    means:
      'The status of one cluster: the state of each step, the cause if one waits, and the evidence. There is one for each Cluster, with its name; only Fitout writes it.',
    docs: 'docs/reference/api.md#clusterfitout',
  },
  step: {
    means:
      'One part of a plan, such as the network or Flux. It starts when the steps that it depends on are Ready, and is Ready when its proof is read from the workload cluster.',
    docs: 'docs/guides/write-a-fitout.md',
  },
  gate: {
    means:
      'The label on the Cluster that starts a step: Fitout sets it when the step can start, and the ClusterResourceSets of the step select by it. A gate that was opened stays open. A step without a gate is only proven.',
    docs: 'docs/guides/write-a-fitout.md#the-plan',
  },
  proof: {
    means:
      'The objects of the workload cluster that must be healthy before a step counts: a preset, objects, or both. Fitout reads them itself; that an object was applied proves nothing.',
    docs: 'docs/reference/presets.md#how-an-object-is-judged',
  },
  presets: {
    means:
      'Built-in proofs, for Flux, Karpenter, Cilium and others: `fitout explain preset` lists them, `fitout explain preset flux` shows one.',
    docs: 'docs/reference/presets.md',
  },
  pack: {
    means:
      'Manifests as ClusterResourceSets and ConfigMaps, in a folder that is committed. Cluster API delivers them to the clusters with the label of the pack, which is the gate of its step.',
    docs: 'docs/guides/pack.md',
  },
  'hand-over': {
    means:
      'Values, such as outputs of Terraform, that go from the management cluster to the workload cluster. They go before the gate of the step opens, and whenever they change.',
    docs: 'docs/guides/values-from-terraform.md',
  },
  cause: {
    means:
      'Why a cluster is not Ready, in one word and one sentence, with what proves it and what to do: `fitout why <cluster>` shows it, `fitout explain causes` lists all.',
    docs: 'docs/reference/causes/README.md',
  },
  hold: {
    means:
      'What keeps a step from starting although the steps before it are Ready. For example, a value is missing, or a version is not supported. It ends when its cause is fixed; nothing has to be restarted.',
    docs: 'docs/reference/conditions.md#reasons',
  },
  Waiting: { means: 'A step that it depends on is not Ready yet.', docs: states },
  Held: {
    means:
      'The steps before it are Ready, but a hold keeps the step from starting. `fitout why <cluster>` names the hold and who can fix it. A cluster is Held if action is needed.',
    docs: states,
  },
  Delivering: { means: 'The gate is open, and not everything of the step is applied yet.', docs: states },
  Proving: { means: 'Everything of the step is applied, and its proof does not hold yet.', docs: states },
  Stuck: {
    means:
      'The step timed out: its proof does not hold yet. It is still watched, and becomes Ready when the proof holds.',
    docs: states,
  },
  Failed: { means: 'An object of the proof has failed. It is still watched.', docs: states },
  FittingOut: {
    means: 'Steps of the cluster are not Ready yet, and no action is needed.',
    docs: clusterStates,
  },
  Paused: { means: 'The Cluster is paused, or its Fitout is suspended.', docs: clusterStates },
  Deleting: { means: 'The Cluster is being deleted.', docs: clusterStates },
  Unknown: {
    means: 'The cluster cannot be read; the last known state is shown.',
    docs: clusterStates,
  },
} as const satisfies Readonly<Record<string, Concept>>

/** The name of a concept. */
export type ConceptName = keyof typeof concepts

/** Whether a word is one of them. */
export function isConcept(word: string): word is ConceptName {
  return Object.hasOwn(concepts, word)
}
