import { itemsIn, partOf, textIn, textsIn } from '../../object/fields.ts'
import { admitResourceSet } from '../../resource-set/admission/admit-resource-set.ts'
import { hasWrongType, RESOURCE_SET_SECRET_TYPE, readSource, type Source } from '../../resource-set/source.ts'
import { type SourceIssue, sourceProblems } from '../../resource-set/source-problems.ts'
import { ResourceSetError } from '../../resource-set/resource-set-error.ts'
import { oncePerObject } from '../../object/once-per-object.ts'
import { nearest } from '../../text/nearest.ts'
import type { YamlPath } from '../../yaml/node/node-at.ts'
import { addField, editOf, setField } from '../edits.ts'
import { sourcesOfSets, textsOf } from '../model/carried-objects.ts'
import { isUnfilled, type LintObject, named } from '../model/lint-object.ts'
import { type LintRepository, ofKind, placeOfObject } from '../model/lint-repository.ts'
import type { LintEdit, LintRule, RuleFamily } from '../rule.ts'
import { withName } from './references.ts'

const ADD_ONS = 'addons.cluster.x-k8s.io'

const SET = `apiVersion: addons.cluster.x-k8s.io/v1beta2
kind: ClusterResourceSet
metadata: {name: pack, namespace: default}
spec:
  clusterSelector: {matchLabels: {cni: calico}}
  resources:
`

function pack(data: string, kind = 'ConfigMap', more = ''): string {
  return `${SET}  - {kind: ${kind}, name: pack}\n---\napiVersion: v1\nkind: ${kind}\nmetadata: {name: pack, namespace: default}\n${more}${kind === 'Secret' ? 'stringData' : 'data'}:${data}`
}

const manifest = '\n  app.yaml: |\n    apiVersion: v1\n    kind: Namespace\n    metadata: {name: apps}\n'

/** The sources of ClusterResourceSets that can be judged: neither encrypted, nor patched, nor to be filled in. */
const readable = oncePerObject((repository: LintRepository) => [...readableIn(repository)])

function* readableIn(
  repository: LintRepository,
): Iterable<{ readonly object: LintObject; readonly source: Source }> {
  for (const object of sourcesOfSets(repository.objects)) {
    if (object.isEncrypted || repository.isPatched(object) || object.isHashed) continue
    if (textsOf(object).some(({ text }) => isTemplateOnly(text))) continue
    try {
      const source = readSource(object.content)
      // Of another type it is refused as a whole, and wrapped: what is in it is not meant as manifests.
      if (!hasWrongType(source)) yield { object, source }
    } catch (error) {
      // Values that are no texts are another rule's.
      if (!(error instanceof ResourceSetError)) throw error
    }
  }
}

// A value that something else fills in before it is applied.
function isTemplateOnly(text: string): boolean {
  return /^\s*\$\{[^}]*\}\s*$/.test(text) || /\{\{/.test(text)
}

const secretType: LintRule = {
  code: 'SECRET_TYPE_WRONG',
  severity: 'error',
  title: 'A ClusterResourceSet lists a Secret of another type than addons.cluster.x-k8s.io/resource-set',
  why: 'Cluster API refuses it, and applies nothing of the whole set. To deliver a Secret to the workload cluster, put its manifest into a value of a Secret of that type.',
  bad: pack('\n  token: ${TOKEN}\n', 'Secret', 'type: Opaque\n'),
  good: pack(
    '\n  secret.yaml: |\n    apiVersion: v1\n    kind: Secret\n    metadata: {name: pack, namespace: apps}\n    stringData: {token: "${TOKEN}"}\n',
    'Secret',
    `type: ${RESOURCE_SET_SECRET_TYPE}\n`,
  ),
  *check(repository) {
    for (const object of sourcesOfSets(repository.objects)) {
      if (object.kind !== 'Secret' || repository.isPatched(object) || object.host) continue
      const type = textIn(object.content, 'type', 'Opaque')
      if (type === RESOURCE_SET_SECRET_TYPE || isUnfilled(type)) continue
      yield {
        place: object.placeOf('type' in object.content ? ['type'] : ['kind']),
        message: `Secret "${object.name}" has type ${type}; a ClusterResourceSet takes only ${RESOURCE_SET_SECRET_TYPE}`,
        advice: 'fitout lint --fix wraps it',
        edit: object.isEncrypted ? undefined : typeEdit(object),
      }
    }
  },
}

function typeEdit(object: LintObject): LintEdit | undefined {
  const texts = textsOf(object)
  const isPack =
    texts.length > 0 && texts.every(({ text }) => /^\s*(?:---\s*)?(?:#.*\s)*(?:apiVersion|kind):/m.test(text))
  if (isPack)
    return 'type' in object.content
      ? setField(object, ['type'], RESOURCE_SET_SECRET_TYPE)
      : addField(object, ['type'], RESOURCE_SET_SECRET_TYPE)
  if (object.within.length > 0) return undefined
  const { name, namespace } = object
  const home = namespace === '' ? '' : `  namespace: ${JSON.stringify(namespace)}\n`
  return editOf(object, text => {
    const indented = text.replaceAll(/^(?=.)/gm, '    ').replace(/\n*$/, '\n')
    return `apiVersion: v1\nkind: Secret\nmetadata:\n  name: ${JSON.stringify(name)}\n${home}type: ${RESOURCE_SET_SECRET_TYPE}\nstringData:\n  secret.yaml: |\n${indented}`
  })
}

const invalidSet: LintRule = {
  code: 'RESOURCE_SET_INVALID',
  severity: 'error',
  title: 'A ClusterResourceSet is one that the management cluster refuses',
  why: 'It needs a selector that is not empty, and 1 to 100 resources of kind ConfigMap or Secret.',
  bad: 'apiVersion: addons.cluster.x-k8s.io/v1beta2\nkind: ClusterResourceSet\nmetadata: {name: pack, namespace: default}\nspec:\n  clusterSelector: {}\n  resources:\n  - {kind: ConfigMap, name: pack}\n',
  good: `${SET}  - {kind: ConfigMap, name: pack}\n`,
  *check(repository) {
    for (const object of ofKind(repository, ADD_ONS, 'ClusterResourceSet')) {
      if (repository.isPatched(object)) continue
      const spec = object.content['spec']
      if (JSON.stringify(spec ?? {}, big).includes('${')) continue
      for (const { path, problem } of admitResourceSet(spec))
        yield { place: object.placeOf(stepsOf(path)), message: `${named(object)}: ${path}: ${problem}` }
    }
  },
}

function big(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value
}

/** The steps of a path such as `spec.resources[0].kind`. */
function stepsOf(path: string): YamlPath {
  return path
    .split(/[.[\]]+/)
    .filter(step => step !== '')
    .map(step => (/^\d+$/.test(step) ? Number(step) : step))
}

const otherNamespace: LintRule = {
  code: 'RESOURCE_NAMESPACE',
  severity: 'error',
  title: 'What a ClusterResourceSet lists is in another namespace',
  why: 'It takes ConfigMaps and Secrets of its own namespace. One that is missing there is skipped, and the condition still says True.',
  bad: pack(manifest).replace(
    'metadata: {name: pack, namespace: default}\ndata',
    'metadata: {name: pack, namespace: packs}\ndata',
  ),
  good: pack(manifest),
  *check(repository) {
    const sources = new Set(sourcesOfSets(repository.objects))
    for (const { set, kind, name, index } of references(repository)) {
      const found = withName(repository, { group: '', kind }, name).filter(
        source => source.name === name && !source.host && sources.has(source),
      )
      if (found.length === 0 || found.some(source => repository.isPatched(source))) continue
      const homes = repository.namespacesOf(set)
      const there = new Set(found.flatMap(source => [...repository.namespacesOf(source)]))
      if (
        [...homes].some(home => there.has(home) || home === '' || isUnfilled(home)) ||
        [...there].some(isUnsaid)
      )
        continue
      yield {
        place: set.placeOf(['spec', 'resources', index, 'name']),
        message: `${named(set)} lists ${kind} "${name}", which is in namespace ${[...there].join(', ')}`,
        advice: 'put it into the namespace of the set',
      }
    }
  },
}

function isUnsaid(namespace: string): boolean {
  return namespace === '' || isUnfilled(namespace)
}

const references = oncePerObject((repository: LintRepository) => [...referencesIn(repository)])

function* referencesIn(repository: LintRepository) {
  for (const set of ofKind(repository, ADD_ONS, 'ClusterResourceSet')) {
    if (repository.isPatched(set)) continue
    for (const [index, ref] of itemsIn(partOf(set.content, 'spec'), 'resources').entries()) {
      const [kind, name] = [textIn(ref, 'kind'), textIn(ref, 'name')]
      if (name !== '' && !isUnfilled(name)) yield { set, kind, name, index }
    }
  }
}

const misspelt: LintRule = {
  code: 'RESOURCE_MISSPELT',
  severity: 'error',
  title: 'A ClusterResourceSet lists a name that does not exist, and one that is nearly the same is',
  why: 'A ConfigMap or Secret that does not exist is skipped without an error.',
  bad: pack(manifest).replace('- {kind: ConfigMap, name: pack}', '- {kind: ConfigMap, name: pakc}'),
  good: pack(manifest),
  *check(repository) {
    const listed = new Set(references(repository).map(({ kind, name }) => `${kind}/${name}`))
    const existing = new Set(
      ['ConfigMap', 'Secret'].flatMap(kind =>
        ofKind(repository, '', kind).map(({ name }) => `${kind}/${name}`),
      ),
    )
    for (const { set, kind, name, index } of references(repository)) {
      if (existing.has(`${kind}/${name}`)) continue
      const all = ofKind(repository, '', kind)
      const homes = repository.namespacesOf(set)
      const free = all.filter(
        object =>
          !listed.has(`${kind}/${object.name}`) &&
          [...repository.namespacesOf(object)].some(home => homes.has(home)),
      )
      const meant = nearest(
        name,
        free.map(object => object.name),
      )
      if (meant === undefined) continue
      yield {
        place: set.placeOf(['spec', 'resources', index, 'name']),
        message: `${named(set)} lists ${kind} "${name}", which is not in this repository`,
        advice: `did you mean ${meant}?`,
      }
    }
  },
}

/** Rules for what Cluster API says to the content of a source, one for each kind of problem. */
function contentRule(
  head: Pick<LintRule, 'code' | 'title' | 'why' | 'bad' | 'good'>,
  codes: readonly SourceIssue['code'][],
): LintRule {
  return {
    ...head,
    severity: 'error',
    *check(repository) {
      for (const { object, source } of readable(repository))
        for (const { code, message, key } of sourceProblems(source)) {
          if (!codes.includes(code)) continue
          const fields = ['data', 'stringData', 'binaryData'].filter(field => field in object.content)
          const path =
            key === undefined
              ? fields.slice(0, 1)
              : [fields.find(field => key in partOf(object.content, field)) ?? 'data', key]
          yield {
            place: object.placeOf(path, 'key'),
            message: `${named(object)} is delivered by a ClusterResourceSet, and nothing of it is applied: ${message}`,
          }
        }
    },
  }
}

const empty = contentRule(
  {
    code: 'RESOURCE_EMPTY',
    title: 'What a ClusterResourceSet lists has no data',
    why: 'Cluster API reads `data` alone. A ConfigMap with binaryData only, or with `data: {}`, fails the set.',
    bad: pack(' {}\n'),
    good: pack(manifest),
  },
  ['NO_DATA'],
)

const short = contentRule(
  {
    code: 'RESOURCE_VALUE_SHORT',
    title: 'A value of a ConfigMap or Secret that a ClusterResourceSet lists has less than 32 bytes',
    why: 'Cluster API reads 32 bytes to distinguish JSON from YAML, and fails if there are fewer. No manifest is that short.',
    bad: pack('\n  version: "1.2.3"\n'),
    good: pack(manifest),
  },
  ['VALUE_TOO_SHORT'],
)

const notManifests = contentRule(
  {
    code: 'RESOURCE_NOT_MANIFESTS',
    title: 'A value of what a ClusterResourceSet lists is not a list of manifests',
    why: 'Every value must be YAML documents or JSON that are objects with a kind; one that is not fails the whole source.',
    bad: pack('\n  values.yaml: |\n    - a list of things, and\n    - not one object of Kubernetes\n'),
    good: pack(manifest),
  },
  ['NOT_UTF8', 'BAD_SEPARATOR', 'BAD_DOCUMENT', 'NOT_AN_OBJECT'],
)

const tooLarge = contentRule(
  {
    code: 'RESOURCE_TOO_LARGE',
    title: 'A ConfigMap or Secret that a ClusterResourceSet lists is larger than 1 MiB',
    why: 'The API server rejects it. fitout pack splits manifests over several ConfigMaps.',
    bad: pack(
      `\n  app.yaml: |\n    apiVersion: v1\n    kind: ConfigMap\n    metadata: {name: app, namespace: apps}\n    data:\n      text: ${'x'.repeat(1024 * 1024)}\n`,
    ),
    good: pack(manifest),
  },
  ['TOO_LARGE'],
)

const badKey = contentRule(
  {
    code: 'RESOURCE_KEY_INVALID',
    title: 'A key of a ConfigMap or Secret that a ClusterResourceSet lists is refused',
    why: 'Keys have letters, digits, -, _ and dots.',
    bad: pack(manifest.replace('app.yaml', 'apps/app.yaml')),
    good: pack(manifest),
  },
  ['BAD_KEY'],
)

const fluxByFlux: LintRule = {
  code: 'FLUX_NEEDS_FLUX',
  severity: 'error',
  title: 'A ClusterResourceSet delivers a HelmRelease that shall install Flux',
  why: 'A HelmRelease is an object of Flux: before Flux runs its kind does not exist, and no controller reconciles it. Deliver the manifests of Flux: fitout pack flux.',
  bad: pack(
    '\n  flux.yaml: |\n    apiVersion: helm.toolkit.fluxcd.io/v2\n    kind: HelmRelease\n    metadata: {name: flux2, namespace: flux-system}\n    spec:\n      interval: 5m\n      chart:\n        spec:\n          chart: flux2\n          version: 2.18.1\n          sourceRef: {kind: HelmRepository, name: fluxcd}\n',
  ),
  good: pack(
    '\n  flux.yaml: |\n    apiVersion: v1\n    kind: Namespace\n    metadata: {name: flux-system}\n',
  ),
  *check(repository) {
    const hasKinds = repository.objects.some(
      ({ kind, name, host }) =>
        kind === 'CustomResourceDefinition' &&
        name === 'helmreleases.helm.toolkit.fluxcd.io' &&
        host?.kind === 'ConfigMap',
    )
    if (hasKinds) return
    for (const object of repository.objects) {
      if (object.kind !== 'HelmRelease' || object.host === undefined || object.host.kind === 'ResourceSet')
        continue
      const chart = textIn(partOf(partOf(partOf(object.content, 'spec'), 'chart'), 'spec'), 'chart')
      if (chart !== 'flux2' && chart !== 'flux') continue
      yield {
        place: placeOfObject(object),
        message: `${named(object)} shall install Flux, and needs Flux to be there already`,
        advice: 'deliver the manifests of Flux instead: fitout pack flux install.yaml --version <version>',
      }
    }
  },
}

const jobRights: LintRule = {
  code: 'JOB_WITHOUT_RIGHTS',
  severity: 'error',
  title: 'A Job that talks to the API server runs as a ServiceAccount without rights',
  why: 'A ServiceAccount has no permissions until a binding grants them. Judged if the Job is delivered by a ClusterResourceSet and runs kubectl, flux or helm.',
  bad: pack(job('')),
  good: pack(
    job(
      '    ---\n    apiVersion: rbac.authorization.k8s.io/v1\n    kind: ClusterRoleBinding\n    metadata: {name: installer}\n    roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: cluster-admin}\n    subjects:\n    - {kind: ServiceAccount, name: installer, namespace: apps}\n',
    ),
  ),
  *check(repository) {
    const bindings = repository.objects.filter(
      ({ kind }) => kind === 'RoleBinding' || kind === 'ClusterRoleBinding',
    )
    for (const object of repository.objects) {
      if (object.kind !== 'Job') continue
      const isDelivered = object.host !== undefined
      const pod = partOf(partOf(partOf(object.content, 'spec'), 'template'), 'spec')
      const account = textIn(pod, 'serviceAccountName', textIn(pod, 'serviceAccount', 'default'))
      const tool = itemsIn(pod, 'containers')
        .map(toolOf)
        .find(found => found !== undefined)
      // Who binds `default` is not to be told from a repository that is more than a pack.
      if (tool === undefined || isUnfilled(account) || (!isDelivered && account !== 'default')) continue
      if (!isDelivered && bindings.length > 0) continue
      if (bindings.some(binding => isBound(binding, account, object.namespace))) continue
      yield {
        place: object.placeOf(['spec', 'template', 'spec']),
        message: `${named(object)} runs ${tool} as ServiceAccount ${account}, which no RoleBinding or ClusterRoleBinding gives any rights`,
        advice: 'bind a role to it, or deliver the manifests themselves',
      }
    }
  },
}

function toolOf(container: Readonly<Record<string, unknown>>): string | undefined {
  const script = [...textsIn(container, 'command'), ...textsIn(container, 'args')].join(' ')
  return /(?:^|[\s;&|/])(kubectl|flux|helm)\s/.exec(script)?.[1]
}

function isBound(binding: LintObject, account: string, namespace: string): boolean {
  return itemsIn(binding.content, 'subjects').some(subject => {
    if (textIn(subject, 'kind') === 'Group')
      return textIn(subject, 'name').startsWith('system:serviceaccounts')
    const home = textIn(subject, 'namespace')
    return textIn(subject, 'name') === account && (home === '' || namespace === '' || home === namespace)
  })
}

function job(more: string): string {
  return `\n  app.yaml: |\n    apiVersion: v1\n    kind: ServiceAccount\n    metadata: {name: installer, namespace: apps}\n    ---\n    apiVersion: batch/v1\n    kind: Job\n    metadata: {name: installer, namespace: apps}\n    spec:\n      template:\n        spec:\n          serviceAccountName: installer\n          restartPolicy: OnFailure\n          containers:\n          - name: install\n            image: alpine/kubectl:1.36.0\n            command: [sh, -c, kubectl apply -f /manifests]\n${more}`
}

const podSelector: LintRule = {
  code: 'FLUX_POD_SELECTOR',
  severity: 'warning',
  title: 'A script selects the pods of Flux by a label that they do not have',
  why: 'The label app.kubernetes.io/instance of the pods of Flux is their namespace, whatever the chart or release is called: nothing matches, and the wait never ends.',
  bad: checkJob('app.kubernetes.io/instance=flux2'),
  good: checkJob('app.kubernetes.io/part-of=flux'),
  *check(repository) {
    for (const object of repository.objects) {
      if (object.kind !== 'Job' && object.kind !== 'CronJob') continue
      const script = JSON.stringify(object.content, big)
      const found =
        /(?:-n|--namespace)[ =](flux-system)[^;&|]*?-l[ =]app\.kubernetes\.io\/instance=([\w-]+)/.exec(script)
      if (!found || found[1] === found[2]) continue
      yield {
        place: object.placeOf(['spec', 'template', 'spec']),
        message: `${named(object)} selects pods with app.kubernetes.io/instance=${found[2]}; those of Flux have instance=${found[1]}`,
        advice: 'select app.kubernetes.io/part-of=flux',
      }
    }
  },
}

function checkJob(selector: string): string {
  return `apiVersion: v1\nkind: ServiceAccount\nmetadata: {name: check, namespace: flux-system}\n---\napiVersion: batch/v1\nkind: Job\nmetadata: {name: check, namespace: flux-system}\nspec:\n  template:\n    spec:\n      serviceAccountName: check\n      restartPolicy: OnFailure\n      containers:\n      - name: check\n        image: alpine/kubectl:1.36.0\n        command: [kubectl, wait, --for=condition=Ready, pods, -n, flux-system, -l, ${selector}]\n`.replace(
    /command: \[(.*)\]/,
    (_, words: string) => `command: [sh, -c, "${words.replaceAll(',', '')}"]`,
  )
}

/** What a ClusterResourceSet refuses, skips or never applies. */
export const deliveryRules: RuleFamily = {
  title: 'Delivery by ClusterResourceSets',
  rules: [
    secretType,
    invalidSet,
    otherNamespace,
    misspelt,
    empty,
    short,
    notManifests,
    tooLarge,
    badKey,
    fluxByFlux,
    jobRights,
    podSelector,
  ],
}
