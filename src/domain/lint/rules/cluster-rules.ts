import { isFields, itemsIn, partOf, textIn } from '../../object/fields.ts'
import { readClass } from '../../cluster-class/read-class.ts'
import { checkVariables } from '../../cluster-class/check-variables.ts'
import { nearest } from '../../text/nearest.ts'
import { listFirst } from '../../text/list-first.ts'
import { isUnfilled, type LintObject, named } from '../model/lint-object.ts'
import { type LintRepository, ofKind } from '../model/lint-repository.ts'
import type { LintRule, RuleFamily, RuleFinding } from '../rule.ts'
import { exampleRelease as release } from './example-texts.ts'

const HELM = 'helm.toolkit.fluxcd.io'

const clusterVariables: LintRule = {
  code: 'CLUSTER_VARIABLE',
  severity: 'error',
  title: 'A variable of a Cluster does not fit its ClusterClass',
  why: 'The webhook of Cluster API rejects the Cluster. Judged if the class is in the repository.',
  bad: withClass('nodes, value: many'),
  good: withClass('nodes, value: 3'),
  *check(repository) {
    for (const object of ofKind(repository, 'cluster.x-k8s.io', 'Cluster')) {
      if (repository.isPatched(object)) continue
      const topology = partOf(partOf(object.content, 'spec'), 'topology')
      const name = textIn(partOf(topology, 'classRef'), 'name', textIn(topology, 'class'))
      const classes = ofKind(repository, 'cluster.x-k8s.io', 'ClusterClass').filter(
        one => one.name === name && !repository.isPatched(one),
      )
      const [found] = classes
      const clusterClass = classes.length === 1 && found ? readClass(found.content) : undefined
      // Variables of an extension are known on the cluster alone.
      if (!clusterClass || !found || hasExtensions(found)) continue
      const given = itemsIn(topology, 'variables')
      const values = new Map(given.map(one => [textIn(one, 'name'), one['value']]))
      if (given.some(one => JSON.stringify(one['value'] ?? '').includes('${'))) continue
      for (const { path, message } of checkVariables(values, clusterClass)) {
        const index = given.findIndex(one => textIn(one, 'name') === path[0])
        yield {
          place: object.placeOf(
            index === -1 ? ['spec', 'topology'] : ['spec', 'topology', 'variables', index, 'value'],
          ),
          message: `${named(object)}: variable ${path.join('.')} ${message}`,
        }
      }
    }
  },
}

function hasExtensions({ content }: LintObject): boolean {
  return itemsIn(partOf(content, 'spec'), 'patches').some(patch => isFields(patch['external']))
}

function withClass(variable: string): string {
  return `apiVersion: cluster.x-k8s.io/v1beta2\nkind: ClusterClass\nmetadata: {name: eks, namespace: dev}\nspec:\n  variables:\n  - {name: nodes, required: true, schema: {openAPIV3Schema: {type: integer}}}\n---\napiVersion: cluster.x-k8s.io/v1beta2\nkind: Cluster\nmetadata: {name: blue, namespace: dev}\nspec:\n  topology:\n    classRef: {name: eks}\n    version: v1.35.4\n    variables:\n    - {name: ${variable}}\n`
}

const handOverKey: LintRule = {
  code: 'HAND_OVER_KEY_UNKNOWN',
  severity: 'error',
  title: 'A HelmRelease takes a key of a handed-over Secret that no Fitout hands over',
  why: 'The Secret on the workload cluster has just the keys of the hand-over. The release fails for any other.',
  bad: withHandOver('cluster_nam'),
  good: withHandOver('cluster_name'),
  *check(repository) {
    const given = handedOver(repository)
    for (const object of ofKind(repository, HELM, 'HelmRelease')) {
      if (repository.isPatched(object)) continue
      for (const [index, ref] of itemsIn(partOf(object.content, 'spec'), 'valuesFrom').entries()) {
        if (textIn(ref, 'kind') !== 'Secret') continue
        const homes = [...repository.namespacesOf(object)]
        const keys = homes.flatMap(home => [...(given.get(`${home}/${textIn(ref, 'name')}`) ?? [])])
        const key = textIn(ref, 'valuesKey') || 'values.yaml'
        if (keys.length === 0 || keys.includes(key)) continue
        yield* unknownKey({ object, index, key, keys, secret: textIn(ref, 'name') })
      }
    }
  },
}

function* unknownKey({
  object,
  index,
  key,
  keys,
  secret,
}: {
  readonly object: LintObject
  readonly index: number
  readonly key: string
  readonly keys: readonly string[]
  readonly secret: string
}): Iterable<RuleFinding> {
  const meant = nearest(key, keys)
  yield {
    place: object.placeOf(['spec', 'valuesFrom', index, 'valuesKey']),
    message: `${named(object)} takes key "${key}" of Secret ${secret}, which is not handed over`,
    advice:
      meant === undefined ? `it has ${listFirst([...new Set(keys)].toSorted())}` : `did you mean ${meant}?`,
  }
}

function handedOver(repository: LintRepository): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>()
  const open = new Set<string>()
  const all = ofKind(repository, 'fitout.dev', 'Fitout')
    .flatMap(object => itemsIn(partOf(object.content, 'spec'), 'steps'))
    .flatMap(step => itemsIn(step, 'handOver'))
  for (const one of all) {
    const to = partOf(one, 'to')
    const key = `${textIn(to, 'namespace')}/${textIn(to, 'secret')}`
    const keys = Object.entries(partOf(one, 'keys'))
    if (keys.length === 0 || isUnfilled(key)) open.add(key)
    const names = keys.map(([name, rule]) => (isFields(rule) ? textIn(rule, 'as', name) : name))
    found.set(key, new Set([...(found.get(key) ?? []), ...names]))
  }
  for (const key of open) found.delete(key)
  return found
}

function withHandOver(key: string): string {
  return `apiVersion: fitout.dev/v1alpha1\nkind: Fitout\nmetadata: {name: default, namespace: dev}\nspec:\n  clusterSelector: {matchLabels: {env: dev}}\n  steps:\n  - name: app\n    handOver:\n    - from: {secret: "\${CLUSTER_NAME}-outputs"}\n      to: {secret: app-values, namespace: apps}\n      keys: {cluster_name: {}}\n    proof: {preset: api}\n---\n${release('app', `  valuesFrom:\n  - kind: Secret\n    name: app-values\n    valuesKey: ${key}\n    targetPath: clusterName\n`)}`
}

/** What a Cluster gives and gets. */
export const clusterRules: RuleFamily = {
  title: 'Clusters and hand-over',
  rules: [clusterVariables, handOverKey],
}
