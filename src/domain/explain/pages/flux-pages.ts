import type { PageText } from './page-text.ts'

/** The objects of Flux. */
export const fluxPages = {
  FluxNotInstalled: {
    means:
      'The controller of Flux that would act on an object is not installed, or the cluster does not even know the kind.',
    proven:
      'The object was never looked at, and the Deployments of Flux were listed without its controller; or the definitions were listed without its kind.',
    fix: ['Add the controller to the components of the Flux pack.'],
  },
  FluxControllerDown: {
    means: 'A controller of Flux has no available pod, so nothing happens to its objects.',
    proven:
      'The object was not looked at in its newest form, and the Deployment of the controller has no available replica.',
    fix: [
      'Read the Deployment and its pods with the command that is shown.',
      'Before Karpenter there must be nodes for Flux: a node group, or a Fargate profile.',
    ],
  },
  FluxSuspended: {
    means: 'An object of Flux is suspended: Flux does nothing about it.',
    proven: '`spec.suspend` of the object is true, and it is not ready.',
    fix: ['Set `spec.suspend` to false in Git.'],
  },
  FluxSourceMissing: {
    means: 'A HelmRelease, HelmChart or Kustomization is made from a source that does not exist.',
    proven: 'The object names the source, and it was asked for by its name.',
    fix: [
      'Deliver the source, or correct `sourceRef` or `chartRef`. Without a namespace it means that of the object.',
    ],
  },
  FluxSourceFailed: {
    means:
      'A source cannot be fetched, verified or kept: its server is not found, does not answer, or refuses who asks; its spec does not fit; a signature is missing.',
    proven:
      'A condition of the source says so; the words of source-controller are in the evidence. How they are read: [Flux](../flux.md).',
    fix: [
      'Do what is shown for these words: correct the field that is named, start the server, or renew the credentials.',
      'See whether pods of the cluster reach the server and its name server.',
    ],
  },
  FluxReferenceMissing: {
    means:
      'An object of Flux names a Secret, ConfigMap or ServiceAccount that does not exist, or lacks what it needs from it.',
    proven:
      'The object fails with words that name it, and it was asked for by its name; or the words say which key it lacks. Values of Secrets are never read.',
    fix: [
      'Deliver it to the namespace of the object, or hand it over.',
      'Or correct the field of `spec` that names it.',
    ],
  },
  ChartMissing: {
    means: 'The repository has no chart of this name in this version.',
    proven: 'The HelmChart says so: its words are in the evidence.',
    fix: ['Correct the name or the version in Git. Some registries write versions with a `v`, some without.'],
  },
  FluxValuesInvalid: {
    means:
      'The values of a HelmRelease cannot be put together: a ConfigMap or Secret of `valuesFrom` or one of its keys is missing, or a value does not fit its `targetPath`.',
    proven:
      'The HelmRelease has reason `ValuesError`; the key is found again in `valuesFrom`, with the path that it goes to.',
    fix: [
      'Hand the key over, or correct `valuesKey`.',
      'A value with commas or brackets needs `literal: true`. See [Helm values](../helm-values.md).',
    ],
  },
  HelmInstallFailed: {
    means: 'Helm could not install the chart, or helm-controller could not even begin.',
    proven:
      'The HelmRelease says so; its words are in the evidence, and no object that it waits for explains more. How they are read: [Flux](../flux.md).',
    fix: [
      'Correct the values or the chart; Flux tries again by itself.',
      'Objects that were made by hand must get the labels and annotations of the release before it can take them.',
    ],
  },
  HelmUpgradeFailed: {
    means: 'Helm could not upgrade the release, or not roll it back, or its tests failed.',
    proven:
      'The HelmRelease has reason `UpgradeFailed`, `RollbackFailed` or `TestFailed`; what Helm said is in the evidence.',
    fix: [
      'Correct the values or the chart.',
      'A field that cannot be changed needs the object to be created again.',
      'A release that is locked is freed when its HelmRelease is suspended and resumed.',
    ],
  },
  KustomizationFailed: {
    means:
      'kustomize-controller cannot build or apply what a Kustomization points to, or something of it does not get healthy.',
    proven:
      'Its `Ready` is False with the reason of the phase; the words of the controller are in the evidence. How they are read: [Flux](../flux.md).',
    fix: [
      'Build the path on your own machine: `kustomize build`.',
      'Give variables of `postBuild` a value: Flux is strict about them.',
      'Never delete a Kustomization and its path in one commit.',
    ],
  },
  FluxDependencyCycle: {
    means: 'Objects of Flux depend on each other in a cycle. None of them ever starts.',
    proven: 'Each was read, and their `dependsOn` leads back to the first.',
    fix: ['Remove one `dependsOn`.'],
  },
  FluxDependencyNotReady: {
    means: 'An object of Flux waits for another that is not ready, or does not exist.',
    proven: 'It has reason `DependencyNotReady`. If the other one is known, it is explained instead.',
    fix: ['Look at the object that it depends on. Only objects of the same kind can be named.'],
  },
} as const satisfies Readonly<Record<string, PageText>>
