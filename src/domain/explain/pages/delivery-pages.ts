import type { PageText } from './page-text.ts'

/** ClusterResourceSets, and what API servers say no to. */
export const deliveryPages = {
  ResourceSetMissing: {
    means:
      'The step names a pack, or a ClusterResourceSet, that does not exist in the namespace of the Cluster.',
    proven: 'The ClusterResourceSets of the namespace were listed, and it is not among them.',
    fix: [
      'Create the pack with `fitout pack <name> <manifests> -n <namespace>`, and commit it.',
      'Or correct `packs` or `resourceSets` of the step.',
    ],
  },
  ResourceSetNotSelecting: {
    means:
      'The gate is open, but the ClusterResourceSet does not select the Cluster, so nothing is delivered.',
    proven:
      'Its `clusterSelector` was compared with the labels of the Cluster. An empty selector selects nothing.',
    fix: [
      'Make the selector select by the label of the gate, with the same value.',
      'Selectors are immutable: use a new name for a new selector.',
    ],
  },
  ResourceSetWaits: {
    means:
      'Cluster API has not applied the ClusterResourceSet on this cluster yet, or the set is paused, being deleted, or blocked by another source.',
    proven: 'The binding of the cluster has no entry for the source; the evidence says why.',
    fix: [
      'Wait only for a new set: it is applied within seconds.',
      'If Cluster API cannot reach the cluster, its message is in the evidence; it keeps retrying.',
      'Remove the pause if there is one.',
    ],
  },
  ResourceSourceMissing: {
    means:
      'The ClusterResourceSet lists a ConfigMap or Secret that does not exist. Cluster API skips it and reports no error.',
    proven: 'The sources of the namespace were listed, and it is not among them.',
    fix: ['Commit it next to the set.', 'If Flux prunes or renames it, correct `spec.resources` of the set.'],
  },
  ResourceSourceWrongType: {
    means:
      'A Secret of the set does not have the type `addons.cluster.x-k8s.io/resource-set`. Until it does, nothing of the set is applied.',
    proven: 'The type of the Secret was read.',
    fix: [
      'Delete the Secret and recreate it with this type: the type is immutable.',
      'Use `handOver` for values that Terraform writes.',
    ],
  },
  ResourceSourceUnreadable: {
    means: 'A ConfigMap or Secret of the set does not contain valid manifests, so nothing of it is applied.',
    proven: 'Fitout reads it as Cluster API does; the evidence has the key, line and column.',
    fix: ['Correct it in Git, or rebuild it with `fitout pack`.'],
  },
  ResourceSetStale: {
    means:
      'The source has changed since it was applied on this cluster. With strategy ApplyOnce, Cluster API does not apply it again; an entry that is older than the set counts as applied, too.',
    proven:
      'The hash in the binding differs from the hash of the source, or the entry is older than the set.',
    fix: [
      'Use strategy Reconcile for sources that change.',
      '`fitout retry` removes the applied mark, so that Cluster API applies it again.',
    ],
  },
  ResourceSetApplyFailed: {
    means:
      'The workload cluster did not accept all objects of a source, or of a hand-over. Cluster API keeps retrying.',
    proven:
      'The entry of the source in the binding is not `applied`. The message is that of the set, in `status.deprecated.v1beta1.conditions`; unless this cluster confirms it, it may be about another cluster that the set selects, and the message says so.',
    fix: [
      'Correct the named object and field in Git. Cluster API retries by itself, after 15 minutes at the latest.',
      'If the set has no message, read the log of Cluster API.',
      'The most common causes are objects before their CustomResourceDefinition, and a missing namespace: `fitout pack` orders them.',
    ],
  },
  DefinitionMissing: {
    means:
      'An object uses a kind that the cluster does not serve: its CustomResourceDefinition does not exist, or is not established.',
    proven:
      'The API server rejected the kind, and the CustomResourceDefinitions of the cluster were listed without it; or its own conditions say that it is not accepted.',
    fix: [
      'Deliver the CustomResourceDefinition in an earlier step, or earlier in the same pack.',
      'Install charts with CustomResourceDefinitions before the charts that use them.',
    ],
  },
  ApiVersionRemoved: {
    means: 'A manifest or chart uses a version of a kind that the cluster no longer serves.',
    proven:
      'The API server rejected the version. For custom kinds, the CustomResourceDefinition was read and serves other versions.',
    fix: [
      'Upgrade the chart, or change `apiVersion` in the manifest.',
      'Check [compatibility](../compatibility.md) before the next upgrade of Kubernetes.',
    ],
  },
  WebhookUnavailable: {
    means:
      'An admission webhook with `failurePolicy: Fail` does not respond, so objects can be neither created nor changed.',
    proven:
      'The API server rejected the object with the name of the webhook. If its Service has no ready endpoint, the evidence says so.',
    fix: [
      'Check why the pods behind its Service do not run.',
      'Deliver and prove them in an earlier step.',
      'A webhook with `failurePolicy: Fail` must not cover its own namespace.',
    ],
  },
  AdmissionRefused: {
    means:
      'The API server rejects an object: by a policy, a pod security level, a webhook, a LimitRange, a quota that requires requests or limits, a missing priority class or service account, or because the object is invalid.',
    proven:
      'The API server rejected the object; its message is in the evidence, with the policy that rejects it if that was read.',
    fix: [
      'Change the manifest so that it complies with the policy.',
      'Where a command that changes the policy is shown, run it if you want to relax the policy.',
      'Or exclude this namespace from the policy, in Git.',
    ],
  },
  QuotaExceeded: {
    means: 'A ResourceQuota of the namespace has too little left for the pods.',
    proven:
      'The controller of the pods reports that the API server rejected them, with the name of the quota.',
    fix: ['Raise the quota in Git, or lower the resource requests.'],
  },
  PermissionMissing: {
    means: 'The user that applies the objects does not have permission.',
    proven: 'The API server rejected the call with the name of the user and of the permission.',
    fix: [
      'Give the service account a Role or ClusterRole with this permission, in Git.',
      'Check that `spec.serviceAccountName` of the Flux object is the intended one.',
    ],
  },
  FinalizerStuck: {
    means:
      'An object is being deleted and remains, because no controller removes its finalizer. An object of the same name cannot be created until then.',
    proven:
      'The object has a `deletionTimestamp` and finalizers. The conditions of a Namespace list what is left in it.',
    fix: [
      'Start the controller that owns the finalizer; often it was removed before the resources that it protects.',
      'Removing a finalizer manually leaves behind the resources that it protects, such as load balancers and volumes.',
    ],
  },
  ObjectMissing: {
    means:
      'An object of the proof does not exist, although everything that the step delivers is applied: it was deleted, or it was never part of what is delivered.',
    proven:
      'The object was read by name. What created it is read from the sources of the ClusterResourceSets of the step, and from the inventories of Kustomizations and HelmReleases.',
    fix: [
      '`fitout retry` recreates what a ClusterResourceSet applied, with either strategy.',
      'A Kustomization recreates what it applied at its next interval, or at once with the command that is shown.',
      'A forced upgrade, as shown, recreates what a HelmRelease installed: without `driftDetection` it does not notice a deletion. Objects of hooks are recreated only by an upgrade that runs them.',
      'If nothing delivers it, add it to the pack, or correct the proof.',
    ],
  },
} as const satisfies Readonly<Record<string, PageText>>
