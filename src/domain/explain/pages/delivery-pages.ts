import type { PageText } from './page-text.ts'

/** ClusterResourceSets, and what API servers say no to. */
export const deliveryPages = {
  ResourceSetMissing: {
    means:
      'The step names a pack, or a ClusterResourceSet, that does not exist in the namespace of the Cluster.',
    proven: 'The ClusterResourceSets of the namespace were read, and it is not among them.',
    fix: [
      'Make the pack with `fitout pack <name> <manifests> -n <namespace>`, and commit it.',
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
      'Selectors cannot be changed: a new name is needed for a new one.',
    ],
  },
  ResourceSetWaits: {
    means:
      'Cluster API has not tried the ClusterResourceSet on this cluster yet, or the set is paused, being deleted, or held up by another source.',
    proven: 'The binding of the cluster has no entry for the source; the evidence says why.',
    fix: [
      'Wait only for a new set: it is tried within seconds.',
      'If Cluster API cannot reach the cluster, its words are in the evidence; it goes on trying.',
      'Remove the pause if there is one.',
    ],
  },
  ResourceSourceMissing: {
    means:
      'The ClusterResourceSet lists a ConfigMap or Secret that does not exist. Cluster API passes over it and reports no error.',
    proven: 'The sources of the namespace were read, and it is not among them.',
    fix: ['Commit it beside the set.', 'If Flux prunes or renames it, correct the list of the set.'],
  },
  ResourceSourceWrongType: {
    means:
      'A Secret of the set does not have the type `addons.cluster.x-k8s.io/resource-set`. Until it has, nothing of the whole set is applied.',
    proven: 'The type of the Secret was read.',
    fix: [
      'Delete the Secret and make it again with this type: a type cannot be changed.',
      'Use `handOver` for values that Terraform writes.',
    ],
  },
  ResourceSourceUnreadable: {
    means: 'A ConfigMap or Secret of the set is not made of manifests, so nothing of it is applied.',
    proven: 'Fitout reads it as Cluster API does; the evidence has the key, line and column.',
    fix: ['Correct it in Git, or make it again with `fitout pack`.'],
  },
  ResourceSetStale: {
    means:
      'What was applied on this cluster is not what the source holds now. With strategy ApplyOnce, Cluster API does not apply it again; an entry that is older than the set counts as applied, too.',
    proven:
      'The hash in the binding differs from the hash of the source, or the entry is older than the set.',
    fix: [
      'Use strategy Reconcile for what changes.',
      '`fitout retry` takes the mark back, so that Cluster API applies it again.',
    ],
  },
  ResourceSetApplyFailed: {
    means:
      'The workload cluster did not accept all objects of a source, or of a hand-over. Cluster API goes on trying.',
    proven:
      'The entry of the source in the binding is not `applied`. The words are those of the set, in `status.deprecated.v1beta1.conditions`; where this cluster does not show the same, they may be about another one that the set selects, and the sentence says so.',
    fix: [
      'Correct the object and the field that are named, in Git. Cluster API tries again by itself, at the latest after a quarter of an hour.',
      'Only if the set says nothing, read the log of Cluster API.',
      'Objects before their definition, or a namespace that is missing, are the most common causes: `fitout pack` orders them.',
    ],
  },
  DefinitionMissing: {
    means:
      'Something uses a kind that the cluster does not know: its CustomResourceDefinition is not there, or not served.',
    proven:
      'The API server refused the kind, and the definitions of the cluster were listed without it; or the definition itself says that it is not accepted.',
    fix: [
      'Bring the definition in an earlier step, or earlier in the same pack.',
      'Charts that bring definitions must be installed before those that use them.',
    ],
  },
  ApiVersionRemoved: {
    means: 'A manifest or chart uses a version of a kind that the cluster no longer serves.',
    proven:
      'The API server refused the version. For custom kinds, the definition was read and serves others.',
    fix: [
      'Upgrade the chart, or change `apiVersion` in the manifest.',
      'Look at [compatibility](../compatibility.md) before the next upgrade of Kubernetes.',
    ],
  },
  WebhookUnavailable: {
    means:
      'An admission webhook must be asked and does not answer, so objects can be neither made nor changed.',
    proven:
      'The API server refused with the name of the webhook. If its Service has no ready endpoint, that stands beside it.',
    fix: [
      'See why the pods behind its Service do not run.',
      'Let an earlier step bring and prove them.',
      'A webhook with `failurePolicy: Fail` must not cover its own namespace.',
    ],
  },
  AdmissionRefused: {
    means:
      'The API server refuses what is to be made: by a policy, a pod security level, a webhook, a LimitRange, a quota that asks for amounts, a class or account that is not there, or because it is not valid.',
    proven:
      'The API server refused; its words are in the evidence, and beside them what refuses, if that was read.',
    fix: [
      'Change the manifest so that it keeps the policy.',
      'Where a command is shown that changes what refuses, use it if that is what you want.',
      'Or let the policy leave out this namespace, in Git.',
    ],
  },
  QuotaExceeded: {
    means: 'A ResourceQuota of the namespace leaves no room for the pods.',
    proven: 'The controller of the pods says that the API server refused them, with the name of the quota.',
    fix: ['Raise the quota in Git, or ask for less.'],
  },
  PermissionMissing: {
    means: 'The user that applies the objects is not allowed to.',
    proven: 'The API server refused with the name of the user and of the permission.',
    fix: [
      'Give the service account a Role or ClusterRole with this permission, in Git.',
      'See whether `spec.serviceAccountName` of the Flux object is the one that is meant.',
    ],
  },
  FinalizerStuck: {
    means:
      'An object was deleted and stays, because no controller removes its finalizer. Nothing new of the same name can come.',
    proven:
      'The object has a `deletionTimestamp` and finalizers. A Namespace says itself what is left in it.',
    fix: [
      'Start the controller that owns the finalizer; it was often removed before what it guards.',
      'Removing a finalizer by hand leaves behind what it guards, as load balancers and volumes.',
    ],
  },
  ObjectMissing: {
    means:
      'An object of the proof is not there, although what brings objects is done: somebody deleted it, or it was never part of what is delivered.',
    proven:
      'The object was asked for by its name. Who made it is read from the sources of the ClusterResourceSets of the step, and from the inventories of Kustomizations and HelmReleases.',
    fix: [
      'What a ClusterResourceSet brought comes back with `fitout retry`, with either strategy.',
      'What a Kustomization applied comes back at its next interval, or at once with the annotation that is shown.',
      'What a HelmRelease installed comes back with a forced upgrade, as shown: without `driftDetection` it does not look for it. Objects of hooks come back only with an upgrade that runs them.',
      'If nothing delivers it, add it to the pack, or correct the proof.',
    ],
  },
} as const satisfies Readonly<Record<string, PageText>>
