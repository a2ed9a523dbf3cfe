import type { Fields } from '../../src/domain/object/fields.ts'
import {
  installFailed,
  KUSTOMIZATION,
  kustomization,
  proving,
  release,
  upgradeFailed,
} from './flux-samples.ts'
import { sample, says } from './sample-objects.ts'
import { type Situation, situation, type Trouble } from './situation.ts'

function failed(reason: string, message: string, spec: Fields = {}): Trouble {
  return proving(kustomization([says(`Ready=False ${reason}`, message)], spec))
}

function released(reason: string, message: string, spec: Fields = {}): Trouble {
  return proving(release([says(`Ready=False ${reason}`, message)], spec))
}

/** What kustomize-controller and helm-controller say about what they make. */
export const fluxApplySituations: readonly Situation[] = [
  situation(
    'A Kustomization decrypts with a Secret that does not exist',
    'FluxReferenceMissing',
    failed(
      'BuildFailed',
      `error decrypting sources: cannot get sops decryption Secret 'flux-system/sops-age': secrets "sops-age" not found`,
      { decryption: { provider: 'sops', secretRef: { name: 'sops-age' } } },
    ),
  ),
  situation(
    'A Kustomization has not the key to decrypt with',
    'KustomizationFailed',
    failed(
      'BuildFailed',
      "decryption failed for 'Secret/database': cannot get sops data key: Error getting data key: 0 successful groups required, got 0",
    ),
  ),
  situation(
    'A Kustomization has an encrypted Secret and does not decrypt',
    'KustomizationFailed',
    failed(
      'ReconciliationFailed',
      'Secret/shop/database is SOPS encrypted, configuring decryption is required for this secret to be reconciled',
    ),
  ),
  situation(
    'A file of a Kustomization is no YAML',
    'KustomizationFailed',
    failed(
      'BuildFailed',
      'kustomize build failed: accumulating resources: MalformedYAMLError: yaml: line 3: did not find expected key in File: web.yaml',
    ),
  ),
  situation(
    'A Kustomization changes what cannot be changed',
    'KustomizationFailed',
    failed(
      'ReconciliationFailed',
      'Deployment/shop/web dry-run failed (Invalid): Deployment.apps "web" is invalid: spec.selector: Invalid value: v1.LabelSelector{MatchLabels:map[string]string{"app":"api"}}: field is immutable',
    ),
  ),
  situation(
    'A Kustomization has an object that the cluster finds invalid',
    'KustomizationFailed',
    failed(
      'ReconciliationFailed',
      'Deployment/shop/web dry-run failed (Invalid): Deployment.apps "web" is invalid: spec.replicas: Invalid value: -1: must be greater than or equal to 0',
    ),
  ),
  situation(
    'A Kustomization goes to a namespace that does not exist',
    'KustomizationFailed',
    failed('ReconciliationFailed', 'Deployment/shop/web not found: namespaces "shop" not found', {
      targetNamespace: 'shop',
    }),
  ),
  situation(
    'A Kustomization waits for an object of a kind that has no pods',
    'KustomizationFailed',
    failed('HealthCheckFailed', "timeout waiting for: [Certificate/shop/web status: 'InProgress']"),
  ),
  situation(
    'A Kustomization waits for an object of a rare kind that cannot go',
    'FinalizerStuck',
    proving(
      sample(KUSTOMIZATION, 'flux-system/infrastructure', {
        spec: { sourceRef: { kind: 'GitRepository', name: 'fleet' } },
        status: {
          conditions: [
            says(
              'Ready=False HealthCheckFailed',
              "timeout waiting for: [Certificate/shop/web status: 'Terminating']",
            ),
          ],
          inventory: { entries: [{ id: 'shop_web_cert-manager.io_Certificate', v: 'v1' }] },
        },
      }),
      [
        sample('cert-manager.io/v1 Certificate', 'shop/web', {
          metadata: { deletionTimestamp: '2026-11-16T11:00:00Z', finalizers: ['example.com/hold'] },
        }),
      ],
    ),
  ),
  situation(
    'A Kustomization acts under an account that does not exist',
    'FluxReferenceMissing',
    failed(
      'ReconciliationFailed',
      'Deployment/shop/web dry-run failed (Forbidden): deployments.apps "web" is forbidden: User "system:serviceaccount:flux-system:deployer" cannot patch resource "deployments" in API group "apps" in the namespace "shop"',
      { serviceAccountName: 'deployer' },
    ),
  ),
  situation(
    'A Kustomization is not allowed to use a source of another namespace',
    'FluxSourceMissing',
    failed(
      'AccessDenied',
      "can't access 'GitRepository/other/fleet', cross-namespace references have been blocked",
    ),
  ),
  situation(
    'A Kustomization cannot download its artifact',
    'KustomizationFailed',
    proving(
      kustomization([
        says(
          'Ready=False ArtifactFailed',
          'failed to download archive: GET http://source-controller.flux-system.svc/fleet.tar.gz giving up after 10 attempt(s): dial tcp: connection refused',
        ),
      ]),
      [
        sample('source.toolkit.fluxcd.io/v1 GitRepository', 'flux-system/fleet', {
          status: { conditions: [says('Ready=True Succeeded')] },
        }),
      ],
    ),
  ),
  situation(
    'A Kustomization reports an unknown message',
    'KustomizationFailed',
    failed('MoonPhaseWrong', 'the moon is not full'),
  ),
  situation(
    'A ConfigMap of the values has what is no YAML under its key',
    'FluxValuesInvalid',
    released(
      'ValuesError',
      "could not resolve ConfigMap chart values reference 'karpenter/defaults' with key 'values.yaml': error converting YAML to JSON: yaml: line 2: mapping values are not allowed in this context",
      { valuesFrom: [{ kind: 'ConfigMap', name: 'defaults' }] },
    ),
  ),
  situation(
    'A value does not fit the path that it goes to',
    'FluxValuesInvalid',
    released(
      'ValuesError',
      `could not resolve Secret chart values reference 'karpenter/eks-connection' with key 'tags': key "b" has no value`,
      { valuesFrom: [{ kind: 'Secret', name: 'eks-connection', valuesKey: 'tags', targetPath: 'tags' }] },
    ),
  ),
  situation(
    'The kubeconfig of a release does not exist',
    'FluxReferenceMissing',
    released(
      'RESTClientError',
      `could not get KubeConfig secret 'karpenter/target': Secret "target" not found`,
      {
        kubeConfig: { secretRef: { name: 'target' } },
      },
    ),
  ),
  situation(
    'The chart wants a newer Kubernetes',
    'HelmInstallFailed',
    proving(
      installFailed('chart requires kubeVersion: >=1.99.0 which is incompatible with Kubernetes v1.35.4'),
    ),
  ),
  situation(
    'The chart uses a value whose parent is not given',
    'FluxValuesInvalid',
    proving(
      installFailed(
        'template: karpenter/templates/ingress.yaml:3:12: executing "karpenter/templates/ingress.yaml" at <.Values.ingress.tls.host>: nil pointer evaluating interface {}.host',
      ),
    ),
  ),
  situation(
    'The cluster finds what the chart makes invalid',
    'HelmUpgradeFailed',
    proving(
      upgradeFailed(
        'server-side apply failed for object karpenter/karpenter apps/v1, Kind=Deployment: Deployment.apps "karpenter" is invalid: spec.replicas: Invalid value: -1: must be greater than or equal to 0',
      ),
    ),
  ),
  situation(
    'A patch of a release has no target',
    'HelmInstallFailed',
    proving(
      installFailed(
        'error while running post render on files: no matches for Id Deployment.v1.apps/api.[noNs]; failed to find unique target for patch Deployment.v1.apps/api.[noNs]',
      ),
    ),
  ),
  situation(
    'A test of the chart fails',
    'HelmUpgradeFailed',
    proving(
      release([
        says(
          'Ready=False TestFailed',
          'Helm test failed for release karpenter/karpenter.v1 with chart karpenter@1.9.0: 1 error occurred: pod karpenter-test failed',
        ),
      ]),
    ),
  ),
  situation(
    'A release is rolled back, and only its last try says why',
    'HelmUpgradeFailed',
    proving(
      release([
        says(
          'Ready=False RollbackSucceeded',
          'Helm rollback to previous release karpenter/karpenter.v1 with chart karpenter@1.8.0 succeeded',
        ),
        says(
          'Released=False UpgradeFailed',
          'Helm upgrade failed for release karpenter/karpenter with chart karpenter@1.9.0: context deadline exceeded',
        ),
      ]),
    ),
  ),
  situation(
    'A release cannot open the storage of Helm',
    'HelmInstallFailed',
    released(
      'StateError',
      'Could not determine release state: failed to retrieve last release from storage: no',
    ),
  ),
  situation(
    'A release reports an unknown message',
    'HelmInstallFailed',
    released('MoonPhaseWrong', 'the moon is not full'),
  ),
]
