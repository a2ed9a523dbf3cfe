import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { fixAll } from './fix-all.ts'
import { runLint } from './run-lint.ts'
import { filesOfExample } from './rule-page.ts'
import { ruleFamilies } from './rules/rule-families.ts'

const samples = ruleFamilies
  .flatMap(({ rules }) => rules.flatMap(rule => [rule.bad, rule.good]))
  .flatMap(example => Object.values(filesOfExample(example)))
  .filter(text => text.length < 5000)

const pieces = fc.constantFrom(
  ...samples.flatMap(text => text.split('\n')),
  '---',
  'kind: Kustomization',
  'resources: [.., ., /, "", 1, null]',
  'spec: null',
  'metadata: [1]',
  'data: {a: {b: 1}, c: !!binary AA==}',
  '\ud800',
)
const texts = fc.oneof(
  fc.constantFrom(...samples),
  fc.array(pieces, { maxLength: 30 }).map(lines => lines.join('\n')),
  fc.string({ unit: 'binary' }),
)
const paths = fc.constantFrom(
  'a.yaml',
  'kustomization.yaml',
  'clusters/a/b.yaml',
  'clusters/a/kustomization.yaml',
  'fitout.yaml',
  'apps/app.yaml',
)

test('A patch hides what it may change, and nothing else of the object', () => {
  const files = {
    'kustomization.yaml':
      'apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nresources: [a.yaml]\npatches:\n- target: {kind: GitRepository}\n  patch: |\n    - {op: add, path: /spec/interval, value: 1h}\n',
    'a.yaml':
      'apiVersion: source.toolkit.fluxcd.io/v1\nkind: GitRepository\nmetadata: {name: a, namespace: a}\nspec: {interval: 1d, url: "git@git.example.com:a.git"}\n',
  }
  const texts = new Map(Object.entries(files))
  const { findings } = runLint({ texts, paths: new Set(texts.keys()), isWhole: true })
  expect(findings.map(({ code }) => code)).toEqual(['GIT_URL_FORM'])
})

test('An object without a namespace has none, also where a kustomization gives everything one', () => {
  const folder = (name: string) =>
    `apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nnamespace: ${name}\nresources: [../roles]\n`
  const files = {
    'kustomization.yaml':
      'apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nresources: [blue, green]\n',
    'blue/kustomization.yaml': folder('blue'),
    'green/kustomization.yaml': folder('green'),
    'roles/kustomization.yaml':
      'apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nresources: [role.yaml, config.yaml]\n',
    'roles/role.yaml':
      'apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRole\nmetadata: {name: reader}\nrules: []\n',
    'roles/config.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: settings}\n',
  }
  const texts = new Map(Object.entries(files))
  const { findings } = runLint({ texts, paths: new Set(texts.keys()), isWhole: true })
  expect(findings.map(({ code, place }) => `${code} ${place.path}`)).toEqual(['OBJECT_TWICE roles/role.yaml'])
})

test('Lint and its fixes take any texts, and fixes end in what lint does not fix any more', () => {
  fc.assert(
    fc.property(fc.dictionary(paths, texts, { maxKeys: 6 }), given => {
      const files = {
        texts: new Map(Object.entries(given)),
        paths: new Set(Object.keys(given)),
        isWhole: true,
      }
      for (const { place } of runLint(files).findings) expect(place.line).toBeGreaterThan(0)
      const { files: fixed } = fixAll(files)
      expect(fixAll(fixed).changes).toEqual([])
    }),
    { numRuns: 300 },
  )
})

// What is looked up anew for every field would not come to an end here.
test.for(['kustomization.yaml', 'fitout.yaml', 'a.yaml'])('%s with very many fields is judged', path => {
  const fields = Array.from({ length: 20_000 }, (_, index) => `field${index}: yes`)
  const head = { 'fitout.yaml': 'apiVersion: fitout.dev/v1alpha1', 'kustomization.yaml': 'resources: []' }[
    path
  ]
  const configMap = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, namespace: b}\ndata:'
  const lines = head ? [head, ...fields] : [configMap, ...fields.map(field => `  ${field}`)]
  const { findings } = runLint({
    texts: new Map([[path, lines.join('\r\n')]]),
    paths: new Set([path]),
    isWhole: true,
  })
  expect(findings.length).toBeGreaterThanOrEqual(fields.length)
})

test('A file that a kustomization lists is not valid YAML, and has no apiVersion that tells it is a manifest', () => {
  const texts = new Map([
    ['kustomization.yaml', 'resources: [listed.yaml]\n'],
    ['listed.yaml', 'a: *unknown\n'],
    ['other.yaml', 'a: *unknown\n'],
  ])
  const { findings } = runLint({ texts, paths: new Set(texts.keys()), isWhole: true })
  expect(findings.map(({ code, place }) => [code, place.path])).toEqual([['YAML_INVALID', 'listed.yaml']])
})
