import type { PageText } from './page-text.ts'

const byController =
  'The controller read what the step hands over, and reports what is wrong; values are never shown.'

/** Order, gates, hand-over, and what a step says of itself. */
export const planPages = {
  DependencyNotReady: {
    means:
      'The step waits for a step that it depends on. The cause of that step is reported instead, if it is known.',
    proven: 'The status of the step says so.',
    fix: ['Explain the step that it waits for: `fitout why <cluster> <step>`.'],
  },
  GateTampered: {
    means:
      'The label of the gate has a value that Fitout did not set. Fitout does not overwrite it, and ClusterResourceSets select by it.',
    proven: 'The label on the Cluster has another value than the gate, and another owner than Fitout.',
    fix: [
      'Remove the label from the Cluster, and from Git if it is set there. Fitout sets it once the previous step is proven.',
    ],
  },
  GateRefused: {
    means: 'A policy of the management cluster rejects the label of the gate.',
    proven: 'The API server rejected it; the message quotes the response.',
    fix: ['Exempt the service account of Fitout from the policy.'],
  },
  GateNotWritten: {
    means:
      'The step can start, but the label of its gate could not be written: the management cluster did not respond in time, or responded with an error. Fitout retries.',
    proven: 'The write failed; the message says how.',
    fix: [
      "Check that Cluster API's webhooks respond: every write of a Cluster calls them.",
      'Check that the API server of the management cluster responds in time.',
    ],
  },
  HandOverAddresseeWrong: {
    means:
      'The label that addresses values to this Cluster only is on another Cluster too. Fitout withdraws the values, so that none reaches the wrong cluster, and hands them over again once the label is unique.',
    proven: byController,
    fix: ['Remove the label `hand-over.fitout.dev/addressee` from Clusters that were copied with it.'],
  },
  HandOverNotAddressed: {
    means:
      'The label that addresses values to this Cluster only is not set yet, or another client changed its value. Fitout sets it, at most once a minute while another client changes it too.',
    proven: byController,
    fix: [
      'Wait a moment for a new cluster.',
      'If the label `hand-over.fitout.dev/addressee` is in Git, remove it there.',
    ],
  },
  HandOverRefused: {
    means:
      'The management cluster rejects the Secret or the ClusterResourceSet of the hand-over: a policy, a quota, or a missing permission.',
    proven: 'The API server rejected it; the message quotes the response, unless it may contain a value.',
    fix: [
      'Exempt the service account of Fitout from the policy or the quota.',
      'Check that it has the permissions of `deploy/controller`.',
    ],
  },
  HandOverSecretMissing: {
    means: 'The Secret that the step hands over does not exist in the namespace of the Cluster.',
    proven: byController,
    fix: [
      'Check that Terraform has run for this cluster, and that it writes its outputs to a Secret of this name.',
    ],
  },
  HandOverSecretRefused: {
    means:
      'The name or type of the Secret does not allow a hand-over: Secrets of Cluster API, Helm and service accounts are excluded.',
    proven: byController,
    fix: ['Write the values for the workload cluster into a separate Secret.'],
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
    means: 'A value does not match its `format`: it is not an ARN, not a URL, or not text.',
    proven: byController,
    fix: ['Correct the output at its source.', 'Or correct `format` in the Fitout.'],
  },
  HandOverKeyConflict: {
    means: 'Two values have the same key in one Secret on the workload cluster.',
    proven: byController,
    fix: ['Give one of them another name with `as`.'],
  },
  HandOverTooLarge: {
    means: 'The values and the rendered templates of one step exceed the size of a Secret.',
    proven: byController,
    fix: ['Move templates into a pack, which can have several ConfigMaps.', 'Split the step into two.'],
  },
  HandOverNamespaceMissing: {
    means: 'The target namespace of the values does not exist on the workload cluster.',
    proven: byController,
    fix: ['Deliver the namespace in an earlier step.'],
  },
  HandOverNotDelivered: {
    means: 'The values are being delivered: the Secret on the workload cluster does not have them yet.',
    proven: 'The Secret on the workload cluster was read, and has an older revision.',
    fix: [
      'Wait up to two minutes: Cluster API applies it within seconds.',
      'If the cluster rejects it, the ClusterResourceSet that Fitout created for the step says why, and that is reported as the cause instead.',
      'If it persists, find out what changes the Secret on the cluster.',
    ],
  },
  HandOverNotWritten: {
    means: 'Fitout cannot write the values to the management cluster: its API server does not accept them.',
    proven: byController,
    fix: [
      'Find out why the API server of the management cluster does not respond, or responds with an error.',
      'Fitout retries with backoff.',
    ],
  },
  RenderSourceMissing: {
    means: 'A ConfigMap that `render` refers to does not exist in the namespace of the Cluster.',
    proven: byController,
    fix: ['Commit the ConfigMap to the namespace of the Cluster, or correct its name.'],
  },
  RenderSourceMalformed: {
    means: 'A template does not contain manifests that can be delivered.',
    proven: 'The template was read; the message has its key, line and column.',
    fix: ['Correct the template in Git.'],
  },
  RenderVariableMissing: {
    means: 'A template uses a variable that has no value.',
    proven: 'The template was read, and neither the cluster nor the hand-over provides a value of this name.',
    fix: ['Hand the value over under this name.', 'Or give it a default in the template.'],
  },
  RenderVariableAmbiguous: {
    means: 'A template uses a variable that two values define.',
    proven: byController,
    fix: ['Hand over only one value under this name.'],
  },
  RenderShapeChanged: {
    means: 'Rendering a template would change more than scalars: a value would add keys or items.',
    proven: 'The template was compared before and after rendering, and its structure differs.',
    fix: [
      'Quote the variable, so that the value stays a string.',
      'Write lists and mappings in the template itself.',
    ],
  },
  VersionUnsupported: {
    means:
      'What the step delivers does not support the Kubernetes version of the cluster. See [compatibility](../compatibility.md).',
    proven:
      'The versions of the pack and of the API server are known, and a compatibility entry with a source says that they are incompatible.',
    fix: [
      'Upgrade the pack.',
      'Or keep the Cluster on the older Kubernetes version until a compatible version exists.',
    ],
  },
  SourceNotRead: {
    means:
      'A ConfigMap or Secret that a ClusterResourceSet lists cannot be read, so it is unknown whether it was applied.',
    proven: 'The controller tried to read it; the message names it, and why it failed.',
    fix: [
      'Give the service account of Fitout permission to get it.',
      'If the API server responds with an error, read its log.',
    ],
  },
  NotApplied: {
    means:
      'A ClusterResourceSet has not applied all of its resources on this cluster, and nothing more is known about it. For rendered objects, only the names of the templates are shown: messages of the cluster may contain values.',
    proven: 'The status of the step says so.',
    fix: [
      'Wait some seconds.',
      'For rendered templates, only the log of Cluster API (`capi-controller-manager` in namespace `capi-system`) shows which object the cluster rejects. Correct the template.',
      'Then run `fitout refresh`, so that the ClusterResourceSet is read again.',
    ],
  },
  ProofInProgress: {
    means: 'An object of the proof does not exist yet or is not ready yet, and the step has not timed out.',
    proven: 'The object was read from the workload cluster.',
    fix: ['Wait. Once the step times out, `fitout why` looks deeper, or reports that nothing explains it.'],
  },
  ProofNotRead: {
    means: 'An object of the proof cannot be read, although the cluster responds.',
    proven: 'The call was made and rejected, or the health of the object cannot be evaluated.',
    fix: [
      'If it is forbidden, give the user of the kubeconfig permission to get, list and watch this kind.',
      'If the API server throttles, times out or fails, check the API server and the conversion webhook of the kind: no permission is missing.',
      'If an expression cannot be evaluated, correct it.',
      'If the API server sends more data than Fitout keeps, select fewer objects in the proof: [limits](../controller.md#limits).',
    ],
  },
  ProofFailed: {
    means: 'The status of an object of the proof reports a failure, and no object below it explains more.',
    proven: 'The object was read, and its own status or the expression `failed` says so.',
    fix: ['Describe the object with the command that is shown.'],
  },
  Ready: {
    means: 'All steps are ready.',
    proven: 'Every object of the proof was read from the workload cluster and meets the proof.',
    fix: ['Nothing.'],
  },
  NotExplained: {
    means:
      'No rule covers the cause. Fitout does not guess: the message quotes what conditions and events report about the objects of the step, or, if there are none, states the last proven fact.',
    proven:
      'All rules were evaluated on everything that could be read, and none applies. The objects of the proof were followed to the objects that they own, the objects that those refer to, and their owners; the message is that of the deepest condition, status or event with information. That no event explains it is reported only if the events of all of them were read.',
    fix: [
      'Read the message: it is quoted verbatim, except for secrets.',
      'Check what was read, and what could not be read.',
      'Describe the object with the command that is shown; the logs of its controller may explain more.',
      'Open an issue, so that a rule can be added.',
    ],
  },
} as const satisfies Readonly<Record<string, PageText>>
