import {
  addFile as add,
  oneAfterOther as both,
  type LintMutation,
  removeFile as remove,
  replaceInFile as replace,
} from './lint-mutation.ts'

const any = /./
const releases = /helm-release\.yaml$|karpenter\.yaml$/
const flux = (name: string, more: string) =>
  `apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: {name: ${name}, namespace: flux-system}\nspec:\n  interval: 10m\n  prune: true\n  path: ./infrastructure\n  sourceRef: {kind: GitRepository, name: flux-system}\n${more}`
const set = (name: string, spec: string) =>
  `apiVersion: addons.cluster.x-k8s.io/v1beta2\nkind: ClusterResourceSet\nmetadata: {name: ${name}, namespace: dev}\nspec:\n${spec}`

/** Ways to break a fleet repository. Each is a slip that a user makes in an editor. */
export const mutations: readonly LintMutation[] = [
  {
    name: 'a line of a Cluster is indented too far',
    code: 'YAML_INVALID',
    mutate: replace(/cluster\.yaml$/, '\n  name:', '\n    name:'),
  },
  {
    name: 'a label of a Cluster is there twice',
    code: 'DUPLICATE_KEY',
    mutate: replace(/cluster\.yaml$/, /( +fitout\.dev\/profile: default\n)/, '$1$1'),
  },
  {
    name: 'a label of a Cluster loses its quotes',
    code: 'NOT_A_STRING',
    mutate: replace(
      /cluster\.yaml$/,
      'fitout.dev/profile: default',
      'fitout.dev/profile: default\n    tier: 1',
    ),
  },
  {
    name: 'a Cluster gets a name with capitals',
    code: 'NAME_INVALID',
    mutate: replace(/cluster\.yaml$/, /name: (blue|early|green)/, 'name: My_Cluster'),
  },
  {
    name: 'a label of a Cluster gets a space',
    code: 'LABEL_INVALID',
    mutate: replace(
      /cluster\.yaml$/,
      'fitout.dev/profile: default',
      'fitout.dev/profile: default\n    team: a b',
    ),
  },
  {
    name: 'fitout.yaml gets a field that does not exist',
    code: 'FITOUT_FILE_INVALID',
    mutate: replace(/^fitout\.yaml$/, /$/, 'patern: crs\n'),
  },
  {
    name: 'a file that is listed is removed',
    code: 'KUSTOMIZE_PATH_MISSING',
    mutate: remove(/capi\/[^/]+\/[^/]+\/cluster\.yaml$/),
  },
  {
    name: 'a file that is listed is renamed',
    code: 'KUSTOMIZE_PATH_MISSING',
    mutate: replace(/capi\/[^/]+\/[^/]+\/kustomization\.yaml$/, 'cluster.yaml', 'clusters.yaml'),
  },
  {
    name: 'a kustomization of a folder is removed',
    code: 'KUSTOMIZE_FOLDER_PLAIN',
    mutate: remove(/capi\/[^/]+\/[^/]+\/kustomization\.yaml$/),
  },
  {
    name: 'a kustomization lists the one that lists it',
    code: 'KUSTOMIZE_CYCLE',
    mutate: replace(/capi\/[^/]+\/[^/]+\/kustomization\.yaml$/, /(resources:\n)/, '$1- ..\n'),
  },
  {
    name: 'resources of a kustomization is misspelt',
    code: 'KUSTOMIZE_FIELD_UNKNOWN',
    mutate: replace(/kustomization\.yaml$/, 'resources:', 'resource:'),
  },
  {
    name: 'a Kustomization of Flux is saved as kustomization.yaml',
    code: 'KUSTOMIZE_FILE_KIND',
    mutate: add('clusters/extra/kustomization.yaml', flux('extra', '')),
  },
  {
    name: 'a file is listed twice',
    code: 'OBJECT_TWICE',
    mutate: replace(
      /capi\/[^/]+\/[^/]+\/kustomization\.yaml$/,
      '- cluster.yaml\n',
      '- cluster.yaml\n- cluster.yaml\n',
    ),
  },
  {
    name: 'a patch is for a Cluster with another name',
    code: 'PATCH_TARGET_MISSING',
    mutate: replace(
      /capi\/[^/]+\/[^/]+\/kustomization\.yaml$/,
      /$/,
      'patches:\n- patch: |\n    apiVersion: cluster.x-k8s.io/v1beta2\n    kind: Cluster\n    metadata: {name: nobody}\n',
    ),
  },
  {
    name: 'a ClusterResourceSet lists a generated ConfigMap',
    code: 'GENERATED_NAME',
    mutate: both(
      remove(/packs\/cilium\/configmap-cilium\.yaml$/),
      replace(
        /infrastructure\/packs\/cilium\/kustomization\.yaml$/,
        /- configmap-cilium.yaml\n([^]*)$/,
        '$1configMapGenerator:\n- name: cilium\n  namespace: default\n  literals: [a=b]\n',
      ),
    ),
  },
  {
    name: 'a Secret of the wrong type is listed',
    code: 'SECRET_TYPE_WRONG',
    mutate: add(
      'extra.yaml',
      `${set('extra', '  clusterSelector: {matchLabels: {fitout.dev/profile: default}}\n  resources:\n  - {kind: Secret, name: extra}\n')}---\napiVersion: v1\nkind: Secret\nmetadata: {name: extra, namespace: dev}\nstringData: {a: "\${A}"}\n`,
    ),
  },
  {
    name: 'a ClusterResourceSet selects everything',
    code: 'RESOURCE_SET_INVALID',
    mutate: replace(
      /infrastructure\/packs\/cilium\/clusterresourcesets\.yaml$/,
      / {4}matchLabels:\n.*\n/,
      '    matchLabels: {}\n',
    ),
  },
  {
    name: 'a source of a ClusterResourceSet moves to another namespace',
    code: 'RESOURCE_NAMESPACE',
    mutate: add(
      'extra.yaml',
      `${set('extra', '  clusterSelector: {matchLabels: {fitout.dev/profile: default}}\n  resources:\n  - {kind: ConfigMap, name: extra}\n')}---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: extra, namespace: other}\ndata:\n  a.yaml: |\n    apiVersion: v1\n    kind: Namespace\n    metadata: {name: extra}\n`,
    ),
  },
  {
    name: 'a name in a ClusterResourceSet is misspelt',
    code: 'RESOURCE_MISSPELT',
    mutate: replace(
      /infrastructure\/packs\/cilium\/clusterresourcesets\.yaml$/,
      /(kind: ConfigMap\n +name: )cilium/,
      '$1cilum',
    ),
  },
  {
    name: 'a pack loses its data',
    code: 'RESOURCE_EMPTY',
    mutate: replace(/infrastructure\/packs\/cilium\/configmap-cilium\.yaml$/, /^data:\n[^]*$/m, 'data: {}\n'),
  },
  {
    name: 'a pack gets a short value',
    code: 'RESOURCE_VALUE_SHORT',
    mutate: replace(
      /infrastructure\/packs\/cilium\/configmap-cilium\.yaml$/,
      /^data:\n/m,
      'data:\n  version: 1.2.3\n',
    ),
  },
  {
    name: 'a pack gets a value that is no manifest',
    code: 'RESOURCE_NOT_MANIFESTS',
    mutate: replace(
      /infrastructure\/packs\/cilium\/configmap-cilium\.yaml$/,
      /^data:\n/m,
      'data:\n  readme.md: |\n    - only a list, and no object of Kubernetes\n',
    ),
  },
  {
    name: 'a Cluster loses the label of its plan',
    code: 'SELECTOR_MATCHES_NOTHING',
    mutate: files => ({
      ...files,
      texts: new Map(
        [...files.texts].map(([path, text]) => [
          path,
          path.endsWith('cluster.yaml')
            ? text.replace('fitout.dev/profile: default', 'fitout.dev/profile: other')
            : text,
        ]),
      ),
    }),
  },
  {
    name: 'a Cluster sets a gate itself',
    code: 'GATE_SET_IN_GIT',
    mutate: files =>
      [...files.texts.values()].some(text => text.includes('label: cilium.fitout.dev/enabled'))
        ? replace(
            /cluster\.yaml$/,
            'fitout.dev/profile: default',
            'fitout.dev/profile: default\n    cilium.fitout.dev/enabled: "true"',
          )(files)
        : undefined,
  },
  {
    name: 'a second Fitout selects the same Clusters',
    code: 'FITOUTS_OVERLAP',
    mutate: files =>
      [...files.texts.keys()].some(path => path.endsWith('fitout/default.yaml'))
        ? add(
            'extra.yaml',
            'apiVersion: fitout.dev/v1alpha1\nkind: Fitout\nmetadata: {name: extra, namespace: dev}\nspec:\n  clusterSelector: {matchLabels: {fitout.dev/profile: default}}\n  steps:\n  - {name: api, proof: {preset: api}}\n',
          )(files)
        : undefined,
  },
  {
    name: 'a preset of a step is misspelt',
    code: 'FITOUT_INVALID',
    mutate: replace(/fitout\/default\.yaml$/, 'preset: api', 'preset: apii'),
  },
  {
    name: 'a pack of a step is misspelt',
    code: 'FITOUT_PACK_MISSING',
    mutate: replace(/fitout\/default\.yaml$/, /packs:\n( +)- cilium/, 'packs:\n$1- cillium'),
  },
  {
    name: 'a path of Flux is misspelt',
    code: 'FLUX_PATH_MISSING',
    mutate: replace(/clusters\//, /path: \.\/infrastructure/, 'path: ./infrastucture'),
  },
  {
    name: 'two Kustomizations wait for each other',
    code: 'DEPENDS_ON_CYCLE',
    mutate: add(
      'extra.yaml',
      `${flux('one', '  dependsOn: [{name: two}]\n')}---\n${flux('two', '  dependsOn: [{name: one}]\n')}`,
    ),
  },
  {
    name: 'dependsOn of a release is misspelt',
    code: 'DEPENDS_ON_MISSPELT',
    mutate: replace(any, /dependsOn:\n( +)- name: karpenter-crd/, 'dependsOn:\n$1- name: karpenter-crds'),
  },
  {
    name: 'the source of a release is misspelt',
    code: 'SOURCE_REF_MISSPELT',
    mutate: replace(releases, /(chartRef:\n +kind: OCIRepository\n +name: )karpenter\n/, '$1karpnter\n'),
  },
  {
    name: 'a HelmRelease waits for a Kustomization',
    code: 'DEPENDS_ON_KIND',
    mutate: files =>
      replace(
        releases,
        /dependsOn:\n( +)- name: karpenter-crd/,
        'dependsOn:\n$1- name: only-flux',
      )(add('extra.yaml', flux('only-flux', ''))(files) ?? files),
  },
  {
    name: 'a value of a Cluster is not of the class',
    code: 'CLUSTER_VARIABLE',
    mutate: replace(/cluster\.yaml$/, 'value: eu-west-1', 'value: mars-1'),
  },
  {
    name: 'a variable of a Cluster is misspelt',
    code: 'CLUSTER_VARIABLE',
    mutate: replace(/cluster\.yaml$/, 'name: region', 'name: regoin'),
  },
  {
    name: 'a key of a handed-over Secret is misspelt',
    code: 'HAND_OVER_KEY_UNKNOWN',
    mutate: files =>
      [...files.texts.values()].some(text => text.includes('handOver:'))
        ? replace(releases, 'valuesKey: cluster_name', 'valuesKey: clustername')(files)
        : undefined,
  },
  {
    name: 'a variable is used that nobody sets',
    code: 'VARIABLE_UNSET',
    mutate: add(
      'clusters/extra/apps.yaml',
      `${flux('extra', '  postBuild: {substitute: {a: b}}\n').replace('./infrastructure', './clusters/extra')}---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: extra, namespace: apps}\ndata: {region: "\${region}"}\n`,
    ),
  },
  {
    name: 'a variable has a name with a dash',
    code: 'VARIABLE_NAME',
    mutate: add('extra.yaml', flux('extra', '  postBuild: {substitute: {a-b: c}}\n')),
  },
  {
    name: 'a targetPath loses its backslashes',
    code: 'TARGET_PATH',
    mutate: replace(any, String.raw`eks\.amazonaws\.com/role-arn`, 'eks.amazonaws.com/role-arn'),
  },
  {
    name: 'a key of valuesFrom gets a slash',
    code: 'VALUES_FROM_INVALID',
    mutate: replace(releases, 'valuesKey: cluster_name', 'valuesKey: cluster/name'),
  },
  {
    name: 'an address of Git has the short form',
    code: 'GIT_URL_FORM',
    mutate: replace(
      /clusters\//,
      'url: https://gitlab.example.com/platform/fleet.git',
      'url: git@gitlab.example.com:platform/fleet.git',
    ),
  },
  {
    name: 'a password is in an address',
    code: 'PASSWORD_IN_URL',
    mutate: replace(/clusters\//, 'url: https://gitlab', 'url: https://bot:hunter22@gitlab'),
  },
  {
    name: 'an interval is in days',
    code: 'INTERVAL_FORM',
    mutate: replace(any, 'interval: 10m', 'interval: 1d'),
  },
  {
    name: 'a Kustomization loses its interval',
    code: 'FLUX_FIELD_MISSING',
    mutate: replace(/clusters\//, /\n +interval: 10m\n( +path:)/, '\n$1'),
  },
  {
    name: 'an OCIRepository loses oci://',
    code: 'OCI_URL_FORM',
    mutate: replace(any, 'url: oci://', 'url: '),
  },
  {
    name: 'a release gets a chart beside its chartRef',
    code: 'HELM_RELEASE_CHART',
    mutate: replace(releases, /\n( +)chartRef:/, '\n$1chart: {spec: {chart: a}}\n$1chartRef:'),
  },
  {
    name: 'an API version of Flux is an old one',
    code: 'API_REMOVED',
    mutate: replace(any, 'helm.toolkit.fluxcd.io/v2\n', 'helm.toolkit.fluxcd.io/v2beta1\n'),
  },
  {
    name: 'a Cluster goes back to an old Kubernetes',
    code: 'VERSION_UNSUPPORTED',
    mutate: files =>
      [...files.texts].some(
        ([path, text]) => path.endsWith('fitout/default.yaml') && text.includes('karpenter:'),
      )
        ? replace(/cluster\.yaml$/, 'version: v1.35.4', 'version: v1.27.1')(files)
        : undefined,
  },
  {
    name: 'a Secret is committed in clear text',
    code: 'SECRET_IN_CLEAR_TEXT',
    mutate: add(
      'extra.yaml',
      'apiVersion: v1\nkind: Secret\nmetadata: {name: extra, namespace: dev}\nstringData: {password: correct-horse}\n',
    ),
  },
  {
    name: 'the settings of Karpenter lose the name of the cluster',
    code: 'KARPENTER_CLUSTER_NAME',
    mutate: replace(releases, 'targetPath: settings.clusterName', 'targetPath: settings.name'),
  },
  {
    name: 'Karpenter is bound to nodes of its own',
    code: 'KARPENTER_ON_OWN_NODES',
    mutate: both(
      replace(
        any,
        /\n( +)values:\n( +)dnsPolicy: Default/,
        '\n$1values:\n$2nodeSelector: {karpenter.sh/nodepool: default}\n$2dnsPolicy: Default',
      ),
      add(
        'extra.yaml',
        'apiVersion: karpenter.sh/v1\nkind: NodePool\nmetadata: {name: default}\nspec:\n  template:\n    spec:\n      nodeClassRef: {group: karpenter.k8s.aws, kind: EC2NodeClass, name: default}\n      requirements: []\n',
      ),
    ),
  },
  {
    name: 'a ConfigMap grows too large',
    code: 'OBJECT_TOO_LARGE',
    mutate: add(
      'extra.yaml',
      `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: extra, namespace: dev}\ndata: {text: ${'x'.repeat(1024 * 1024 + 1)}}\n`,
    ),
  },
  {
    name: 'the gate that a pack waits for is misspelt',
    code: 'GATE_NOT_OWNED',
    mutate: replace(
      /packs\/cilium\/clusterresourcesets\.yaml$/,
      'cilium.fitout.dev/enabled',
      'cilum.fitout.dev/enabled',
    ),
  },
  {
    name: 'a pack loses its gate',
    code: 'PACK_WITHOUT_GATE',
    mutate: replace(
      /packs\/cilium\/clusterresourcesets\.yaml$/,
      'cilium.fitout.dev/enabled: "true"',
      'fitout.dev/profile: default',
    ),
  },
]
