/** For tests: a repository and the folder of it that is built. */
export interface KustomizeSample {
  readonly name: string
  readonly folder: string
  readonly files: Readonly<Record<string, string>>
}

const kustomization = (text: string) =>
  `apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\n${text}`

const deployment = `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  labels: {app: web}
spec:
  replicas: 2
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      serviceAccountName: web
      containers:
      - name: main
        image: registry.example.com/web:1.0
        ports: [{containerPort: 8080}]
        env:
        - {name: LEVEL, value: info}
        - name: COLOR
          valueFrom: {configMapKeyRef: {name: settings, key: color}}
        envFrom: [{secretRef: {name: login}}]
      - name: proxy
        image: registry.example.com:5000/proxy@sha256:aaaa
      volumes:
      - {name: config, configMap: {name: settings}}
`

const service = `apiVersion: v1
kind: Service
metadata: {name: web}
spec:
  selector: {app: web}
  ports: [{port: 80, targetPort: 8080}]
`

const rbac = `apiVersion: v1
kind: ServiceAccount
metadata: {name: web}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: {name: web}
rules: []
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: {name: web}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: web}
subjects:
- {kind: ServiceAccount, name: web, namespace: default}
- {kind: ServiceAccount, name: default, namespace: default}
`

const settings = 'configMapGenerator:\n- name: settings\n  literals: [color=blue, "note=<b> & \'c\'"]\n'

const base = {
  'base/kustomization.yaml': kustomization(
    `resources: [deployment.yaml, service.yaml, rbac.yaml]\n${settings}secretGenerator:\n- name: login\n  literals: [user=admin, word="s=ecret"]\n`,
  ),
  'base/deployment.yaml': deployment,
  'base/service.yaml': service,
  'base/rbac.yaml': rbac,
}

/** Folders that use what kustomize can do, as far as it is followed. */
export const kustomizeSamples: readonly KustomizeSample[] = [
  { name: 'a base with generators', folder: 'base', files: base },
  {
    name: 'namespace, prefix, suffix, labels and annotations',
    folder: 'overlay',
    files: {
      ...base,
      'overlay/kustomization.yaml': kustomization(`resources: [../base, namespace.yaml]
namespace: prod
namePrefix: a-
nameSuffix: -z
commonAnnotations: {team: blue}
labels:
- pairs: {env: prod}
- pairs: {tier: web}
  includeSelectors: true
- pairs: {zone: one}
  includeTemplates: true
`),
      'overlay/namespace.yaml': 'apiVersion: v1\nkind: Namespace\nmetadata: {name: other}\n',
    },
  },
  {
    name: 'images and replicas',
    folder: 'overlay',
    files: {
      ...base,
      'overlay/kustomization.yaml': kustomization(`resources: [../base]
replicas: [{name: web, count: 5}]
images:
- {name: registry.example.com/web, newTag: "2.0"}
- {name: registry.example.com:5000/proxy, newName: mirror.example.com/proxy, newTag: v3}
`),
    },
  },
  {
    name: 'strategic merge patches',
    folder: 'overlay',
    files: {
      ...base,
      'overlay/kustomization.yaml': kustomization(`resources: [../base]
patches:
- path: patch.yaml
- target: {kind: Service}
  patch: |
    apiVersion: v1
    kind: Service
    metadata: {name: any, labels: {patched: "yes"}}
    spec: {type: LoadBalancer}
- patch: |
    $patch: delete
    apiVersion: rbac.authorization.k8s.io/v1
    kind: ClusterRole
    metadata: {name: web}
`),
      'overlay/patch.yaml': `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  replicas: null
  template:
    spec:
      containers:
      - name: main
        env:
        - {name: LEVEL, value: debug}
        - {name: MORE, value: "1"}
        resources: {limits: {cpu: 500m}}
      - name: proxy
        $patch: delete
      - {name: sidecar, image: sidecar:1}
      volumes:
      - {name: scratch, emptyDir: {}}
`,
    },
  },
  {
    name: 'a patch of the second container alone',
    folder: 'overlay',
    files: {
      ...base,
      'overlay/kustomization.yaml': kustomization(`resources: [../base]
patches:
- patch: |
    apiVersion: apps/v1
    kind: Deployment
    metadata: {name: web}
    spec: {template: {spec: {containers: [{name: proxy, command: [run], ports: [{containerPort: 1}]}]}}}
`),
    },
  },
  {
    name: 'JSON patches by target',
    folder: 'overlay',
    files: {
      ...base,
      'overlay/kustomization.yaml': kustomization(`resources: [../base]
patches:
- target: {group: apps, kind: Deployment, name: w.b}
  patch: |
    - {op: replace, path: /spec/template/spec/containers/0/image, value: other:1}
    - {op: add, path: /spec/template/spec/containers/0/env/-, value: {name: NEW, value: "2"}}
    - {op: remove, path: /spec/replicas}
    - {op: add, path: /metadata/annotations, value: {"a/b": c}}
- target: {labelSelector: app=web}
  path: selected.json
`),
      'overlay/selected.json': '[{"op": "add", "path": "/metadata/labels/selected", "value": "yes"}]',
    },
  },
  {
    name: 'generators that merge, replace and read files',
    folder: 'overlay',
    files: {
      ...base,
      'overlay/kustomization.yaml': kustomization(`resources: [../base]
generatorOptions: {labels: {made: "yes"}}
configMapGenerator:
- name: settings
  behavior: merge
  literals: [color=green]
- name: files
  files: [run.sh, other=notes.txt]
  envs: [values.env]
- name: fixed
  literals: [a=b]
  options: {disableNameSuffixHash: true, immutable: true, annotations: {x: "y"}}
secretGenerator:
- name: login
  behavior: replace
  literals: [user=other]
`),
      'overlay/run.sh': '#!/bin/sh\necho "<hello>"\n',
      'overlay/notes.txt': 'notes & more\n',
      'overlay/values.env': '# comment\nONE=1\n\nTWO=a=b\n',
    },
  },
  {
    name: 'a component, and a custom kind whose lists are replaced',
    folder: 'overlay',
    files: {
      ...base,
      'overlay/kustomization.yaml': kustomization(
        'resources: [../base, release.yaml]\ncomponents: [../more]\n',
      ),
      'overlay/release.yaml': `apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: {name: app, namespace: flux-system}
spec:
  interval: 10m
  dependsOn: [{name: one}, {name: two}]
  values: {a: {b: 1, c: [1, 2]}}
`,
      'more/kustomization.yaml': `apiVersion: kustomize.config.k8s.io/v1alpha1
kind: Component
resources: [quota.yaml]
patches:
- patch: |
    apiVersion: helm.toolkit.fluxcd.io/v2
    kind: HelmRelease
    metadata: {name: app, namespace: flux-system}
    spec:
      dependsOn: [{name: three}]
      values: {a: {c: [3], d: null}}
`,
      'more/quota.yaml':
        'apiVersion: v1\nkind: ResourceQuota\nmetadata: {name: quota}\nspec: {hard: {cpu: "1"}}\n',
    },
  },
]
