import type { PageText } from './page-text.ts'

/** The Cluster, its kubeconfig and its API server. */
export const clusterPages = {
  ClusterMissing: {
    means: 'There is no `Cluster` of this name in this namespace of the management cluster.',
    proven: 'The Clusters of the namespace were listed completely, and it is not among them.',
    fix: [
      'Commit the Cluster, or correct the name or the namespace.',
      'See whether Flux on the management cluster has applied the folder that it is in.',
    ],
  },
  NotSelected: {
    means:
      'The Cluster is there, but no `Fitout` of its namespace selects it, so nothing is done about its add-ons.',
    proven: 'The Cluster was read, and it has no `ClusterFitout`.',
    fix: [
      'Give the Cluster the labels that `spec.clusterSelector` of a Fitout asks for. It must be in the same namespace.',
    ],
  },
  ClusterPaused: {
    means:
      'Somebody has paused the Cluster. Fitout opens no gate and hands nothing over until it goes on. Cluster API stops too, but ClusterResourceSets do not look at it.',
    proven: '`spec.paused` of the Cluster is true, or it has the annotation `cluster.x-k8s.io/paused`.',
    fix: [
      'Ask whoever paused it; a move of Cluster API pauses Clusters as well, and takes it back itself.',
      'Set `spec.paused` to false, or remove the annotation, in Git.',
    ],
  },
  ClusterDeleting: {
    means: 'The Cluster is being deleted. No step starts any more, and what Fitout made for it goes with it.',
    proven:
      'The Cluster has a `deletionTimestamp`. The finalizers that keep it are named; what its condition `Deleting` says stands in the evidence.',
    fix: [
      'Wait. If it stays, see what `clusterctl describe cluster` says about machines and infrastructure.',
      'If only a finalizer of somebody else is left, start the controller that removes it; removing it by hand leaves behind what it guards.',
    ],
  },
  TopologyNotReconciled: {
    means:
      'Cluster API cannot make the objects of the Cluster from its ClusterClass, so no control plane comes.',
    proven:
      'The condition `TopologyReconciled` is False with reason `ReconcileFailed` or `ClusterClassNotReconciled`, and the control plane was never initialized.',
    fix: [
      'Correct the variables in `spec.topology`, or the patches of the ClusterClass; the evidence has the words of Cluster API.',
    ],
  },
  InfrastructureNotReady: {
    means:
      'The infrastructure provider has not made what the Cluster stands on: network, load balancer, or the cluster of the cloud itself.',
    proven:
      'The condition `InfrastructureReady` of the Cluster is False, and the control plane was never initialized.',
    fix: [
      'Read what the provider says with `clusterctl describe cluster`.',
      'Limits, permissions and wrong addresses of the cloud are the most common causes.',
    ],
  },
  ControlPlaneNotReady: {
    means:
      'Cluster API has not seen the API server of the cluster answer yet. For a new cluster that is normal for some minutes.',
    proven:
      '`status.initialization.controlPlaneInitialized` of the Cluster is not true, and its infrastructure does not say why.',
    fix: [
      'Wait. Machines of a cloud take five to fifteen minutes.',
      'Then see what the control plane provider says with `clusterctl describe cluster`.',
    ],
  },
  FitoutSuspended: {
    means: '`spec.suspend` of the Fitout is true: no gate opens on any of its clusters.',
    proven: 'The step is held with this reason by the controller, which read the Fitout.',
    fix: ['Set `spec.suspend` to false in Git.'],
  },
  FitoutInvalid: {
    means:
      'The Fitout breaks a rule that the API server cannot check. Everything stays as it was, and open gates stay open.',
    proven: 'The controller read the Fitout and wrote the first thing that is wrong, with its place.',
    fix: ['Correct the field that the sentence names. [The API](../api.md) lists every rule.'],
  },
  FitoutConflict: {
    means: 'Two Fitouts select the same Cluster. The older one keeps it.',
    proven: 'The controller found both, and wrote the name of the other one.',
    fix: ['Make the `clusterSelector` of one of them narrower, in Git.'],
  },
  KubeconfigMissing: {
    means:
      'The Secret `<cluster>-kubeconfig` is not there, so the cluster cannot be read. A provider writes it when the control plane comes up.',
    proven: 'The Secret was asked for by its name, and there is none.',
    fix: [
      'Wait for the control plane provider.',
      'If the provider does not write one, write it yourself: type `cluster.x-k8s.io/secret`, key `value`.',
    ],
  },
  KubeconfigMalformed: {
    means:
      'The kubeconfig holds something that Fitout does not take: no YAML, a program to run, a file of another machine, a proxy, or no check of the certificate.',
    proven: 'The kubeconfig was read; the sentence has the path of what is wrong, and never a value.',
    fix: [
      'Have its provider write a new one: delete the Secret.',
      'A kubeconfig that runs a program, as `aws eks get-token` does, must be replaced by one with a token or a certificate.',
    ],
  },
  KubeconfigRefused: {
    means: 'The API server answers, and refuses the credentials of the kubeconfig.',
    proven: 'It answered 401 just now. The certificate in the kubeconfig has not expired, or there is none.',
    fix: [
      'Have the kubeconfig made again.',
      'If it was rotated by hand, see whether the new authority is known to the API server.',
    ],
  },
  KubeconfigExpired: {
    means:
      'The client certificate in the kubeconfig has expired. Cluster API renews it only while its control plane provider runs.',
    proven: 'The API server answered 401, and the certificate in the kubeconfig expired before now.',
    fix: [
      'Delete the Secret, so that the provider writes a new one.',
      'See why the provider did not renew it in the months before.',
    ],
  },
  CertificateNotTrusted: {
    means:
      'The certificate of the API server does not come from the authority in the kubeconfig, or is for another name. Fitout does not go on: the connection may be intercepted.',
    proven: 'The connection was made, and the check of the certificate failed.',
    fix: [
      'Have the kubeconfig made again if the authority was rotated.',
      'See whether something between, such as a proxy, has a certificate of its own.',
    ],
  },
  ClusterUnreachable: {
    means:
      'The API server of the workload cluster cannot be reached from where Fitout runs, or does not answer in time.',
    proven:
      'The connection failed just now. What Cluster API says about its own probe stands beside it: if that succeeds, the network path from Fitout is blocked.',
    fix: [
      'If the kubeconfig leads to another address than the Cluster has, have it made again.',
      'Try the address from a pod beside the controller.',
      'Look at security groups, firewalls, network policies and the name server.',
      'A private endpoint of a cloud needs a route from the management cluster.',
    ],
  },
  ClusterNotReadable: {
    means:
      'Something answers, but not what a proof can be read from: no permission to read, an error of the API server, too many requests, or no API server at all.',
    proven: 'The answer itself; the sentence says which one it was.',
    fix: [
      'Give the user of the kubeconfig the permission to read what the proofs ask for.',
      'If the API server has errors of its own, see its log.',
    ],
  },
  ClusterTooLarge: {
    means:
      'The API server of the workload cluster sends more than Fitout keeps of one cluster. Fitout lets go of what it has of this cluster and tries again after one to ten minutes; other clusters are not concerned.',
    proven:
      'What came was counted, and is over one of the limits in [the controller](../controller.md#limits).',
    fix: [
      'See what there is so much of on the cluster: a controller that makes objects without end, or objects of megabytes.',
      'Let proofs select by name, or by narrower labels.',
      'If somebody else answers in place of the API server, have the kubeconfig made again.',
    ],
  },
  ReconcileFailed: {
    means:
      'The controller could not finish its reconcile of the cluster, so nothing new is known about it. What was known stands for two minutes.',
    proven: 'The controller says so; its sentence names what the management cluster answered.',
    fix: [
      'Read the log of the controller: `kubectl -n fitout-system logs deployment/fitout-controller`.',
      'See whether the API server of the management cluster answers in time, and whether the account of Fitout has its permissions.',
    ],
  },
  WorkloadIdentityChanged: {
    means:
      'The kubeconfig leads to another cluster than the one that was proven: the UID of its namespace `kube-system` differs. Nothing of it counts, and no gate opens.',
    proven: 'The UID was read, and differs from the one in the status of the ClusterFitout.',
    fix: [
      'If that is a mistake, correct the kubeconfig.',
      'If the cluster was made again on purpose, delete the ClusterFitout: all steps are proven again.',
    ],
  },
} as const satisfies Readonly<Record<string, PageText>>
