import type { LintCode } from '../../src/domain/lint/lint-codes.ts'

/** For tests: a public repository on which lint was run, and what it found there. */
export interface JudgedRepository {
  readonly repository: string
  readonly commit: string
  /** How many files were read. */
  readonly files: number
  /** By code, each looked at. */
  readonly findings: readonly JudgedFinding[]
}

/** Findings of one code, and whether they are right. One that is wrong is a defect, and has no place in this list. */
export interface JudgedFinding {
  readonly code: LintCode
  readonly count: number
  /** Right for the files of the commit; or right for them, while a program adds what is missing or nobody uses them. */
  readonly verdict: 'right' | 'right as it stands'
  readonly because: string
}

function right(code: LintCode, count: number, because: string): JudgedFinding {
  return { code, count, verdict: 'right', because }
}

function asItStands(code: LintCode, count: number, because: string): JudgedFinding {
  return { code, count, verdict: 'right as it stands', because }
}

function removed(count: number): JudgedFinding {
  return right('API_REMOVED', count, 'versions that current releases do not serve')
}

/** By name. docs/design/0012-lint-on-real-repositories.md shows them, and says what was learnt. */
export const judgedRepositories: readonly JudgedRepository[] = [
  { repository: 'Azure/gitops-flux2-kustomize-helm-mt', commit: 'bd5c67afaf02', files: 24, findings: [] },
  {
    repository: 'JJGadgets/Biohazard',
    commit: 'a4ffa8dbad35',
    files: 844,
    findings: [right('YAML_INVALID', 2, 'the anchors are not defined before the aliases')],
  },
  { repository: 'ahgraber/homelab-gitops-k3s', commit: 'f5ebeb5bd77d', files: 577, findings: [] },
  { repository: 'allenporter/flux-local', commit: 'fd493cf7db7c', files: 2, findings: [] },
  { repository: 'allenporter/k8s-gitops', commit: '544b7652500a', files: 290, findings: [removed(33)] },
  {
    repository: 'auricom/home-ops',
    commit: 'f6924e0fff45',
    files: 628,
    findings: [
      right('KUSTOMIZE_PATH_MISSING', 1, 'the file is gone'),
      right('SOPS_NOT_DECRYPTED', 1, 'a Secret is encrypted and nothing decrypts it'),
    ],
  },
  {
    repository: 'aws-samples/eks-gitops-crossplane-flux',
    commit: 'bb822b2fb9e6',
    files: 32,
    findings: [removed(10)],
  },
  {
    repository: 'aws-samples/eks-multi-cluster-gitops',
    commit: '910fe7fd4801',
    files: 136,
    findings: [right('KUSTOMIZE_PATH_MISSING', 1, 'the folder does not exist; it is in another repository')],
  },
  {
    repository: 'aws-samples/flux-eks-gitops-config',
    commit: '6f3879b799c8',
    files: 74,
    findings: [removed(23)],
  },
  {
    repository: 'aws-samples/karpenter-blueprints',
    commit: '529b88cffd24',
    files: 62,
    findings: [right('NODE_CLASS_TERMS', 1, 'the schema asks for amiFamily where no alias is')],
  },
  { repository: 'aws/karpenter-provider-aws', commit: '1d927085dd81', files: 92, findings: [] },
  { repository: 'billimek/k8s-gitops', commit: 'ff56e2511d27', files: 256, findings: [] },
  { repository: 'bjw-s/home-ops', commit: '143c271bba61', files: 436, findings: [removed(1)] },
  {
    repository: 'bokristoffersson/homelab-k12n-gitops',
    commit: '42f2cddb08d3',
    files: 292,
    findings: [
      right('DUPLICATE_KEY', 1, 'two objects without a separator'),
      right('KUSTOMIZE_PATH_MISSING', 1, 'the folder is gone'),
    ],
  },
  { repository: 'budimanjojo/home-cluster', commit: '5ff6e745c1fb', files: 441, findings: [] },
  {
    repository: 'buroa/k8s-gitops',
    commit: 'aed0dd7d7288',
    files: 365,
    findings: [right('KUSTOMIZE_PATH_MISSING', 1, 'the file is not there')],
  },
  {
    repository: 'carpenike/k8s-gitops',
    commit: 'dc2a8137907b',
    files: 793,
    findings: [
      removed(155),
      right('KUSTOMIZE_PATH_MISSING', 5, 'files and folders that are gone'),
      right('DEPENDS_ON_KIND', 1, 'a HelmRelease in dependsOn of a Kustomization'),
      right('SOURCE_REF_KIND', 1, 'the schema takes no OCIRepository there'),
    ],
  },
  {
    repository: 'cloudogu/gitops-patterns',
    commit: 'ea52103b8a33',
    files: 97,
    findings: [
      right('KUSTOMIZE_PATH_MISSING', 21, 'files of examples that are left out; kustomize refuses them'),
      right(
        'KUSTOMIZE_FOLDER_PLAIN',
        2,
        'folders of examples without a kustomization; kustomize refuses them',
      ),
    ],
  },
  { repository: 'controlplaneio-fluxcd/d1-apps', commit: '54db12efa101', files: 20, findings: [] },
  { repository: 'controlplaneio-fluxcd/d1-fleet', commit: '8d4e8665d95c', files: 39, findings: [] },
  { repository: 'controlplaneio-fluxcd/d1-infra', commit: '61e3a4d041d9', files: 26, findings: [] },
  { repository: 'controlplaneio-fluxcd/d2-fleet', commit: '64e49530a4c3', files: 25, findings: [] },
  { repository: 'controlplaneio-fluxcd/d2-infra', commit: '4040325a4817', files: 23, findings: [] },
  { repository: 'controlplaneio-fluxcd/flux-operator', commit: '17c6aeaddd8d', files: 418, findings: [] },
  {
    repository: 'cozystack/cozystack',
    commit: '3c780acd417f',
    files: 2832,
    findings: [asItStands('SECRET_IN_CLEAR_TEXT', 3, 'passwords of examples, beside a chart')],
  },
  { repository: 'fluxcd/community', commit: '991d0122ecc5', files: 3, findings: [] },
  { repository: 'fluxcd/flux2', commit: 'da2d22d36901', files: 52, findings: [] },
  { repository: 'fluxcd/flux2-hub-spoke-example', commit: '9bcd594fb91a', files: 27, findings: [removed(6)] },
  { repository: 'fluxcd/flux2-kustomize-helm-example', commit: '4f1a5b1051b4', files: 26, findings: [] },
  { repository: 'fluxcd/flux2-monitoring-example', commit: '7ab65dc8b90f', files: 16, findings: [] },
  { repository: 'fluxcd/flux2-multi-tenancy', commit: '192da0594c0c', files: 23, findings: [removed(1)] },
  { repository: 'fluxcd/helm-controller', commit: '0f61a8607a62', files: 21, findings: [] },
  { repository: 'fluxcd/kustomize-controller', commit: '186fb3b29138', files: 16, findings: [] },
  { repository: 'fluxcd/source-controller', commit: '39b711b111fa', files: 37, findings: [] },
  { repository: 'gavinmcfall/home-ops', commit: '186bb5c9dc3c', files: 1058, findings: [] },
  {
    repository: 'geoffdavis/talos-gitops',
    commit: '970b712d2922',
    files: 289,
    findings: [right('VARIABLE_UNSET', 10, 'variables of a shell script that Flux replaces by nothing')],
  },
  {
    repository: 'giantswarm/gitops-template',
    commit: '72f74f11656c',
    files: 135,
    findings: [removed(26), right('NAME_INVALID', 1, 'upper case in a name')],
  },
  { repository: 'giantswarm/management-cluster-bases', commit: '338704d63389', files: 438, findings: [] },
  { repository: 'haraldkoch/kochhaus-home', commit: '1343d379ffb5', files: 988, findings: [] },
  { repository: 'joryirving/home-ops', commit: '0560f711e599', files: 12, findings: [] },
  {
    repository: 'k0sproject/k0smotron',
    commit: '3897bbe64569',
    files: 222,
    findings: [
      right('SECRET_IN_CLEAR_TEXT', 2, 'a password of a test'),
      right('DUPLICATE_KEY', 3, 'keys twice'),
    ],
  },
  {
    repository: 'kubernetes-sigs/cluster-api',
    commit: 'ae7ff047db49',
    files: 315,
    findings: [asItStands('KUSTOMIZE_PATH_MISSING', 4, 'the program that uses the folder adds the files')],
  },
  {
    repository: 'kubernetes-sigs/cluster-api-addon-provider-helm',
    commit: '8c581411b5c0',
    files: 84,
    findings: [],
  },
  { repository: 'kubernetes-sigs/cluster-api-operator', commit: '46918b657109', files: 106, findings: [] },
  {
    repository: 'kubernetes-sigs/cluster-api-provider-aws',
    commit: '2cf09d78547d',
    files: 294,
    findings: [
      asItStands('KUSTOMIZE_PATH_MISSING', 5, 'the program that uses the folder adds the files'),
      right('DUPLICATE_KEY', 1, 'a key twice'),
    ],
  },
  {
    repository: 'kubernetes-sigs/cluster-api-provider-azure',
    commit: '69ec3a40a818',
    files: 597,
    findings: [],
  },
  { repository: 'kubernetes-sigs/cluster-api-provider-gcp', commit: '5e0bb3b249ca', files: 83, findings: [] },
  {
    repository: 'kubernetes-sigs/cluster-api-provider-nested',
    commit: '4d19ac600cbb',
    files: 107,
    findings: [removed(4), right('KUSTOMIZE_PATH_MISSING', 1, 'the file is not there')],
  },
  {
    repository: 'kubernetes-sigs/cluster-api-provider-openstack',
    commit: 'e52de58abe6f',
    files: 138,
    findings: [asItStands('KUSTOMIZE_PATH_MISSING', 1, 'a script adds the file')],
  },
  {
    repository: 'kubernetes-sigs/cluster-api-provider-vsphere',
    commit: '111a1ba9bc52',
    files: 472,
    findings: [],
  },
  {
    repository: 'larivierec/home-cluster',
    commit: '45fc4275248d',
    files: 461,
    findings: [right('NOT_A_STRING', 1, 'a label that is a boolean')],
  },
  {
    repository: 'metal3-io/cluster-api-provider-metal3',
    commit: '2f6d76b88b8a',
    files: 308,
    findings: [
      right('SECRET_IN_CLEAR_TEXT', 1, 'a password of an example'),
      asItStands('KUSTOMIZE_PATH_MISSING', 2, 'a script adds the files'),
    ],
  },
  {
    repository: 'mirceanton/home-ops',
    commit: '0e2aff215fbf',
    files: 751,
    findings: [right('VARIABLE_UNSET', 1, 'a variable of a shell that Flux replaces by nothing')],
  },
  {
    repository: 'monosense-io/k8s-gitops',
    commit: '33abfe94888e',
    files: 318,
    findings: [
      removed(4),
      right('KUSTOMIZE_PATH_MISSING', 7, 'files that are gone'),
      right('OBJECT_TWICE', 3, 'objects twice'),
      right('VARIABLE_FORM', 1, 'a form that envsubst refuses'),
      right('DEPENDS_ON_KIND', 1, 'a HelmRelease in dependsOn of a Kustomization'),
    ],
  },
  { repository: 'onedr0p/cluster-template', commit: 'ae73246416a1', files: 0, findings: [] },
  { repository: 'onedr0p/home-ops', commit: 'd9078e4dd521', files: 430, findings: [] },
  {
    repository: 'opencenter-cloud/openCenter-gitops-base',
    commit: 'a856a5551628',
    files: 176,
    findings: [
      right('SOURCE_REF_NAMESPACE', 1, 'the source is in another namespace than the one that is said'),
    ],
  },
  {
    repository: 'rafaribe/home-ops',
    commit: '34c1ee960295',
    files: 948,
    findings: [right('NOT_A_STRING', 1, 'a label that is a boolean')],
  },
  { repository: 'rancher/turtles', commit: 'b2e1223c8da2', files: 122, findings: [] },
  { repository: 'raspbernetes/k8s-gitops', commit: '09c7fccc3ec9', files: 247, findings: [removed(76)] },
  {
    repository: 'ricsanfre/pi-cluster',
    commit: '8daabcd53111',
    files: 1028,
    findings: [
      right('FLUX_PATH_MISSING', 1, 'the folder is gone; nothing lists the Kustomization any more'),
      right('SECRET_IN_CLEAR_TEXT', 1, 'passwords of a test'),
    ],
  },
  { repository: 's3lcsum/gitops', commit: 'ed8794d0ce97', files: 43, findings: [] },
  { repository: 'stefanprodan/gitops-istio', commit: '3851e1802537', files: 24, findings: [removed(10)] },
  { repository: 'stefanprodan/gitops-linkerd', commit: '09e666259ad3', files: 39, findings: [removed(26)] },
  { repository: 'stefanprodan/podinfo', commit: 'eec06d1ea459', files: 85, findings: [] },
  { repository: 'swibrow/home-ops', commit: '3468d6002838', files: 564, findings: [] },
  { repository: 'syself/cluster-api-provider-hetzner', commit: '1c4fe745f3bf', files: 140, findings: [] },
  { repository: 'szinn/k8s-homelab', commit: '8c8742b00f1e', files: 704, findings: [] },
  { repository: 'toboshii/home-ops', commit: 'b16119e82831', files: 335, findings: [removed(103)] },
  {
    repository: 'tyriis/home-ops',
    commit: '245f3c586316',
    files: 929,
    findings: [right('SECRET_IN_CLEAR_TEXT', 1, 'a password of a development environment')],
  },
  { repository: 'vehagn/homelab', commit: '55b728bd53c6', files: 298, findings: [] },
  {
    repository: 'wahooli/gitops-repo',
    commit: 'e42e0ee9b24b',
    files: 1485,
    findings: [right('SECRET_IN_CLEAR_TEXT', 17, 'passwords of local clusters, some of them made up')],
  },
  {
    repository: 'weaveworks/weave-gitops',
    commit: '160cb9aa0461',
    files: 293,
    findings: [right('SECRET_IN_CLEAR_TEXT', 1, 'the hash of a password, for tests'), removed(84)],
  },
  { repository: 'wrmilling/k3s-gitops', commit: 'aea325565f88', files: 231, findings: [] },
  {
    repository: 'xunholy/k8s-gitops',
    commit: 'c56dc9de4d92',
    files: 725,
    findings: [right('SECRET_IN_CLEAR_TEXT', 3, 'private keys in a rendered chart')],
  },
]
