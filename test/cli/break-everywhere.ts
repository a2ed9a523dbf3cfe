import type { LintCode } from '../../src/domain/lint/lint-codes.ts'

/** For tests: a slip that can be made in many documents, and the code that must find it in each. */
export interface CommonSlip {
  readonly name: string
  readonly code: LintCode
  /** The document with the slip; the same one if it cannot be made there. */
  readonly make: (document: string) => string
  /** Whether it is made in patches, and nowhere else. */
  readonly isInPatches?: boolean
}

const hasNoLabels = /^(?![^]*\n {2}labels:)/
const isFlux = /^apiVersion: [a-z]+\.toolkit\.fluxcd\.io\//m
const isKustomize = /^apiVersion: kustomize\.config\.k8s\.io\//m

function where(test: RegExp, from: RegExp | string, to: string): CommonSlip['make'] {
  return document => (test.test(document) ? document.replace(from, to) : document)
}

/** For tests: slips that people make in any repository. */
export const commonSlips: readonly CommonSlip[] = [
  {
    name: 'a resource that does not exist',
    code: 'KUSTOMIZE_PATH_MISSING',
    make: where(isKustomize, /^resources:\n/m, '$&  - no-such-file.yaml\n'),
  },
  {
    name: 'resources that are misspelt',
    code: 'KUSTOMIZE_FIELD_UNKNOWN',
    make: where(isKustomize, /^resources:/m, 'resorces:'),
  },
  {
    name: 'a file that is listed twice',
    code: 'OBJECT_TWICE',
    make: where(isKustomize, /^(resources:\n)( {2}- .*\.yaml\n)/m, '$1$2$2'),
  },
  {
    name: 'a name that is there twice',
    code: 'DUPLICATE_KEY',
    make: where(/^metadata:\n/m, /^ {2}name: .*\n/m, '$&$&'),
  },
  {
    name: 'a line that is indented too far',
    code: 'YAML_INVALID',
    make: where(/^spec:\n/m, /^spec:\n {2}(\w+: \S)/m, 'spec:\n  odd: 1\n    $1'),
  },
  {
    name: 'a label with a space',
    code: 'LABEL_INVALID',
    make: where(hasNoLabels, /^metadata:\n/m, '$&  annotations: {}\n  labels: {team: "a b"}\n'),
  },
  {
    name: 'a label that is a number',
    code: 'NOT_A_STRING',
    make: where(/^metadata:\n/m, /^metadata:\n/m, '$&  annotations: {tier: 1}\n'),
  },
  {
    name: 'a name with capitals',
    code: 'NAME_INVALID',
    make: where(
      /^kind: (?!FluxInstance|ServiceAccount)\w+\nmetadata:\n {2}name:/m,
      /^( {2}name: )(\w)/m,
      '$1My_$2',
    ),
  },
  {
    name: 'an interval in days',
    code: 'INTERVAL_FORM',
    make: where(isFlux, /^ {2}interval: .*$/m, '  interval: 1d'),
  },
  {
    name: 'a Flux object without an interval',
    code: 'FLUX_FIELD_MISSING',
    make: where(
      /^kind: (?:Kustomization|HelmRelease|GitRepository|OCIRepository)$/m,
      /^ {2}interval: .*\n/m,
      '',
    ),
  },
  {
    name: 'a HelmRepository with oci:// and without its type',
    code: 'HELM_REPOSITORY_TYPE',
    make: where(/^kind: HelmRepository$/m, /^ {2}type: oci\n/m, ''),
  },
  {
    name: 'an OCIRepository without oci://',
    code: 'OCI_URL_FORM',
    make: where(/^kind: OCIRepository$/m, 'url: oci://', 'url: '),
  },
  {
    name: 'the short address of a GitRepository',
    code: 'GIT_URL_FORM',
    make: where(/^kind: GitRepository$/m, 'url: https://git.example.com/', 'url: git@git.example.com:'),
  },
  {
    name: 'a password in an address',
    code: 'PASSWORD_IN_URL',
    make: where(/^kind: (?:Git|Helm)Repository$/m, 'url: https://', 'url: https://bot:hunter22@'),
  },
  {
    name: 'a path with a typo',
    code: 'FLUX_PATH_MISSING',
    make: where(/^kind: Kustomization$/m, /^( {2}path: \.\/\S*)(\w)$/m, '$1$2$2'),
  },
  {
    name: 'a dependency with a typo',
    code: 'DEPENDS_ON_MISSPELT',
    make: where(isFlux, /^( {2}dependsOn:\n {4}- name: \w+)(\w)/m, '$1$2$2'),
  },
  {
    name: 'a source with a typo',
    code: 'SOURCE_REF_MISSPELT',
    make: where(isFlux, /^( +(?:sourceRef|chartRef):\n.*\n +name: \w{4})(\w)/m, '$1$2$2'),
  },
  {
    name: 'a HelmRelease with an API version that is gone',
    code: 'API_REMOVED',
    make: where(/^kind: HelmRelease$/m, 'helm.toolkit.fluxcd.io/v2', 'helm.toolkit.fluxcd.io/v2beta1'),
  },
  {
    name: 'a patch with another API version than its object',
    code: 'PATCH_TARGET_MISSING',
    isInPatches: true,
    make: where(
      /^kind: Kustomization$/m,
      'kustomize.toolkit.fluxcd.io/v1',
      'kustomize.toolkit.fluxcd.io/v1beta2',
    ),
  },
  {
    name: 'a patch with another name than its object',
    code: 'PATCH_TARGET_MISSING',
    isInPatches: true,
    make: where(/^kind: Kustomization$/m, 'name: dev-team', 'name: development-team'),
  },
  {
    name: 'a HelmRelease with chart and chartRef',
    code: 'HELM_RELEASE_CHART',
    make: where(
      /^kind: HelmRelease$/m,
      /^ {2}chart:\n/m,
      '  chartRef: {kind: OCIRepository, name: other}\n$&',
    ),
  },
  {
    name: 'a selector that matches no Cluster',
    code: 'SELECTOR_MATCHES_NOTHING',
    make: where(/^kind: ClusterResourceSet$/m, 'network: calico', 'network: cilium'),
  },
  {
    name: 'a pack with a typo in its name',
    code: 'RESOURCE_MISSPELT',
    make: where(/^kind: ClusterResourceSet$/m, 'name: network-pack', 'name: netwrk-pack'),
  },
  {
    name: 'a pack without data',
    code: 'RESOURCE_EMPTY',
    make: where(/^kind: ConfigMap\nmetadata:\n {2}name: network-pack$/m, /^data:\n[^]*$/m, 'data: {}\n'),
  },
  {
    name: 'a variable that nobody sets',
    code: 'VARIABLE_UNSET',
    make: where(/\$\{APP\}/, '${APP}', '${APPP}'),
  },
  {
    name: 'a variable that cannot be read',
    code: 'VARIABLE_FORM',
    make: where(/\$\{APP\}/, '${APP}', '${APP.name}'),
  },
  {
    name: 'a ConfigMap that becomes a Secret in clear text',
    code: 'SECRET_IN_CLEAR_TEXT',
    make: where(
      /^kind: ConfigMap$/m,
      /^kind: ConfigMap$([^]*)^data:\n[^]*$/m,
      'kind: Secret$1stringData:\n  password: correct-horse\n',
    ),
  },
]
