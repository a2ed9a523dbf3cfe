import { expect, test } from 'vitest'
import { runLint } from './run-lint.ts'

const HEAD = 'apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\n'
const fitout = (flux: string) =>
  `apiVersion: fitout.dev/v1alpha1\nkind: FleetRepository\ngit: {url: "https://git.example.com/fleet.git"}\nenvironments: {dev: {}}\nversions: {flux: ${flux}}\n`
const release = (name: string, more = '') =>
  `apiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\nmetadata: {name: ${name}, namespace: ${name}}\nspec:\n  interval: 10m\n  chartRef: {kind: OCIRepository, name: ${name}}\n${more}`
const flux = (more: string) =>
  `apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: {name: apps, namespace: flux-system}\nspec:\n  interval: 10m\n  path: ./clusters/blue\n  prune: true\n  sourceRef: {kind: GitRepository, name: flux-system}\n${more}`
const config =
  'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: app, namespace: apps}\ndata: {region: "${region}"}\n'
const encrypted =
  'apiVersion: v1\nkind: Secret\nmetadata: {name: app, namespace: apps}\nstringData: {password: "ENC[AES256_GCM,data:a]"}\nsops: {version: 3.9.0}\n'

// Each looks like a problem, and may be none: what is not known is not claimed.
const cases: readonly { readonly name: string; readonly given: Readonly<Record<string, string>> }[] = [
  {
    name: 'an old API version that the Flux of the repository still serves',
    given: {
      'fitout.yaml': fitout('2.7.1'),
      'a.yaml':
        'apiVersion: source.toolkit.fluxcd.io/v1beta2\nkind: HelmRepository\nmetadata: {name: a, namespace: a}\nspec: {url: "https://a.example.com"}\n',
    },
  },
  {
    name: 'a dependency in another namespace that a patch may move',
    given: {
      'kustomization.yaml': `${HEAD}resources: [a.yaml, b.yaml]\npatches:\n- target: {kind: HelmRelease, name: crds}\n  patch: |\n    - {op: replace, path: /metadata/namespace, value: app}\n`,
      'a.yaml': release('app', '  dependsOn: [{name: crds}]\n'),
      'b.yaml': release('crds'),
    },
  },
  {
    name: 'the file of a patch, which is only a part of an object',
    given: {
      'kustomization.yaml': `${HEAD}resources: [a.yaml]\npatches: [{path: patch.yaml}]\n`,
      'a.yaml': release('app'),
      'patch.yaml':
        'apiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\nmetadata: {name: app, namespace: app}\nspec: {values: {a: 1}}\n',
    },
  },
  {
    name: 'a patch for an object of a base that is somewhere else',
    given: {
      'kustomization.yaml': `${HEAD}resources: ["https://github.com/example/base?ref=v1"]\npatches:\n- patch: |\n    apiVersion: v1\n    kind: ConfigMap\n    metadata: {name: far}\n`,
    },
  },
  {
    name: 'an object without an interval that a patch gives one',
    given: {
      'kustomization.yaml': `${HEAD}resources: [a.yaml]\npatches:\n- target: {kind: HelmRelease}\n  patch: |\n    - {op: add, path: /spec/interval, value: 1h}\n`,
      'a.yaml': release('app').replace('  interval: 10m\n', ''),
    },
  },
  {
    name: 'a variable that a Secret outside of the repository may set',
    given: {
      'clusters/blue/apps.yaml': flux('  postBuild: {substituteFrom: [{kind: Secret, name: elsewhere}]}\n'),
      'clusters/blue/app.yaml': config,
    },
  },
  {
    name: 'a variable in an object for which Flux is told to fill in nothing',
    given: {
      'clusters/blue/apps.yaml': flux('  postBuild: {substitute: {a: b}}\n'),
      'clusters/blue/app.yaml': config.replace(
        'name: app,',
        'name: app, annotations: {kustomize.toolkit.fluxcd.io/substitute: disabled},',
      ),
    },
  },
  ...Object.entries({
    'the annotations of a kustomization tell Flux to fill in nothing':
      'commonAnnotations: {kustomize.toolkit.fluxcd.io/substitute: disabled}\n',
    'the labels of a kustomization tell Flux to fill in nothing':
      'labels: [{pairs: {kustomize.toolkit.fluxcd.io/substitute: disabled}}]\n',
    'a patch may tell Flux to fill in nothing':
      'patches:\n- target: {kind: ConfigMap}\n  patch: |\n    - {op: add, path: /metadata/annotations/kustomize.toolkit.fluxcd.io~1substitute, value: disabled}\n',
  }).map(([why, more]) => ({
    name: `a variable, or what looks like one, where ${why}`,
    given: {
      'clusters/blue/apps.yaml': flux('  postBuild: {substitute: {a: b}}\n'),
      'clusters/blue/kustomization.yaml': `${HEAD}resources: [apps.yaml, apps]\n`,
      'clusters/blue/apps/kustomization.yaml': `${HEAD}resources: [app.yaml]\n${more}`,
      'clusters/blue/apps/app.yaml': config.replace('"${region}"', '"${region} ${a.b}"'),
    },
  })),
  {
    name: 'an encrypted file below a Kustomization that a parent patches',
    given: {
      'clusters/blue/parent.yaml': flux(
        '  patches:\n  - target: {kind: Kustomization}\n    patch: |\n      - {op: add, path: /spec/decryption, value: {provider: sops}}\n',
      ),
      'clusters/blue/child.yaml': flux('')
        .replace('name: apps', 'name: child')
        .replace('./clusters/blue', './apps'),
      'apps/secret.yaml': encrypted,
    },
  },
  {
    name: 'a path of a source that may be another repository',
    given: {
      'a.yaml': flux('')
        .replace('./clusters/blue', './deploy')
        .replace('name: flux-system}\n', 'name: podinfo}\n'),
    },
  },
  {
    name: 'a Namespace whose name kustomize sets',
    given: {
      'kustomization.yaml': `${HEAD}namespace: apps\nresources: [a.yaml]\n`,
      'a.yaml': 'apiVersion: v1\nkind: Namespace\nmetadata: {name: _}\n',
    },
  },
  {
    name: 'a template of clusterctl',
    given: {
      'a.yaml':
        'apiVersion: addons.cluster.x-k8s.io/v1beta2\nkind: ClusterResourceSet\nmetadata: {name: "${CLUSTER_NAME}-cni"}\nspec:\n  clusterSelector: {matchLabels: {cni: "${CLUSTER_NAME}-cni"}}\n  resources: [{kind: ConfigMap, name: "${CLUSTER_NAME}-cni"}]\n---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: "${CLUSTER_NAME}-cni"}\ndata: {cni.yaml: "${CNI}"}\n---\napiVersion: cluster.x-k8s.io/v1beta2\nkind: Cluster\nmetadata: {name: "${CLUSTER_NAME}", labels: {cni: "${CLUSTER_NAME}-cni"}}\n',
    },
  },
  {
    name: 'a Secret whose values are filled in later',
    given: {
      'a.yaml':
        'apiVersion: v1\nkind: Secret\nmetadata: {name: a, namespace: a}\nstringData: {token: "op://vault/item/token", password: "${password}", secret: "<your secret>"}\n',
    },
  },
  {
    name: 'a field of a kustomization in other letters, which kustomize takes as well',
    given: {
      'kustomization.yaml': `${HEAD.replace('apiV', 'apiv')}Resources: [a.yaml]\nnamePREFIX: a-\n`,
      'a.yaml': config,
    },
  },
  {
    name: 'a file that is a resource and a patch',
    given: {
      'kustomization.yaml': `${HEAD}resources: [a.yaml]\npatches: [{path: a.yaml}]\n`,
      'a.yaml': config,
    },
  },
  {
    name: 'a patch for an object of a component that Flux adds to the folder',
    given: {
      'clusters/blue/apps.yaml': flux('  components: [../../components/database]\n'),
      'clusters/blue/kustomization.yaml': `${HEAD}resources: [apps.yaml]\npatches:\n- patch: |\n    apiVersion: v1\n    kind: ConfigMap\n    metadata: {name: "\${APP}-database"}\n`,
    },
  },
  {
    name: 'an object that is listed twice, and gets another name by a patch',
    given: {
      'kustomization.yaml': `${HEAD}resources: [a.yaml, b]\n`,
      'a.yaml': config,
      'b/kustomization.yaml': `${HEAD}resources: [../a.yaml]\npatches:\n- target: {kind: ConfigMap}\n  patch: |\n    - {op: replace, path: /metadata/name, value: b}\n`,
    },
  },
  {
    name: 'a Kustomization that no parent lists yet, with fields that the patches of the parent give to all',
    given: {
      'clusters/blue/all.yaml': flux(
        '  patches:\n  - target: {group: kustomize.toolkit.fluxcd.io, kind: Kustomization}\n    patch: |\n      kind: Kustomization\n      metadata: {name: any}\n      spec:\n        interval: 1h\n        postBuild: {substituteFrom: [{kind: Secret, name: settings}]}\n        patches:\n        - target: {kind: HelmRelease}\n          patch: |\n            - {op: add, path: /spec/interval, value: 1h}\n',
      ),
      'apps/new/ks.yaml': flux('  postBuild: {substitute: {app: new}}\n')
        .replace('name: apps', 'name: new')
        .replace('  interval: 10m\n', '')
        .replace('./clusters/blue', './apps/new/app'),
      'apps/new/app/release.yaml': release('new', '  values: {zone: "${zone}"}\n').replace(
        '  interval: 10m\n',
        '',
      ),
    },
  },
  {
    name: 'an object of a base whose overlays give it an interval and teach kustomize its references',
    given: {
      'base/kustomization.yaml': `${HEAD}resources: [release.yaml]\nconfigMapGenerator: [{name: values, literals: ["values.yaml=a: 1"]}]\n`,
      'base/release.yaml': release('base', '  valuesFrom: [{kind: ConfigMap, name: values}]\n').replace(
        '  interval: 10m\n',
        '',
      ),
      'app/kustomization.yaml': `${HEAD}resources: [../other]\npatches:\n- target: {kind: HelmRelease}\n  path: release.yaml\nconfigurations: [names.yaml]\n`,
      'app/release.yaml': 'kind: HelmRelease\nmetadata: {name: any}\nspec:\n  interval: 5m\n',
      'app/names.yaml': 'nameReference: []\n',
      'other/kustomization.yaml': `${HEAD}resources: [release.yaml]\n`,
      'other/release.yaml': release('other'),
    },
  },
  {
    name: 'a patch in a file that is not listed',
    given: {
      'patches/app.yaml':
        'apiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\nmetadata: {name: app, namespace: app}\nspec: {values: {a: 1}}\n',
    },
  },
  {
    name: 'a key of a ConfigMap whose name is only known when a variable is filled in',
    given: {
      'a.yaml': release(
        'app',
        '  valuesFrom: [{kind: ConfigMap, name: bucket, valuesKey: HOST, targetPath: host}]\n',
      ),
      'b.yaml': config
        .replace('name: app,', 'name: "${APP}-config",')
        .replace('namespace: apps', 'namespace: app'),
    },
  },
  {
    name: 'a dependency that an object of another kind with an unknown name might have',
    given: {
      'a.yaml': release('app', '  dependsOn: [{name: crds}]\n'),
      'b.yaml': flux('').replace('name: apps', 'name: "${APP}"'),
    },
  },
  {
    name: 'a source that a controller makes of another one of the same name',
    given: {
      'a.yaml': flux('').replace(
        'kind: GitRepository, name: flux-system',
        'kind: ExternalArtifact, name: app',
      ),
      'b.yaml':
        'apiVersion: source.toolkit.fluxcd.io/v1\nkind: OCIRepository\nmetadata: {name: app, namespace: flux-system}\nspec: {interval: 10m, url: "oci://ghcr.io/example/app"}\n',
    },
  },
  {
    name: 'a file in which everything is encrypted',
    given: {
      'clusters/blue/apps.yaml': flux(''),
      'clusters/blue/a.yaml':
        'apiVersion: ENC[AES256_GCM,data:a]\nkind: ENC[AES256_GCM,data:b]\nmetadata: {name: "ENC[AES256_GCM,data:c]", labels: {app: "ENC[AES256_GCM,data:d]"}}\nsops: {version: 3.9.0}\n',
    },
  },
  {
    name: 'words that stand for what people shall write there',
    given: {
      'a.yaml':
        'apiVersion: v1\nkind: Secret\nmetadata: {name: a, namespace: a}\nstringData: {token: REPLACE_WITH_TOKEN}\ndata: {password: password_placeholder}\n---\napiVersion: source.toolkit.fluxcd.io/v1\nkind: GitRepository\nmetadata: {name: a, namespace: a}\nspec: {interval: 10m, url: REPO_PREFIX/fleet}\n---\napiVersion: v1\nkind: Namespace\nmetadata: {name: _}\n',
    },
  },
  {
    name: 'a folder that flux bootstrap writes after the rest',
    given: { 'kustomization.yaml': `${HEAD}resources: [a.yaml, flux-system]\n`, 'a.yaml': config },
  },
  {
    name: 'a resource that a build makes: Git ignores it',
    given: {
      'kustomization.yaml': `${HEAD}resources: [made.yaml]\npatches:\n- patch: |\n    apiVersion: v1\n    kind: ConfigMap\n    metadata: {name: made}\n`,
    },
  },
  {
    name: 'a template with places for a program to fill in',
    given: { 'a.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: %s\ndata:\n  a: %d\n' },
  },
]

function isIgnored(path: string): boolean {
  return path === 'made.yaml'
}

test.each(cases)('Lint does not claim to know $name', ({ given }) => {
  const texts = new Map(Object.entries(given))
  expect(runLint({ texts, paths: new Set(texts.keys()), isWhole: true, isIgnored }).findings).toEqual([])
})
