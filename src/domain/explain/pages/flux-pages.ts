import type { PageText } from './page-text.ts'

/** The objects of Flux. */
export const fluxPages = {
  FluxNotInstalled: {
    means:
      'The Flux controller that reconciles an object is not installed, or the cluster does not serve the kind.',
    proven:
      'The object was never reconciled, and the Deployments of Flux were listed without its controller; or the CustomResourceDefinitions were listed without its kind.',
    fix: ['Add the controller to the components of the Flux pack.'],
  },
  FluxControllerDown: {
    means: 'A Flux controller has no available pod, so its objects are not reconciled.',
    proven:
      'The latest generation of the object was not observed, and the Deployment of the controller has no available replica.',
    fix: [
      'Describe the Deployment and its pods with the command that is shown.',
      'Flux needs nodes before Karpenter runs: a node group, or a Fargate profile.',
    ],
  },
  FluxSuspended: {
    means: 'A Flux object is suspended: Flux does not reconcile it.',
    proven: '`spec.suspend` of the object is true, and it is not ready.',
    fix: ['Set `spec.suspend` to false in Git.'],
  },
  FluxSourceMissing: {
    means: 'A HelmRelease, HelmChart or Kustomization uses a source that does not exist.',
    proven: 'The object refers to the source, which was read by name.',
    fix: [
      'Deliver the source, or correct `sourceRef` or `chartRef`. Without a namespace, that of the object is used.',
    ],
  },
  FluxSourceFailed: {
    means:
      'A source cannot be fetched, verified or stored: its server is not found, does not respond or denies access; its spec is invalid; or a signature is missing.',
    proven:
      'A condition of the source says so; the message of source-controller is in the evidence. How it is interpreted: [Flux](../flux.md).',
    fix: [
      'Do what is shown for this message: correct the named field, start the server, or renew the credentials.',
      'Check that pods of the cluster can reach the server and the DNS server.',
    ],
  },
  FluxReferenceMissing: {
    means:
      'A Flux object refers to a Secret, ConfigMap or ServiceAccount that does not exist, or that lacks a required key.',
    proven:
      'The message of the Flux object names the referenced object, which was read by name; or the message names the missing key. Values of Secrets are never read.',
    fix: [
      'Deliver it to the namespace of the Flux object, or hand it over.',
      'Or correct the field of `spec` that refers to it.',
    ],
  },
  ChartMissing: {
    means: 'The repository has no chart with this name and version.',
    proven: 'The HelmChart says so: its message is in the evidence.',
    fix: ['Correct the name or the version in Git. Some registries prefix versions with `v`, some do not.'],
  },
  FluxValuesInvalid: {
    means:
      'The values of a HelmRelease cannot be composed: a ConfigMap or Secret of `valuesFrom` or one of its keys is missing, or a value cannot be set at its `targetPath`.',
    proven:
      'The HelmRelease has reason `ValuesError`; the key is looked up in `valuesFrom`, with its target path.',
    fix: [
      'Hand the key over, or correct `valuesKey`.',
      'A value with commas or brackets needs `literal: true`. See [Helm values](../helm-values.md).',
    ],
  },
  HelmInstallFailed: {
    means: 'Helm could not install the chart, or helm-controller could not start the installation.',
    proven:
      'The HelmRelease says so; its message is in the evidence, and no object that it waits for explains more. How it is interpreted: [Flux](../flux.md).',
    fix: [
      'Correct the values or the chart; Flux retries by itself.',
      'Objects that were created manually need the Helm ownership labels and annotations before the release can adopt them.',
    ],
  },
  HelmUpgradeFailed: {
    means: 'Helm could not upgrade or roll back the release, or its tests failed.',
    proven:
      'The HelmRelease has reason `UpgradeFailed`, `RollbackFailed` or `TestFailed`; the message of Helm is in the evidence.',
    fix: [
      'Correct the values or the chart.',
      'To change an immutable field, recreate the object.',
      'To unlock a locked release, suspend and resume its HelmRelease.',
    ],
  },
  KustomizationFailed: {
    means:
      'kustomize-controller cannot build or apply a Kustomization, or an object of it does not become healthy.',
    proven:
      'Its `Ready` is False with the reason of the phase; the message of the controller is in the evidence. How it is interpreted: [Flux](../flux.md).',
    fix: [
      'Build the path locally: `kustomize build`.',
      'Give every variable of `postBuild` a value: Flux substitutes in strict mode.',
      'Never delete a Kustomization and its path in one commit.',
    ],
  },
  FluxDependencyCycle: {
    means: 'Flux objects depend on each other in a cycle. None of them is ever reconciled.',
    proven: 'Each was read, and their `dependsOn` leads back to the first.',
    fix: ['Remove one `dependsOn`.'],
  },
  FluxDependencyNotReady: {
    means: 'A Flux object waits for another that is not ready, or does not exist.',
    proven:
      'It has reason `DependencyNotReady`. If the cause of the other one is known, that is reported instead.',
    fix: ['Check the object that it depends on. `dependsOn` can refer only to objects of the same kind.'],
  },
} as const satisfies Readonly<Record<string, PageText>>
