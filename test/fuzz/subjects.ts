import { CelError } from '../../src/domain/cel/cel-error.ts'
import { evaluateCel } from '../../src/domain/cel/evaluate-cel.ts'
import { parseCel } from '../../src/domain/cel/parse-cel.ts'
import { ClusterTemplate } from '../../src/domain/envsubst/clusterctl/cluster-template.ts'
import { listVariables } from '../../src/domain/envsubst/clusterctl/list-variables.ts'
import { processTemplate } from '../../src/domain/envsubst/clusterctl/process-template.ts'
import { EnvsubstError } from '../../src/domain/envsubst/envsubst-error.ts'
import { expand, lookupIn } from '../../src/domain/envsubst/expand.ts'
import { scanVariables } from '../../src/domain/envsubst/scan-variables.ts'
import { lintFitout } from '../../src/domain/validation/read-fitout.ts'
import { KubeconfigError } from '../../src/domain/kubeconfig/kubeconfig-error.ts'
import { parseKubeconfig } from '../../src/domain/kubeconfig/parse-kubeconfig.ts'
import { evaluateHealth } from '../../src/domain/health/evaluate-health.ts'
import { ValuesLimitError } from '../../src/domain/helm-values/copy-values.ts'
import { parseSetLine } from '../../src/domain/helm-values/set-line/parse-set-line.ts'
import { SetLineError } from '../../src/domain/helm-values/set-line/set-line-error.ts'
import { explainTargetPath } from '../../src/domain/helm-values/target-path/explain-target-path.ts'
import { parseSelector } from '../../src/domain/labels/parse-selector.ts'
import { SelectorError } from '../../src/domain/labels/selector-error.ts'
import { DurationError } from '../../src/domain/quantity/duration-error.ts'
import { parseDuration } from '../../src/domain/quantity/parse-duration.ts'
import { parseQuantity } from '../../src/domain/quantity/parse-quantity.ts'
import { QuantityError } from '../../src/domain/quantity/quantity-error.ts'
import { readSourceObjects } from '../../src/domain/resource-set/read-source-objects.ts'
import { SourceError } from '../../src/domain/resource-set/source-error.ts'
import { readSource } from '../../src/domain/resource-set/source.ts'
import { parseRange } from '../../src/domain/versions/parse-range.ts'
import { parseVersion } from '../../src/domain/versions/parse-version.ts'
import { VersionError } from '../../src/domain/versions/version-error.ts'
import { objectsIn } from '../../src/domain/yaml/document/read-documents.ts'
import { splitDocuments } from '../../src/domain/yaml/document/split-documents.ts'
import { findDuplicateKeys } from '../../src/domain/yaml/find-duplicate-keys.ts'
import { readGoYaml, readStrictYaml } from '../../src/domain/yaml/read-go-yaml.ts'
import { YamlError } from '../../src/domain/yaml/yaml-error.ts'
import { EvaluationError } from '../../src/migrate/evaluate/evaluation-error.ts'
import { HclError } from '../../src/migrate/hcl/hcl-error.ts'
import { readHcl } from '../../src/migrate/hcl/read-hcl.ts'
import { embeddedModules } from '../../src/migrate/workspace/module-text.ts'
import { aMigration } from '../migrate/configuration.ts'
import { parseHcl } from '../migrate/grammar.ts'
import { sampleTerraform, workspaceTemplate } from '../migrate/sample-terraform.ts'
import { type FuzzSubject, reporting, stepping } from './subject.ts'
import { filesOfExample } from '../../src/domain/lint/rule-page.ts'
import { ruleFamilies } from '../../src/domain/lint/rules/rule-families.ts'
import { runLint } from '../../src/domain/lint/run-lint.ts'

const manifest = `apiVersion: apps/v1
kind: Deployment
metadata: {name: web, labels: &l {app: web, on: yes}}
spec:
  replicas: 3
  selector: {matchLabels: *l}
  template:
    spec:
      containers:
        - name: web # the only one
          image: "registry.example/web:1.0"
          args: ['--x=1', "--y=\\u00e9", |
            a block
            of text]
          env: [{name: A, value: 0x1F}, {name: B, value: 1_000}, {name: C, value: 1:30}]
          command: >-
            folded
            text
status: {observedGeneration: 1, conditions: [{type: Available, status: "True"}], replicas: 3, readyReplicas: 2}
`

const variables = lookupIn({ name: 'blue', path: 'a/b/c', empty: '' })

/** Everything in the domain that reads text of others. */
export const subjects: readonly FuzzSubject[] = [
  {
    name: 'YAML',
    samples: [
      manifest,
      '---\na: !!binary aGk=\n<<: {b: 1}\n...\n',
      '{"a": [1, 2.5e3, null, "x"]}',
      '0: x\n-1: y\n2.5: z\n? true\n: - - a\n',
      "- &a {b: 1}\n- {<<: *a}\n- 'it''s'\n- !!int 1\n",
    ],
    readers: [
      reporting(input => readGoYaml(input), YamlError),
      reporting(readStrictYaml, YamlError),
      reporting(findDuplicateKeys, YamlError),
      reporting(splitDocuments, YamlError),
      stepping(input => objectsIn(input), YamlError),
    ],
  },
  {
    name: 'sources of a ClusterResourceSet',
    samples: [
      `${manifest}---\n# nothing\n--- # comment\n${manifest}`,
      `[${'{"kind": "X"}, '.repeat(5)}{}]`,
      `[{"a": {"b": [[], {}]}}, null, {}]${' '.repeat(32)}`,
    ],
    readers: [
      reporting(input => {
        const metadata = { name: 'fuzz', namespace: 'default' }
        return readSourceObjects(readSource({ kind: 'ConfigMap', metadata, data: { a: input, b: 'b: 1' } }))
      }, SourceError),
    ],
  },
  {
    name: 'envsubst',
    samples: [
      '${name:-x}',
      '${path//a/${empty:=y}}',
      '$${name} ${name^^} ${path##*/} ${#name} ${path:1:2}',
      '${a[b]%%?c}',
    ],
    readers: [
      reporting(input => expand(input, variables, 'strict'), EnvsubstError),
      reporting(input => expand(input, variables, 'lenient'), EnvsubstError),
      reporting(scanVariables, EnvsubstError),
    ],
  },
  {
    name: 'templates of clusterctl',
    samples: ['${ NAME }', '${A:-"b"} ${B:=${C}}', '$$${X}', 'a: ${A/b/c}'],
    readers: [
      reporting(input => processTemplate(input, variables), EnvsubstError),
      reporting(text => listVariables(new ClusterTemplate(text)), EnvsubstError),
    ],
  },
  {
    name: 'values of Helm',
    samples: [
      'a.b[0].c=1,d={x,y}',
      'a\\.b/c=null',
      'a={"b": [1]}',
      'eks\\.amazonaws\\.com/role-arn=arn:aws:iam::1:role/x',
    ],
    readers: [
      ...(['set', 'set-string', 'set-json', 'set-literal'] as const).map(mode =>
        reporting(input => parseSetLine(input, mode), SetLineError, ValuesLimitError),
      ),
      reporting(input => explainTargetPath(input, 'x')),
      reporting(input => explainTargetPath('a.b', input)),
      reporting(input => explainTargetPath('a.b', input, { literal: true })),
    ],
  },
  {
    name: 'CEL',
    samples: [
      "status.conditions.filter(e, e.type == 'Ready').all(e, e.status == 'True')",
      "has(a.b) ? a.?b.orValue(1u) : b'\\x41' + [1, 2.5][0] > duration('1h').getSeconds()",
      "'%s-%d'.format(['a', 1]).matches('^a+$') && {'k': 1}.k in [1, 2]",
    ],
    readers: [reporting(runCel)],
  },
  {
    name: 'health of any object',
    samples: [
      manifest,
      '{"kind": "Pod", "apiVersion": "v1", "status": {"phase": "Running", "conditions": []}}',
    ],
    readers: (['flux', 'kstatus'] as const).map(reader =>
      reporting(input => evaluateHealth(readGoYaml(input), { now: 0, reader }), YamlError),
    ),
  },
  {
    name: 'label selectors',
    samples: ['app in (web, api),tier notin (x),!old,size > 3', 'a.b/c=d,e!=f', 'x==y'],
    readers: [reporting(parseSelector, SelectorError)],
  },
  {
    name: 'versions',
    samples: ['>=1.2.3-0 <2 || ~1.x, ^0.3', 'v1.2.3-rc.1+build', '1.2 - 3.4.5', '!=1.0, *'],
    readers: [reporting(parseRange, VersionError), reporting(parseVersion, VersionError)],
  },
  {
    name: 'kubeconfigs',
    samples: [
      'apiVersion: v1\nkind: Config\ncurrent-context: a\nclusters: [{name: a, cluster: {server: "https://a:6443", certificate-authority-data: LS0t}}]\ncontexts: [{name: a, context: {cluster: a, user: a}}]\nusers: [{name: a, user: {token: t}}]\n',
      'users:\n- name: b\n  user:\n    exec: {command: sh}\n    client-key-data: "LS0t"\n',
    ],
    readers: [reporting(parseKubeconfig, KubeconfigError)],
  },
  {
    name: 'Fitouts',
    samples: [
      'apiVersion: fitout.dev/v1alpha1\nkind: Fitout\nmetadata: {name: a}\nspec:\n  clusterSelector: {matchLabels: {a: b}}\n  steps:\n  - {name: cni, gate: {label: x.dev/y}, proof: {preset: calico}}\n',
      'spec:\n  steps:\n  - name: k\n    dependsOn: [a, b]\n    handOver: [{from: {secret: "${CLUSTER_NAME}-x"}, to: {secret: s, namespace: n}, keys: {a: {path: "b.c", format: url}}}]\n    proof: {objects: [{apiVersion: v1, kind: Pod, selector: {}, current: "has(status.x)"}], stableFor: 30s}\n',
    ],
    readers: [reporting(input => lintFitout(readGoYaml(input)), YamlError)],
  },
  {
    name: 'repositories that are linted',
    samples: ruleFamilies
      .flatMap(({ rules }) => rules.map(({ bad }) => Object.values(filesOfExample(bad)).join('---\n')))
      .filter(text => text.length < 5000),
    readers: [
      reporting(input => {
        const texts = new Map(['a.yaml', 'kustomization.yaml', 'fitout.yaml'].map(path => [path, input]))
        return runLint({ texts, paths: new Set(texts.keys()), isWhole: true })
      }),
    ],
  },
  {
    name: 'Terraform configurations',
    samples: [
      sampleTerraform,
      'locals {\n  a = [for k, v in { x = 1 } : "${k}-${v}" if v > 0]\n  b = local.a[*].c ? <<-EOT\n    %{ for i in local.a ~}\n    ${i}\n    %{ endfor }\n  EOT\n  : null\n}\n',
      'resource "helm_release" "r" {\n  for_each = toset(["a"])\n  name = each.key\n  chart = "oci://example.com/r"\n  version = "1.0.0"\n  dynamic "set" {\n    for_each = { "a.b[0]" = 1 }\n    content {\n      name = set.key\n      value = set.value\n    }\n  }\n  values = [yamlencode({ a = [1, null] })]\n}\n',
    ],
    readers: [reporting(readTerraform, HclError, EvaluationError)],
  },
  {
    name: 'modules in manifests',
    samples: [workspaceTemplate('output "x" {\n  value = 1\n}\n')],
    readers: [reporting(input => embeddedModules('a.yaml', input), YamlError, HclError)],
  },
  {
    name: 'quantities and durations',
    samples: ['1.5Gi', '100m', '12e6', '-0.001', '1h30m', '1.5s', '100ns'],
    readers: [reporting(parseQuantity, QuantityError), reporting(parseDuration, DurationError)],
  },
]

// A tree of HCL takes a thousand times the memory of its text: this worker has none for the largest file that is read.
const MAX_HCL = 30_000

function readTerraform(input: string): void {
  if (input.length > MAX_HCL) return
  readHcl({ path: 'main.tf', text: input }, parseHcl)
  aMigration(input)
}

function runCel(input: string): void {
  const parsed = parseCel(input)
  if (!parsed.ok) return
  const result = evaluateCel(parsed.expression, {
    a: { b: 1 },
    status: { conditions: [{ type: 'Ready' }] },
  })
  if (!result.ok && !(result.error instanceof CelError)) throw result.error
}
