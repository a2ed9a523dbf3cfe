import {
  RELEASE,
  release,
  SOURCE,
  kustomization,
  proving,
  installFailed,
  upgradeFailed,
  dependent,
  webhookWords,
  crash,
} from './flux-samples.ts'
import { container, deployment, pod, sample, says, warning } from './sample-objects.ts'
import { type Situation, situation } from './situation.ts'

/** Releases and Kustomizations that fail, or wait for others. */
export const helmSituations: readonly Situation[] = [
  situation(
    'Helm cannot install the chart',
    'HelmInstallFailed',
    proving(
      installFailed(
        'execution error at (karpenter/templates/deployment.yaml:12:4): settings.clusterName is required',
      ),
    ),
  ),
  situation(
    'Helm cannot install the chart, and Flux has given up',
    'HelmInstallFailed',
    proving(
      release([
        says(
          'Ready=False InstallFailed',
          'Helm install failed for release karpenter/karpenter with chart karpenter@1.9.0: execution error at (karpenter/templates/role.yaml:1:4): role must be there first',
        ),
        says('Stalled=True RetriesExceeded', 'Failed to install after 1 attempt(s)'),
      ]),
    ),
  ),
  situation(
    'Helm meets objects of another release',
    'HelmInstallFailed',
    proving(
      installFailed(
        'unable to continue with install: CustomResourceDefinition "nodepools.karpenter.sh" exists and cannot be imported into the current release: invalid ownership metadata',
      ),
    ),
  ),
  situation(
    'Helm cannot upgrade the chart',
    'HelmUpgradeFailed',
    proving(
      upgradeFailed(
        'cannot patch "karpenter" with kind Deployment: Deployment.apps "karpenter" is invalid: spec.selector: field is immutable',
      ),
    ),
  ),
  situation(
    'Helm meets an object of another hand, and names it',
    'HelmInstallFailed',
    proving(
      installFailed(
        'unable to continue with install: Deployment "karpenter" in namespace "karpenter" exists and cannot be imported into the current release: invalid ownership metadata; label validation error: missing key "app.kubernetes.io/managed-by": must be set to "Helm"',
      ),
    ),
  ),
  situation(
    'Helm cannot change a field of an object that it names',
    'HelmUpgradeFailed',
    proving(
      upgradeFailed(
        'server-side apply failed for object karpenter/karpenter apps/v1, Kind=Deployment: Deployment.apps "karpenter" is invalid: spec.selector: Invalid value: {"matchLabels":{"name":"web"}}: field is immutable',
      ),
    ),
  ),
  situation(
    'The namespace of the release does not exist',
    'HelmInstallFailed',
    proving(installFailed('create: failed to create: namespaces "counter" not found')),
  ),
  situation(
    'A value breaks the schema of the chart',
    'FluxValuesInvalid',
    proving(
      installFailed(
        "values don't meet the specifications of the schema(s) in the following chart(s):\nkarpenter:\n- at '/settings/batchMaxDuration': got number, want string\n",
      ),
    ),
  ),
  situation(
    'An operation of Helm did not end',
    'HelmUpgradeFailed',
    proving(upgradeFailed('another operation (install/upgrade/rollback) is in progress')),
  ),
  situation(
    'The chart uses a version that Kubernetes has removed',
    'ApiVersionRemoved',
    proving(
      installFailed(
        'unable to build kubernetes objects from release manifest: resource mapping not found for name: "karpenter" namespace: "karpenter" from "": no matches for kind "PodDisruptionBudget" in version "policy/v1beta1"',
      ),
    ),
  ),
  situation(
    'The chart uses a version that a definition no longer serves',
    'ApiVersionRemoved',
    proving(installFailed('no matches for kind "NodePool" in version "karpenter.sh/v1beta1"'), [
      sample('apiextensions.k8s.io/v1 CustomResourceDefinition', 'nodepools.karpenter.sh', {
        spec: {
          group: 'karpenter.sh',
          names: { kind: 'NodePool' },
          versions: [
            { name: 'v1', served: true },
            { name: 'v1beta1', served: false },
          ],
        },
        status: { conditions: [says('Established=True'), says('NamesAccepted=True')] },
      }),
    ]),
  ),
  situation(
    'The chart needs a definition that nobody brings',
    'DefinitionMissing',
    proving(installFailed('no matches for kind "ServiceMonitor" in version "monitoring.coreos.com/v1"')),
  ),
  situation(
    'A webhook does not answer Helm',
    'WebhookUnavailable',
    proving(upgradeFailed(webhookWords), [
      sample('discovery.k8s.io/v1 EndpointSlice', 'karpenter/karpenter-abc', {
        metadata: { labels: { 'kubernetes.io/service-name': 'karpenter' } },
      }),
    ]),
  ),
  situation(
    'A policy rejects an object of a release',
    'AdmissionRefused',
    proving(
      installFailed(
        'admission webhook "validate.kyverno.svc-fail" denied the request: policy require-limits failed',
      ),
    ),
  ),
  situation(
    'Flux lacks the permission to create an object of the chart',
    'PermissionMissing',
    proving(
      kustomization([
        says(
          'Ready=False ReconciliationFailed',
          'clusterroles.rbac.authorization.k8s.io is forbidden: User "system:serviceaccount:team:flux" cannot create resource "clusterroles" in API group "rbac.authorization.k8s.io" at the cluster scope',
        ),
      ]),
    ),
  ),
  situation(
    'The path of a Kustomization does not exist',
    'KustomizationFailed',
    proving(
      kustomization([
        says(
          'Ready=False ArtifactFailed',
          'kustomization path not found: stat /tmp/kustomization-1/infrastructure: no such file or directory',
        ),
      ]),
      [
        sample(`${SOURCE} GitRepository`, 'flux-system/fleet', {
          status: { conditions: [says('Ready=True Succeeded')] },
        }),
      ],
    ),
  ),
  situation(
    'A Kustomization that failed is just being tried again',
    'KustomizationFailed',
    (() => {
      const tried = sample('kustomize.toolkit.fluxcd.io/v1 Kustomization', 'flux-system/infrastructure', {
        spec: { path: './infra', sourceRef: { kind: 'GitRepository', name: 'fleet' } },
        status: {
          observedGeneration: -1,
          conditions: [says('Ready=Unknown Progressing', 'Reconciliation in progress')],
        },
      })
      const words = 'kustomization path not found: stat /tmp/kustomization-1/infra: no such file or directory'
      return proving(tried, [warning(tried, 'ArtifactFailed', words)])
    })(),
  ),
  situation(
    'A Kustomization is waiting for a pod that crashes',
    'ContainerCrashing',
    proving(
      sample('kustomize.toolkit.fluxcd.io/v1 Kustomization', 'flux-system/infrastructure', {
        spec: { sourceRef: { kind: 'GitRepository', name: 'fleet' } },
        status: {
          conditions: [says('Ready=Unknown Progressing', 'Running health checks for revision main@sha1:1')],
          inventory: {
            entries: [
              { id: '_demo__Namespace', v: 'v1' },
              { id: 'demo_web_apps_Deployment', v: 'v1' },
            ],
          },
        },
      }),
      [
        deployment('demo/web'),
        pod('demo/web-x', 'web', { status: { containerStatuses: [container('web', crash)] } }),
      ],
    ),
  ),
  situation(
    'A Kustomization names a file that does not exist',
    'KustomizationFailed',
    proving(
      kustomization([
        says(
          'Ready=False BuildFailed',
          "kustomize build failed: accumulating resources: accumulation err='accumulating resources from 'setings.yaml': open /data/tmp/kustomization-1883596137/apps/setings.yaml: no such file or directory': must build at directory: not a valid directory",
        ),
      ]),
    ),
  ),
  situation(
    'A Kustomization is filled from a ConfigMap that does not exist',
    'KustomizationFailed',
    proving(
      kustomization([
        says(
          'Ready=False BuildFailed',
          "post build failed for 'karpenter': substitute from 'ConfigMap/cluster' error: configmaps \"cluster\" not found",
        ),
      ]),
    ),
  ),
  situation(
    'A Kustomization uses a variable that is not set',
    'KustomizationFailed',
    proving(
      kustomization([
        says(
          'Ready=False BuildFailed',
          'post build failed for \'karpenter\': variable not set (strict mode): "CLUSTER_NAME"',
        ),
      ]),
    ),
  ),
  situation(
    'HelmReleases wait for each other',
    'FluxDependencyCycle',
    proving(dependent('karpenter/karpenter', 'crds'), [dependent('karpenter/crds', 'karpenter')]),
  ),
  situation(
    'A HelmRelease depends on one that does not exist',
    'FluxDependencyNotReady',
    proving(dependent('karpenter/karpenter', 'crds')),
  ),
  situation(
    'A HelmRelease depends on one whose chart is missing',
    'HelmInstallFailed',
    proving(dependent('karpenter/karpenter', 'crds'), [
      sample(RELEASE, 'karpenter/crds', {
        status: {
          conditions: [
            says(
              'Ready=False InstallFailed',
              'Helm install failed for release karpenter/crds with chart crds@1.0.0: chart is broken',
            ),
          ],
        },
      }),
    ]),
  ),
  situation(
    'A release waits for a Deployment whose pod crashes',
    'ContainerCrashing',
    proving(
      installFailed(
        'resource Deployment/karpenter/karpenter not ready. status: InProgress, message: Available: 0/1\ncontext deadline exceeded',
      ),
      [
        deployment('karpenter/karpenter'),
        pod('karpenter/karpenter-x', 'karpenter', {
          status: { containerStatuses: [container('controller', crash)] },
        }),
      ],
    ),
  ),
  situation('What should bring a Deployment has failed', 'HelmInstallFailed', {
    step: 'karpenter',
    proof: [
      {
        on: 'Workload',
        apiVersion: 'apps/v1',
        kind: 'Deployment',
        namespace: 'karpenter',
        name: 'karpenter',
      },
    ],
    world: { workload: [installFailed('values do not fit the schema')] },
  }),
  situation(
    'Two releases into a namespace have failed, and none has the name of what is missing',
    'ProofInProgress',
    {
      step: 'karpenter',
      proof: [
        { on: 'Workload', apiVersion: 'apps/v1', kind: 'Deployment', namespace: 'karpenter', name: 'other' },
      ],
      world: { workload: [installFailed('a'), dependent('karpenter/crds', 'karpenter')] },
    },
  ),
]
