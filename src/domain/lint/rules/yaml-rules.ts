import { isFields, partOf } from '../../object/fields.ts'
import { oncePerObject } from '../../object/once-per-object.ts'
import { dns1123LabelProblems, dns1123SubdomainProblems } from '../../names/dns-name.ts'
import { labelKeyProblems, labelValueProblems } from '../../labels/label-key.ts'
import type { YamlPath } from '../../yaml/node/node-at.ts'
import { setScalar } from '../../yaml/edit/set-scalar.ts'
import { readRepository } from '../../repository/read-repository.ts'
import { editOf } from '../edits.ts'
import { decodeBase64 } from '../../bytes/base64.ts'
import { encodeUtf8 } from '../../bytes/utf8.ts'
import { MAX_SOURCE_BYTES } from '../../resource-set/source.ts'
import { sourcesOfSets } from '../model/carried-objects.ts'
import { isUnfilled, type LintObject, named } from '../model/lint-object.ts'
import type { LintRule, RuleFamily, RuleFinding } from '../rule.ts'
import { mayChange } from './given-by-patches.ts'
import { nodeAt } from '../../yaml/node/node-at.ts'

const invalidYaml: LintRule = {
  code: 'YAML_INVALID',
  severity: 'error',
  title: 'A manifest is not valid YAML',
  why: 'kustomize, Flux and kubectl refuse the whole file. Only files with an apiVersion are judged; templates are ignored.',
  bad: 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: app\n   namespace: apps\n',
  good: 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: app\n  namespace: apps\n',
  *check({ problems }) {
    for (const { kind, place, message } of problems)
      if (kind === 'invalid') yield { place, message: `not valid YAML: ${message}` }
  },
}

const duplicateKey: LintRule = {
  code: 'DUPLICATE_KEY',
  severity: 'error',
  title: 'A mapping of a manifest has a key twice',
  why: 'kustomize refuses such a manifest. In a kustomization.yaml it uses the last value without an error, as other readers do: the first list of resources is ignored.',
  bad: 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: app, namespace: apps}\ndata:\n  mode: a\n  mode: b\n',
  good: 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: app, namespace: apps}\ndata:\n  mode: b\n',
  *check({ problems }) {
    for (const { kind, place, message } of problems) if (kind === 'duplicate-key') yield { place, message }
  },
}

const notAString: LintRule = {
  code: 'NOT_A_STRING',
  severity: 'error',
  title: 'A label, an annotation, a value of a ConfigMap or of an environment variable is not a text',
  why: 'These are texts in the API; a number or a boolean without quotes is refused. YAML reads yes, no, on and off as booleans.',
  bad: 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: app, namespace: apps}\ndata:\n  debug: yes\n  port: 8080\n',
  good: 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: app, namespace: apps}\ndata:\n  debug: "yes"\n  port: "8080"\n',
  *check({ objects }) {
    for (const object of objects) {
      if (object.document === undefined && object.inHost === undefined) continue
      for (const { path, value } of notTextsIn(object)) {
        const written = spelling(object, path) ?? JSON.stringify(value)
        yield {
          place: object.placeOf(path),
          message: `${named(object)} has ${path.join('.')}: ${written}, which is read as ${typeof value === 'boolean' ? 'a boolean' : 'a number'} and must be a text`,
          advice: `write "${written}"`,
          edit: editOf(object, text => setScalar(text, [...object.within, ...path], written)),
        }
      }
    }
  },
}

const notTextsIn = oncePerObject((object: LintObject) =>
  [...textPaths(object)].flatMap(path => {
    const value = at(object.content, path)
    return typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean'
      ? [{ path, value }]
      : []
  }),
)

function at(content: unknown, path: YamlPath): unknown {
  return path.reduce<unknown>((value, step) => {
    if (Array.isArray(value) && typeof step === 'number') return value[step]
    return isFields(value) ? value[String(step)] : undefined
  }, content)
}

// As it is written: `yes` and not `true`.
function spelling({ document, within }: LintObject, path: YamlPath): string | undefined {
  const root = document?.node()
  const node = root && nodeAt(root, [...within, ...path])?.node
  return node?.kind === 'scalar' ? node.value : undefined
}

const workloads: ReadonlySet<string> = new Set([
  'Deployment',
  'StatefulSet',
  'DaemonSet',
  'ReplicaSet',
  'Job',
])

function* textPaths({ content, apiVersion, kind }: LintObject): Iterable<YamlPath> {
  for (const field of ['labels', 'annotations'])
    for (const key of Object.keys(partOf(partOf(content, 'metadata'), field))) yield ['metadata', field, key]
  if (apiVersion === 'v1' && kind === 'ConfigMap')
    for (const key of Object.keys(partOf(content, 'data'))) yield ['data', key]
  if (apiVersion === 'v1' && kind === 'Secret')
    for (const key of Object.keys(partOf(content, 'stringData'))) yield ['stringData', key]
  const pod = kind === 'Pod' ? ['spec'] : workloads.has(kind) ? ['spec', 'template', 'spec'] : undefined
  for (const list of pod ? ['containers', 'initContainers'] : []) {
    const containers = at(content, [...(pod ?? []), list])
    if (!Array.isArray(containers)) continue
    for (const [index, container] of containers.entries()) {
      const env: unknown = isFields(container) ? container['env'] : undefined
      if (!Array.isArray(env)) continue
      for (const entry of env.keys()) yield [...(pod ?? []), list, index, 'env', entry, 'value']
    }
  }
}

const badName: LintRule = {
  code: 'NAME_INVALID',
  severity: 'error',
  title: 'The name of an object or of its namespace is not one that Kubernetes takes',
  why: 'The API server rejects the object. Names have lower case letters, digits, - and dots.',
  bad: 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: My_App, namespace: apps}\ndata: {}\n',
  good: 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: my-app, namespace: apps}\ndata: {}\n',
  *check(repository) {
    for (const object of repository.objects) {
      if (!strictNames.has(object.kind) || object.isEncrypted || mayChange(repository, object, NEW_NAME))
        continue
      for (const { name } of repository.instancesOf(object)) yield* nameFindings(object, name)
    }
  },
}

// kustomize keeps the name of an object through a strategic patch, unless the patch says otherwise.
const NEW_NAME = /metadata[./]name\b|internal\.config\.kubernetes\.io|allowNameChange/

// Kinds of others, such as those of RBAC, take more.
const strictNames: ReadonlySet<string> = new Set([
  'Namespace',
  'ConfigMap',
  'Secret',
  'Deployment',
  'DaemonSet',
  'StatefulSet',
  'Job',
  'Kustomization',
  'HelmRelease',
  'GitRepository',
  'OCIRepository',
  'HelmRepository',
  'Cluster',
  'ClusterClass',
  'ClusterResourceSet',
  'Fitout',
])

function* nameFindings(object: LintObject, name: string): Iterable<RuleFinding> {
  const { namespace, kind } = object
  // `_` is what people write where a patch or kustomize sets the name.
  if (name !== '' && name !== '_' && !isUnfilled(name)) {
    const problems = kind === 'Namespace' ? dns1123LabelProblems(name) : dns1123SubdomainProblems(name)
    if (problems.length > 0)
      yield {
        place: object.placeOf(['metadata', 'name']),
        message: `${kind} has the name "${name}", which is refused: use lower case letters, digits and -`,
      }
  }
  if (namespace !== '' && !isUnfilled(namespace) && dns1123LabelProblems(namespace).length > 0)
    yield {
      place: object.placeOf(['metadata', 'namespace']),
      message: `${kind} ${name} has the namespace "${namespace}", which is refused: use lower case letters, digits and -`,
    }
}

const badLabel: LintRule = {
  code: 'LABEL_INVALID',
  severity: 'error',
  title: 'A label has a key or a value that Kubernetes does not take',
  why: 'The API server rejects the object. A value has at most 63 letters, digits, -, _ and dots.',
  bad: 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: app\n  namespace: apps\n  labels:\n    team: payments & billing\n',
  good: 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: app\n  namespace: apps\n  labels:\n    team: payments-billing\n',
  *check(repository) {
    for (const object of repository.objects) {
      if (object.isEncrypted || mayChange(repository, object, 'labels')) continue
      const labels = partOf(partOf(object.content, 'metadata'), 'labels')
      for (const [key, value] of Object.entries(labels)) {
        if (typeof value !== 'string' || isUnfilled(key) || isUnfilled(value)) continue
        if (labelKeyProblems(key).length > 0)
          yield {
            place: object.placeOf(['metadata', 'labels', key], 'key'),
            message: `${named(object)} has the label key "${key}", which is refused`,
          }
        else if (labelValueProblems(value).length > 0)
          yield {
            place: object.placeOf(['metadata', 'labels', key]),
            message: `${named(object)} has a value of label ${key} that is refused: at most 63 letters, digits, -, _ and dots`,
          }
      }
    }
  },
}

const tooLarge: LintRule = {
  code: 'OBJECT_TOO_LARGE',
  severity: 'error',
  title: 'A ConfigMap or Secret has more than 1 MiB',
  why: 'The API server rejects it: it sums the bytes of all values. One that a ClusterResourceSet lists is judged by RESOURCE_TOO_LARGE.',
  bad: largeConfigMap(MAX_SOURCE_BYTES + 1),
  good: largeConfigMap(1024),
  *check(repository) {
    const listed = new Set(sourcesOfSets(repository.objects))
    for (const object of repository.objects) {
      const isKind = object.apiVersion === 'v1' && (object.kind === 'ConfigMap' || object.kind === 'Secret')
      if (!isKind || listed.has(object) || object.isEncrypted || repository.isPatched(object)) continue
      const bytes = bytesOf(object)
      if (bytes <= MAX_SOURCE_BYTES) continue
      yield {
        place: object.placeOf(['metadata', 'name']),
        message: `${named(object)} has ${bytes} bytes of data; the limit is ${MAX_SOURCE_BYTES}`,
        advice: 'split it',
      }
    }
  },
}

const bytesOf = oncePerObject(({ content, kind }: LintObject): number => {
  const values = ['data', 'stringData', 'binaryData'].flatMap(field =>
    Object.values(partOf(content, field)).flatMap(value =>
      // What a variable stands for may be shorter than the variable.
      typeof value === 'string' && !isUnfilled(value)
        ? [{ value, isCoded: field === 'binaryData' || (kind === 'Secret' && field === 'data') }]
        : [],
    ),
  )
  const letters = values.reduce((sum, { value }) => sum + value.length, 0)
  if (letters * MOST_BYTES_OF_LETTER <= MAX_SOURCE_BYTES) return letters
  return values.reduce(
    (sum, { value, isCoded }) => sum + (isCoded ? decodeBase64(value).bytes : encodeUtf8(value)).length,
    0,
  )
})

const MOST_BYTES_OF_LETTER = 3

function largeConfigMap(bytes: number): string {
  return `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: app, namespace: apps}\ndata:\n  text: ${'x'.repeat(bytes)}\n`
}

const fitoutFile: LintRule = {
  code: 'FITOUT_FILE_INVALID',
  severity: 'error',
  title: 'fitout.yaml is not valid',
  why: 'Every command of Fitout that works on files reads it, and fails.',
  bad: {
    'fitout.yaml':
      'apiVersion: fitout.dev/v1alpha1\nkind: FleetRepository\ngit: {url: "https://git.example.com/fleet.git"}\nenvironments: {dev: {}}\npatern: crs\n',
  },
  good: {
    'fitout.yaml':
      'apiVersion: fitout.dev/v1alpha1\nkind: FleetRepository\ngit: {url: "https://git.example.com/fleet.git"}\nenvironments: {dev: {}}\npattern: crs\n',
  },
  *check({ files }) {
    const text = files.texts.get('fitout.yaml')
    if (text === undefined || !text.includes('fitout.dev/')) return
    const reading = readRepository(text)
    for (const { line, column, message } of reading.ok ? [] : reading.problems)
      yield { place: { path: 'fitout.yaml', line, column }, message }
  },
}

/** Files and objects that no reader takes. */
export const yamlRules: RuleFamily = {
  title: 'YAML and names',
  rules: [invalidYaml, duplicateKey, notAString, badName, badLabel, tooLarge, fitoutFile],
}
