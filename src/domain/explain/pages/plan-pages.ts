import type { PageText } from './page-text.ts'

const byController =
  'The controller read what the step hands over, and wrote what is wrong; values are never shown.'

/** Order, gates, hand-over, and what a step says of itself. */
export const planPages = {
  DependencyNotReady: {
    means:
      'The step waits for one that it needs. That one is explained instead, if anything is known about it.',
    proven: 'The status of the step says so.',
    fix: ['Ask about the step that it waits for: `fitout why <cluster> <step>`.'],
  },
  GateTampered: {
    means:
      'Somebody gave the label of the gate a value of their own. Fitout does not write over it, and ClusterResourceSets act by what it says.',
    proven: 'The label on the Cluster has another value than the gate, and another owner than Fitout.',
    fix: [
      'Remove the label from the Cluster, and from Git if it is set there. Fitout sets it when the step before is proven.',
    ],
  },
  GateRefused: {
    means: 'A policy of the management cluster refuses the label of the gate.',
    proven: 'The API server refused it just now; its words are in the sentence.',
    fix: ['Exempt the service account of Fitout from the policy.'],
  },
  GateNotWritten: {
    means:
      'The step may start, and the label of its gate could not be written: the management cluster did not answer in time, or had an error. Fitout tries again.',
    proven: 'The write failed just now; the sentence says how.',
    fix: [
      "See whether Cluster API's webhooks answer: every write of a Cluster goes through them.",
      'See whether the API server of the management cluster answers in time.',
    ],
  },
  HandOverAddresseeWrong: {
    means:
      'The label by which only this Cluster gets its values is on another Cluster too. What was handed over is withdrawn, so that no value reaches the wrong cluster, and comes back when the label is right.',
    proven: byController,
    fix: ['Remove the label `hand-over.fitout.dev/addressee` from Clusters that were copied with it.'],
  },
  HandOverNotAddressed: {
    means:
      'The label by which only this Cluster gets its values is not on it yet, or has a value that somebody else gave it. Fitout writes it, at most once a minute if somebody else writes it too.',
    proven: byController,
    fix: [
      'Wait a moment for a new cluster.',
      'If the label `hand-over.fitout.dev/addressee` stands in Git, remove it there.',
    ],
  },
  HandOverRefused: {
    means:
      'The management cluster refuses the Secret or the ClusterResourceSet of the hand-over: a policy, a quota, or a missing permission.',
    proven:
      'The API server refused it just now; its words are in the sentence, unless they may hold a value.',
    fix: [
      'Exempt what the service account of Fitout writes from the policy or the quota.',
      'See whether it has the permissions of `deploy/controller`.',
    ],
  },
  HandOverSecretMissing: {
    means: 'The Secret that the step hands over does not exist beside the Cluster.',
    proven: byController,
    fix: [
      'See whether Terraform has run for this cluster, and whether it writes its outputs under this name.',
    ],
  },
  HandOverSecretRefused: {
    means:
      'The Secret is one that must not be handed over, by its name or its type: those of Cluster API, Helm and service accounts.',
    proven: byController,
    fix: ['Write the values that are meant for the workload cluster into a Secret of their own.'],
  },
  HandOverKeyMissing: {
    means: 'The Secret lacks a key that the step hands over and that has no default.',
    proven: 'The names of the keys were read, and this one is not among them. Values are never shown.',
    fix: [
      'Add the output to the Terraform workspace and apply it.',
      'Or give the key a `default` in the Fitout.',
    ],
  },
  HandOverValueMalformed: {
    means: 'A value does not look as its `format` asks: not an ARN, not a URL, not text.',
    proven: byController,
    fix: ['Correct the output at its source.', 'Or correct `format` in the Fitout.'],
  },
  HandOverKeyConflict: {
    means: 'Two values want the same key of one Secret on the workload cluster.',
    proven: byController,
    fix: ['Give one of them another name with `as`.'],
  },
  HandOverTooLarge: {
    means: 'The values and the filled templates of one step are more than a Secret can hold.',
    proven: byController,
    fix: ['Move templates into a pack, which may have several ConfigMaps.', 'Split the step in two.'],
  },
  HandOverNamespaceMissing: {
    means: 'The namespace that the values go to is not on the workload cluster.',
    proven: byController,
    fix: ['Let an earlier step deliver the namespace.'],
  },
  HandOverNotDelivered: {
    means: 'The values are on their way: the Secret on the workload cluster does not have them yet.',
    proven: 'The Secret on the workload cluster was read, and has an older mark.',
    fix: [
      'Wait for two minutes at most: Cluster API applies it within seconds.',
      'If the cluster refuses it, the ClusterResourceSet that Fitout made for the step says why, and that is the cause instead.',
      'If it stays, look for who changes the Secret on the cluster.',
    ],
  },
  RenderSourceMissing: {
    means: 'A ConfigMap that `render` names does not exist beside the Cluster.',
    proven: byController,
    fix: ['Commit the ConfigMap to the namespace of the Cluster, or correct its name.'],
  },
  RenderSourceMalformed: {
    means: 'A template is not made of manifests that can be delivered.',
    proven: 'The template was read; the sentence has its key, line and column.',
    fix: ['Correct the template in Git.'],
  },
  RenderVariableMissing: {
    means: 'A template uses a variable that has no value.',
    proven:
      'The template was read, and nothing of this name comes from the cluster or from what is handed over.',
    fix: ['Hand the value over under this name.', 'Or give it a default in the template.'],
  },
  RenderVariableAmbiguous: {
    means: 'A template uses a variable that two values want to be.',
    proven: byController,
    fix: ['Hand over only one value under this name.'],
  },
  RenderShapeChanged: {
    means: 'Filling a template would change more than scalars: a value would add keys or items of its own.',
    proven: 'The template was read before and after it was filled, and its shape differs.',
    fix: [
      'Quote the variable, so that the value stays a text.',
      'Write lists and mappings in the template itself.',
    ],
  },
  VersionUnsupported: {
    means:
      'What the step brings does not support the Kubernetes of the cluster. See [compatibility](../compatibility.md).',
    proven:
      'The version of what would be delivered and that of the API server are known, and a fact with a source says that they do not fit.',
    fix: [
      'Upgrade the pack.',
      'Or leave the Cluster on the older Kubernetes until there is a version that fits.',
    ],
  },
  SourceNotRead: {
    means:
      'A ConfigMap or Secret that a ClusterResourceSet lists cannot be read, so nobody can say whether it was applied.',
    proven: 'The controller tried just now; the sentence names it, and why.',
    fix: [
      'Give the service account of Fitout the permission to get it.',
      'If the API server has an error, see its log.',
    ],
  },
  NotApplied: {
    means:
      'A ClusterResourceSet has not applied all of its resources on this cluster, and nothing more is known about it. Of what is rendered for the cluster, only the names of the templates are shown: what the cluster says about it may hold values.',
    proven: 'The status of the step says so.',
    fix: [
      'Wait some seconds.',
      'If it is about rendered templates: only the log of Cluster API (`capi-controller-manager` in namespace `capi-system`) tells which object the cluster refuses. Correct the template.',
      'Then `fitout refresh`, so that the ClusterResourceSet is looked at.',
    ],
  },
  ProofInProgress: {
    means: 'An object of the proof is not there yet, or not as it should be, and the step has not timed out.',
    proven: 'The object was read from the workload cluster.',
    fix: ['Wait. When the step times out, `fitout why` looks deeper, or says that nothing explains it.'],
  },
  ProofNotRead: {
    means: 'An object of the proof cannot be read, although the cluster answers.',
    proven: 'The call was made and refused, or the object cannot be judged.',
    fix: [
      'If it is forbidden, give the user of the kubeconfig the permission to get, list and watch this kind.',
      'If the API server throttles, is late or fails, look at the API server, and at the webhook that converts the kind: no permission is lacking.',
      'If an expression cannot be evaluated, correct it.',
      'If the API server sends more than Fitout keeps, let the proof select fewer objects: [limits](../controller.md#limits).',
    ],
  },
  ProofFailed: {
    means: 'An object of the proof says that it failed, and nothing below it explains more.',
    proven: 'The object was read, and its own status or the expression `failed` says so.',
    fix: ['Read the object with the command that is shown.'],
  },
  Ready: {
    means: 'Everything is as it should be.',
    proven: 'Every object of the proof was read from the workload cluster and is as it should be.',
    fix: ['Nothing.'],
  },
  NotExplained: {
    means:
      'No rule knows the cause. Fitout does not guess: the sentence quotes who says what about the objects of the step, or, where nobody says anything, has the last fact that is proven.',
    proven:
      'All rules looked at what could be read, and none of them claims anything. The objects of the proof were followed to what they made, to what that names, and to what made them; the words are those of the deepest condition, status or event that tells something. That no event says why is said only if the events of all of them were read.',
    fix: [
      'Read the words: they stand as whoever wrote them has them, without secrets.',
      'Look at what was read, and at what could not be.',
      'Read the object with the command that is shown; logs of its controller may tell more.',
      'Report it, so that there is a rule for it next time.',
    ],
  },
} as const satisfies Readonly<Record<string, PageText>>
