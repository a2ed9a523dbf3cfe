import { isFields, itemsIn, partOf, textIn } from '../../object/fields.ts'
import { compileLabelSelector } from '../../labels/label-selector.ts'
import { validateLabelSelector } from '../../labels/validate-label-selector.ts'
import type { Requirement } from '../../labels/requirement.ts'
import { formatSelector, matchesSelector, type Selector } from '../../labels/selector.ts'
import { SelectorError } from '../../labels/selector-error.ts'
import { nearest } from '../../text/nearest.ts'
import { listFirst } from '../../text/list-first.ts'
import { lintFitout, readFitout } from '../../validation/read-fitout.ts'
import { formatApiProblem } from '../../validation/api-problem.ts'
import type { Fitout } from '../../api/schema/fitout-schema.ts'
import type { BuiltObject } from '../model/build.ts'
import { isResourceSet } from '../model/carried-objects.ts'
import { isUnfilled, type LintObject, named } from '../model/lint-object.ts'
import { type LintRepository, ofKind } from '../model/lint-repository.ts'
import type { LintRule, RuleFamily } from '../rule.ts'

const CLUSTER = 'cluster.x-k8s.io'
const FITOUT = 'fitout.dev'

const cluster = (labels: string, namespace = 'default') =>
  `apiVersion: cluster.x-k8s.io/v1beta2\nkind: Cluster\nmetadata:\n  name: blue\n  namespace: ${namespace}\n  labels: {${labels}}\nspec: {}\n`
const set = (labels: string) =>
  `apiVersion: addons.cluster.x-k8s.io/v1beta2\nkind: ClusterResourceSet\nmetadata: {name: cni, namespace: default}\nspec:\n  clusterSelector: {matchLabels: {${labels}}}\n  resources:\n  - {kind: ConfigMap, name: cni}\n`
const plan = (name: string, selector: string, gate = 'cni.fitout.dev/enabled') =>
  `apiVersion: fitout.dev/v1alpha1\nkind: Fitout\nmetadata: {name: ${name}, namespace: default}\nspec:\n  clusterSelector: {matchLabels: {${selector}}}\n  steps:\n  - name: cni\n    gate: {label: ${gate}}\n    proof: {preset: calico}\n`

/** Clusters in the forms in which they reach the management cluster. */
function clusters(repository: LintRepository): readonly BuiltObject[] {
  return ofKind(repository, CLUSTER, 'Cluster').flatMap(object => repository.instancesOf(object))
}

/** What selects Clusters: ClusterResourceSets and Fitouts. */
function selecting(repository: LintRepository): readonly LintObject[] {
  return repository.objects.filter(
    object =>
      (isResourceSet(object) || (object.kind === 'Fitout' && object.group === FITOUT)) &&
      !repository.isPatched(object),
  )
}

/** The selector of an object; undefined if it cannot be read, or something is still to be filled in. */
export function readClusterSelector(object: LintObject): Selector | undefined {
  const given = partOf(object.content, 'spec')['clusterSelector']
  if (!isFields(given) || JSON.stringify(given).includes('${')) return undefined
  try {
    return compileLabelSelector(given)
  } catch (error) {
    if (error instanceof SelectorError) return undefined
    throw error
  }
}

const workload = (selector: string) =>
  `apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: app, namespace: apps}\nspec:\n  selector: ${selector}\n  template:\n    metadata: {labels: {app: web}}\n    spec: {containers: [{name: app, image: "nginx:1"}]}\n`

const selectors: Readonly<Record<string, string>> = {
  Deployment: 'selector',
  DaemonSet: 'selector',
  StatefulSet: 'selector',
  ReplicaSet: 'selector',
  NetworkPolicy: 'podSelector',
  PodDisruptionBudget: 'selector',
}

const invalid: LintRule = {
  code: 'SELECTOR_INVALID',
  severity: 'error',
  title: 'A label selector is one that the API server refuses',
  why: 'Operators and values of matchExpressions must fit each other, keys and values must be labels. ClusterResourceSets and Fitouts have rules of their own.',
  bad: workload('{matchExpressions: [{key: app, operator: In}]}'),
  good: workload('{matchExpressions: [{key: app, operator: In, values: [web]}]}'),
  *check(repository) {
    for (const object of repository.objects) {
      const field = selectors[object.kind]
      const given = field === undefined ? undefined : partOf(object.content, 'spec')[field]
      if (field === undefined || !isFields(given) || repository.isPatched(object)) continue
      if (isUnfilled(JSON.stringify(given)) || !/^(?:apps|networking\.k8s\.io|policy)$/.test(object.group))
        continue
      const place = object.placeOf(['spec', field])
      try {
        for (const { path, problem } of validateLabelSelector(given, `spec.${field}`))
          yield { place, message: `${named(object)}: ${path}: ${problem}` }
      } catch (error) {
        if (!(error instanceof SelectorError)) throw error
        yield { place, message: `${named(object)}: spec.${field}: ${error.message}` }
      }
    }
  },
}

const unmatched: LintRule = {
  code: 'SELECTOR_NOT_OWN_PODS',
  severity: 'error',
  title: 'The selector of a workload does not match the labels of its own pods',
  why: 'The API server rejects it: "selector does not match template labels".',
  bad: workload('{matchLabels: {app: api}}'),
  good: workload('{matchLabels: {app: web}}'),
  *check(repository) {
    for (const object of repository.objects) {
      if (object.group !== 'apps' || repository.isPatched(object)) continue
      const spec = partOf(object.content, 'spec')
      const [given, labels] = [
        spec['selector'],
        partOf(partOf(partOf(spec, 'template'), 'metadata'), 'labels'),
      ]
      if (!isFields(given) || isUnfilled(JSON.stringify([given, labels]))) continue
      const texts = Object.fromEntries(Object.entries(labels).map(([key, value]) => [key, String(value)]))
      if (compiled(given, selector => matchesSelector(selector, texts)) !== false) continue
      yield {
        place: object.placeOf(['spec', 'selector']),
        message: `${named(object)} has a selector that does not match the labels of its own pods`,
      }
    }
  },
}

function compiled<T>(given: unknown, use: (selector: Selector) => T): T | undefined {
  try {
    return use(compileLabelSelector(given))
  } catch (error) {
    if (error instanceof SelectorError) return undefined
    throw error
  }
}

/** The labels that Fitouts set on Clusters as gates. */
function gates(repository: LintRepository): ReadonlyMap<string, LintObject> {
  const found = new Map<string, LintObject>()
  for (const object of ofKind(repository, FITOUT, 'Fitout'))
    for (const step of itemsIn(partOf(object.content, 'spec'), 'steps')) {
      const label = textIn(partOf(step, 'gate'), 'label')
      if (label !== '') found.set(label, object)
    }
  return found
}

const noMatch: LintRule = {
  code: 'SELECTOR_MATCHES_NOTHING',
  severity: 'warning',
  title: 'A ClusterResourceSet or Fitout selects none of the Clusters in the repository',
  why: 'Unless something else sets the labels, nothing is ever delivered, and no condition says so. Labels that a Fitout sets as gates are taken as set. Judged if the repository has Clusters.',
  bad: `${set('cni: calico')}---\n${cluster('cni: cilium')}`,
  good: `${set('cni: calico')}---\n${cluster('cni: calico')}`,
  *check(repository) {
    const all = clusters(repository)
    if (all.length === 0 || all.some(({ isPatched, labels }) => isPatched || hasOpen(labels))) return
    const gateLabels = gates(repository)
    const withLabel = labelIndex(all)
    for (const object of selecting(repository)) {
      const selector = readClusterSelector(object)
      if (!selector || selector.selects !== 'matching' || selector.requirements.length === 0) continue
      const homes = repository.namespacesOf(object)
      const rest = selector.requirements.filter(({ key }) => !gateLabels.has(key) && !isOwnGate(key))
      const open: Selector = { selects: 'matching', requirements: rest }
      const isHere = ({ namespace }: BuiltObject) => homes.has(namespace) || sameDefault(namespace, homes)
      const isMatching = ({ labels }: BuiltObject) => rest.length === 0 || matchesSelector(open, labels)
      if ((withLabel(rest[0]) ?? all).some(one => isHere(one) && isMatching(one))) continue
      const [matching, here] = [all.filter(isMatching), all.filter(isHere)]
      const elsewhere = new Set(matching.map(({ namespace }) => namespace))
      if (matching.length > 0 && !isResourceSet(object) && elsewhere.has('')) continue
      const meant = rest
        .map(({ key }) => nearest(key, [...new Set(here.flatMap(({ labels }) => Object.keys(labels)))]))
        .find(one => one !== undefined && !rest.some(({ key }) => key === one))
      yield {
        place: object.placeOf(['spec', 'clusterSelector']),
        message:
          matching.length > 0
            ? `${named(object)} selects ${formatSelector(selector)} in its own namespace; the Clusters with these labels are in ${listFirst([...elsewhere].map(shown).toSorted())}`
            : `${named(object)} selects ${formatSelector(selector)}, which no Cluster of this repository has (there ${all.length === 1 ? 'is' : 'are'} ${all.length})`,
        advice: meant === undefined ? undefined : `did you mean the label ${meant}?`,
      }
    }
  },
}

// With thousands of each, not every Cluster can be held against every selector.
function labelIndex(all: readonly BuiltObject[]) {
  const index = new Map<string, BuiltObject[]>()
  for (const one of all)
    for (const [key, value] of Object.entries(one.labels)) {
      const known = index.get(`${key}=${value}`)
      if (known) known.push(one)
      else index.set(`${key}=${value}`, [one])
    }
  return (requirement: Requirement | undefined) => {
    if (requirement?.operator !== 'In' && requirement?.operator !== 'Equals') return undefined
    return requirement.values.flatMap(value => index.get(`${requirement.key}=${value}`) ?? [])
  }
}

// The gate of a step that is added later, such as Flux itself.
function isOwnGate(label: string): boolean {
  return label.endsWith('.fitout.dev/enabled')
}

function hasOpen(labels: Readonly<Record<string, string>>): boolean {
  return Object.entries(labels).some(([key, value]) => isUnfilled(key) || isUnfilled(value))
}

// Without a namespace an object goes to default, or wherever who applies it says.
function sameDefault(namespace: string, homes: ReadonlySet<string>): boolean {
  return namespace === '' ? homes.has('default') || homes.has('') : namespace === 'default' && homes.has('')
}

function shown(namespace: string): string {
  return namespace === '' ? 'no namespace' : `namespace ${namespace}`
}

const gateInGit: LintRule = {
  code: 'GATE_SET_IN_GIT',
  severity: 'error',
  title: 'A Cluster in Git has a label that a Fitout sets as a gate',
  why: 'The gate is then open from the beginning: the step starts before the steps that it waits for, and the controller and Flux both write the label.',
  bad: `${plan('default', 'env: dev')}---\n${cluster('env: dev, cni.fitout.dev/enabled: "true"')}`,
  good: `${plan('default', 'env: dev')}---\n${cluster('env: dev')}`,
  *check(repository) {
    const all = gates(repository)
    for (const object of ofKind(repository, CLUSTER, 'Cluster')) {
      const labels = partOf(partOf(object.content, 'metadata'), 'labels')
      for (const label of Object.keys(labels)) {
        const fitout = all.get(label)
        if (!fitout) continue
        yield {
          place: object.placeOf(['metadata', 'labels', label], 'key'),
          message: `${named(object)} sets label ${label}, which is a gate of ${named(fitout)}`,
          advice: 'remove the label: Fitout sets it when the step may start',
        }
      }
    }
  },
}

const overlap: LintRule = {
  code: 'FITOUTS_OVERLAP',
  severity: 'error',
  title: 'Two Fitouts of one namespace select the same Cluster',
  why: 'If two Fitouts select a Cluster, the older one keeps it, and the other one does nothing for it.',
  bad: `${plan('a', 'env: dev', 'a.fitout.dev/cni')}---\n${plan('b', 'env: dev', 'b.fitout.dev/cni')}---\n${cluster('env: dev')}`,
  good: `${plan('a', 'env: dev', 'a.fitout.dev/cni')}---\n${plan('b', 'env: prod', 'b.fitout.dev/cni')}---\n${cluster('env: dev')}---\n${cluster('env: prod').replace('blue', 'green')}`,
  *check(repository) {
    const plans = ofKind(repository, FITOUT, 'Fitout').flatMap(object => {
      const selector = repository.isPatched(object) ? undefined : readClusterSelector(object)
      return selector ? [{ object, selector, homes: repository.namespacesOf(object) }] : []
    })
    for (const { object, namespace, name, labels, isPatched } of clusters(repository)) {
      if (isPatched || hasOpen(labels)) continue
      const claiming = plans.filter(
        ({ selector, homes }) => homes.has(namespace) && matchesSelector(selector, labels),
      )
      const [first, second] = claiming
      if (!first || !second || first.object.name === second.object.name) continue
      yield {
        place: object.placeOf(['metadata', 'labels'], 'key'),
        message: `Cluster ${namespace}/${name} is selected by Fitout ${first.object.name} and Fitout ${second.object.name}`,
        advice: 'let one selector exclude it',
      }
    }
  },
}

const invalidFitout: LintRule = {
  code: 'FITOUT_INVALID',
  severity: 'error',
  title: 'A Fitout is not valid',
  why: 'The API server rejects it, or the controller does nothing with it. fitout explain has a page for each concept.',
  bad: plan('default', 'env: dev').replace('preset: calico', 'preset: calicoo'),
  good: plan('default', 'env: dev'),
  *check(repository) {
    for (const object of ofKind(repository, FITOUT, 'Fitout')) {
      if (repository.isPatched(object)) continue
      for (const problem of lintFitout(object.content))
        yield {
          place: object.placeOf(problem.path, problem.code === 'UNKNOWN_FIELD' ? 'key' : 'value'),
          message: `${named(object)}: ${formatApiProblem(problem)}`,
        }
    }
  },
}

const packMissing: LintRule = {
  code: 'FITOUT_PACK_MISSING',
  severity: 'error',
  title: 'A step of a Fitout names a pack that is not in the repository',
  why: 'The step waits for ClusterResourceSets with this label, and none comes. Judged if the repository has packs.',
  bad: `${plan('default', 'env: dev')}    packs: [calico]\n---\n${set('cni.fitout.dev/enabled: "true"').replace('metadata: {name: cni, ', 'metadata: {name: cilium, labels: {fitout.dev/pack: cilium}, ')}`,
  good: `${plan('default', 'env: dev')}    packs: [calico]\n---\n${set('cni.fitout.dev/enabled: "true"').replace('metadata: {name: cni, ', 'metadata: {name: calico, labels: {fitout.dev/pack: calico}, ')}`,
  *check(repository) {
    const packs = new Set(
      repository.objects
        .filter(isResourceSet)
        .map(({ content }) => textIn(partOf(partOf(content, 'metadata'), 'labels'), 'fitout.dev/pack'))
        .filter(name => name !== ''),
    )
    const sets = new Set(repository.objects.filter(isResourceSet).map(({ name }) => name))
    if (packs.size === 0 || !repository.isWhole) return
    const named = validPlans(repository).flatMap(({ object, fitout }) =>
      fitout.spec.steps.flatMap((step, index) =>
        (step.packs ?? []).map((name, at) => ({
          object,
          step: step.name,
          name,
          path: ['spec', 'steps', index, 'packs', at],
        })),
      ),
    )
    for (const { object, step, name, path } of named) {
      if (packs.has(name) || sets.has(name)) continue
      const meant = nearest(name, [...packs])
      yield {
        place: object.placeOf(path),
        message: `step ${step} names pack "${name}", which is not in this repository`,
        advice: meant === undefined ? `packs: ${listFirst([...packs].toSorted())}` : `did you mean ${meant}?`,
      }
    }
  },
}

/** The Fitouts that can be used, with their objects. */
export function validPlans(
  repository: LintRepository,
): readonly { readonly object: LintObject; readonly fitout: Fitout }[] {
  return ofKind(repository, FITOUT, 'Fitout').flatMap(object => {
    const reading = repository.isPatched(object) ? undefined : readFitout(object.content)
    return reading?.kind === 'valid' ? [{ object, fitout: reading.fitout }] : []
  })
}

/** Who gets what: selectors, labels, gates. */
export const selectorRules: RuleFamily = {
  title: 'Selectors and gates',
  rules: [invalid, unmatched, noMatch, gateInGit, overlap, invalidFitout, packMissing],
}
