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

test.for([
  { name: 'the next line', between: '\n', want: [] },
  { name: 'the next line that is not empty', between: '\n\n', want: [] },
  { name: 'the next line that is no comment', between: '\n# why\n', want: [] },
  {
    name: 'no line behind that',
    between: '\nkind: GitRepository\n',
    want: ['IGNORE_UNUSED', 'GIT_URL_FORM'],
  },
])('An ignore on a line of its own is for $name', ({ between, want }) => {
  const rest = between.includes('kind') ? '' : 'kind: GitRepository\n'
  const text = `apiVersion: source.toolkit.fluxcd.io/v1\n${rest}metadata: {name: a, namespace: a}\n# fitout:ignore GIT_URL_FORM a test${between}spec: {interval: 1m, url: "git@git.example.com:a.git"}\n`
  const texts = new Map([['a.yaml', text]])
  const { findings } = runLint({ texts, paths: new Set(texts.keys()), isWhole: true })
  expect(findings.map(({ code }) => code)).toEqual(want)
})

test.for([
  { path: 'legacy', want: ['legacy-2/a.yaml', 'new/legacy/a.yaml'] },
  { path: 'legacy/', want: ['legacy-2/a.yaml', 'new/legacy/a.yaml'] },
  { path: 'legacy*', want: ['new/legacy/a.yaml'] },
  { path: '*/a.yaml', want: ['new/legacy/a.yaml'] },
  { path: '**/a.yaml', want: [] },
  { path: 'legacy.2', want: ['legacy-2/a.yaml', 'legacy/a.yaml', 'new/legacy/a.yaml'], isUnused: true },
] as const)(
  'An ignore in fitout.yaml for $path is for what is below, and for nothing else',
  ({ path, want, ...rest }) => {
    const secret =
      'apiVersion: v1\nkind: Secret\nmetadata: {name: a, namespace: a}\nstringData: {password: hunter22}\n'
    const files = {
      'fitout.yaml': `apiVersion: fitout.dev/v1alpha1\nkind: FleetRepository\ngit: {url: "https://git.example.com/fleet.git"}\nenvironments: {dev: {}}\nlint:\n  ignore:\n  - path: "${path}"\n    code: SECRET_IN_CLEAR_TEXT\n    reason: a test\n`,
      'legacy/a.yaml': secret,
      'legacy-2/a.yaml': secret,
      'new/legacy/a.yaml': secret,
    }
    const texts = new Map(Object.entries(files))
    const { findings } = runLint({ texts, paths: new Set(texts.keys()), isWhole: true })
    const codes = findings.map(({ code }) => code)
    expect(
      findings.flatMap(({ code, place }) => (code === 'SECRET_IN_CLEAR_TEXT' ? [place.path] : [])),
    ).toEqual(want)
    expect(codes.includes('IGNORE_UNUSED')).toBe('isUnused' in rest)
  },
)

const inNamespace = (name: string) =>
  `apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nnamespace: ${name}\nresources: [../roles]\n`

test('An object without a namespace has none, also where a kustomization gives everything one', () => {
  const files = {
    'kustomization.yaml':
      'apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nresources: [blue, green]\n',
    'blue/kustomization.yaml': inNamespace('blue'),
    'green/kustomization.yaml': inNamespace('green'),
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
