import type { PageText } from './page-text.ts'

/** The Cluster, its kubeconfig and its API server. */
export const clusterPages = {
  ClusterMissing: {
    means: 'There is no `Cluster` of this name in this namespace of the management cluster.',
    proven: 'The Clusters of the namespace were listed completely, and it is not among them.',
    fix: [
      'Commit the Cluster, or correct the name or the namespace.',
      'Check that Flux on the management cluster has applied the folder that contains it.',
    ],
  },
  NotSelected: {
    means:
      'The Cluster exists, but no `Fitout` of its namespace selects it, so Fitout does not manage its add-ons.',
    proven: 'The Cluster was read, and it has no `ClusterFitout`.',
    fix: [
      'Give the Cluster the labels that `spec.clusterSelector` of a Fitout selects. Both must be in the same namespace.',
    ],
  },
  ClusterPaused: {
    means:
      'The Cluster is paused. Fitout opens no gate and hands nothing over until it is resumed. Cluster API stops too, but ClusterResourceSets ignore the pause.',
    proven: '`spec.paused` of the Cluster is true, or it has the annotation `cluster.x-k8s.io/paused`.',
    fix: [
      'Find out why it is paused. `clusterctl move` pauses Clusters as well, and resumes them itself.',
      'Set `spec.paused` to false, or remove the annotation, in Git.',
    ],
  },
  ClusterDeleting: {
    means:
      'The Cluster is being deleted. No step starts any more, and the objects that Fitout created for it are deleted with it.',
    proven:
      'The Cluster has a `deletionTimestamp`. The evidence lists its finalizers and the message of its condition `Deleting`.',
    fix: [
      'Wait. If it is not deleted, check machines and infrastructure with `clusterctl describe cluster`.',
      'If only a finalizer of another controller is left, start that controller; removing the finalizer manually leaves behind the resources that it protects.',
    ],
  },
  TopologyNotReconciled: {
    means:
      'Cluster API cannot create the objects of the Cluster from its ClusterClass, so there is no control plane.',
    proven:
      'The condition `TopologyReconciled` is False with reason `ReconcileFailed` or `ClusterClassNotReconciled`, and the control plane was never initialized.',
    fix: [
      'Correct the variables in `spec.topology`, or the patches of the ClusterClass; the evidence quotes Cluster API.',
    ],
  },
  InfrastructureNotReady: {
    means:
      'The infrastructure provider has not created the infrastructure of the Cluster: network, load balancer, or the managed cluster itself.',
    proven:
      'The condition `InfrastructureReady` of the Cluster is False, and the control plane was never initialized.',
    fix: [
      'Read the conditions of the provider with `clusterctl describe cluster`.',
      'Account limits, missing permissions and wrong endpoints of the cloud provider are the most common causes.',
    ],
  },
  ControlPlaneNotReady: {
    means:
      'The API server of the cluster has not responded to Cluster API yet. This is normal for the first minutes of a new cluster.',
    proven:
      '`status.initialization.controlPlaneInitialized` of the Cluster is not true, and the conditions of its infrastructure do not explain it.',
    fix: [
      'Wait. Cloud instances take five to fifteen minutes.',
      'Then read the conditions of the control plane provider with `clusterctl describe cluster`.',
    ],
  },
  FitoutSuspended: {
    means: '`spec.suspend` of the Fitout is true: no gate opens on any of its clusters.',
    proven: 'The controller read the Fitout and holds the step with this reason.',
    fix: ['Set `spec.suspend` to false in Git.'],
  },
  FitoutInvalid: {
    means:
      'The Fitout violates a rule that the API server cannot check. Nothing changes until it is corrected, and open gates stay open.',
    proven: 'The controller read the Fitout and reports the first problem, with its field.',
    fix: ['Correct the field that the message names. [The API](../api.md) lists every rule.'],
  },
  FitoutConflict: {
    means: 'Two Fitouts select the same Cluster. The older one keeps it.',
    proven: 'The controller found both, and reports the name of the other one.',
    fix: ['Make the `clusterSelector` of one of them narrower, in Git.'],
  },
  KubeconfigMissing: {
    means:
      'The Secret `<cluster>-kubeconfig` does not exist, so the cluster cannot be read. The control plane provider writes it once the control plane is up.',
    proven: 'The Secret was read by name, and does not exist.',
    fix: [
      'Wait for the control plane provider.',
      'If the provider does not write one, create it yourself: type `cluster.x-k8s.io/secret`, key `value`.',
    ],
  },
  KubeconfigMalformed: {
    means:
      'The kubeconfig is invalid, or uses something that Fitout does not accept: an exec plugin, a file path, a proxy, or `insecure-skip-tls-verify`.',
    proven: 'The kubeconfig was read; the message has the path of the invalid field, and never a value.',
    fix: [
      'Delete the Secret, so that its provider writes a new one.',
      'Replace a kubeconfig with an exec plugin, such as `aws eks get-token`, by one with a token or a certificate.',
    ],
  },
  KubeconfigRefused: {
    means: 'The API server responds, and rejects the credentials of the kubeconfig.',
    proven: 'It responded with 401. The certificate in the kubeconfig has not expired, or there is none.',
    fix: [
      'Regenerate the kubeconfig.',
      'If it was rotated manually, check that the API server trusts the new CA.',
    ],
  },
  KubeconfigExpired: {
    means:
      'The client certificate in the kubeconfig has expired. Cluster API renews it only while the control plane provider runs.',
    proven: 'The API server responded with 401, and the certificate in the kubeconfig expired before now.',
    fix: [
      'Delete the Secret, so that the provider writes a new one.',
      'Find out why the provider did not renew it in time.',
    ],
  },
  CertificateNotTrusted: {
    means:
      'The certificate of the API server is not signed by the CA in the kubeconfig, or is for another name. Fitout does not connect: the connection may be intercepted.',
    proven: 'The connection was established, and the verification of the certificate failed.',
    fix: [
      'Regenerate the kubeconfig if the CA was rotated.',
      'Check whether something on the network path, such as a proxy, presents its own certificate.',
    ],
  },
  ClusterUnreachable: {
    means:
      'The API server of the workload cluster cannot be reached from where Fitout runs, or does not respond in time.',
    proven:
      'The connection failed. The evidence also has the probe of Cluster API: if that succeeds, the network path from Fitout is blocked.',
    fix: [
      'If the kubeconfig has another address than the Cluster, regenerate it.',
      'Try the address from a pod next to the controller.',
      'Check security groups, firewalls, network policies and DNS.',
      'A private endpoint needs a route from the management cluster.',
    ],
  },
  ClusterNotReadable: {
    means:
      'The endpoint responds, but the proof cannot be read: no permission to read, an error of the API server, throttling, or not an API server at all.',
    proven: 'The response itself; the message says which one it was.',
    fix: [
      'Give the user of the kubeconfig permission to read the objects of the proofs.',
      'If the API server responds with errors, read its log.',
    ],
  },
  ClusterTooLarge: {
    means:
      'The API server of the workload cluster sends more data than Fitout keeps for one cluster. Fitout drops its cache of this cluster and retries after one to ten minutes; other clusters are not affected.',
    proven: 'The received data exceeds one of the limits in [the controller](../controller.md#limits).',
    fix: [
      'Find out what the cluster has too much of: a controller that creates objects without limit, or objects of megabytes.',
      'Select by name, or by narrower labels, in proofs.',
      'If another server responds instead of the API server, regenerate the kubeconfig.',
    ],
  },
  ReconcileFailed: {
    means:
      'The controller could not finish a reconcile of the cluster, so its state is out of date. The last known state is kept for two minutes.',
    proven: 'The controller reports it; the message has the response of the management cluster.',
    fix: [
      'Read the log of the controller: `kubectl -n fitout-system logs deployment/fitout-controller`.',
      'Check that the API server of the management cluster responds in time, and that the service account of Fitout has its permissions.',
    ],
  },
  WorkloadIdentityChanged: {
    means:
      'The kubeconfig points to another cluster than the one that was proven: the UID of its namespace `kube-system` differs. Nothing is read from it, and no gate opens.',
    proven: 'The UID was read, and differs from the one in the status of the ClusterFitout.',
    fix: [
      'If this is not intended, correct the kubeconfig.',
      'If the cluster was recreated on purpose, delete the ClusterFitout: all steps are proven again.',
    ],
  },
} as const satisfies Readonly<Record<string, PageText>>
