import { textIn, partOf } from '../../object/fields.ts'
import { isResourceSet } from '../model/carried-objects.ts'
import { isUnfilled, type LintObject, named } from '../model/lint-object.ts'
import { type LintRepository, ofKind } from '../model/lint-repository.ts'
import type { LintRule, RuleFamily } from '../rule.ts'
import { slip } from './references.ts'
import { readClusterSelector, validPlans } from './selector-rules.ts'

const cluster =
  'apiVersion: cluster.x-k8s.io/v1beta2\nkind: Cluster\nmetadata:\n  name: blue\n  namespace: default\n  labels: {env: dev}\nspec: {}\n'
const set = (labels: string) =>
  `apiVersion: addons.cluster.x-k8s.io/v1beta2\nkind: ClusterResourceSet\nmetadata: {name: calico, namespace: default, labels: {fitout.dev/pack: calico}}\nspec:\n  clusterSelector: {matchLabels: {${labels}}}\n  resources:\n  - {kind: ConfigMap, name: calico}\n`
const plan =
  'apiVersion: fitout.dev/v1alpha1\nkind: Fitout\nmetadata: {name: default, namespace: default}\nspec:\n  clusterSelector: {matchLabels: {env: dev}}\n  steps:\n  - name: calico\n    gate: {label: calico.fitout.dev/enabled}\n    packs: [calico]\n    proof: {preset: calico}\n'
const fleet = (labels: string) => `${plan}---\n${set(labels)}---\n${cluster}`

interface Gate {
  readonly label: string
  readonly value: string
}

/** The gates of all Fitouts; undefined if one cannot be read, so that there may be more. */
function gatesOf(repository: LintRepository): readonly Gate[] | undefined {
  const plans = validPlans(repository)
  if (plans.length < ofKind(repository, 'fitout.dev', 'Fitout').length) return undefined
  return plans.flatMap(({ fitout }) => fitout.spec.steps.flatMap(({ gate }) => (gate ? [gate] : [])))
}

/** The labels that a set requires, and the values, if there is one only. */
function requiredBy(
  set: LintObject,
): readonly { readonly key: string; readonly value: string | undefined }[] {
  const selector = readClusterSelector(set)
  if (selector?.selects !== 'matching') return []
  return selector.requirements.flatMap(({ key, operator, values }) => {
    if (operator === 'Exists') return [{ key, value: undefined }]
    if (operator !== 'In' && operator !== 'Equals') return []
    return [{ key, value: values.length === 1 ? values[0] : undefined }]
  })
}

const notOwned: LintRule = {
  code: 'GATE_NOT_OWNED',
  severity: 'warning',
  title: 'A ClusterResourceSet waits for a gate that no Fitout opens, and one that is nearly the same is',
  why: 'Fitout opens a gate by setting its label to "true". No cluster ever has a label that is misspelt, or this label with another value, so nothing is delivered.',
  bad: fleet('calcio.fitout.dev/enabled: "true"'),
  good: fleet('calico.fitout.dev/enabled: "true"'),
  *check(repository) {
    const gates = gatesOf(repository)
    if (!gates || gates.length === 0) return
    const given = new Set(
      ofKind(repository, 'cluster.x-k8s.io', 'Cluster').flatMap(object =>
        repository.instancesOf(object).flatMap(built => Object.keys(built.labels)),
      ),
    )
    for (const object of repository.objects) {
      if (!isResourceSet(object) || repository.isPatched(object)) continue
      for (const { key, value } of requiredBy(object)) {
        if (isUnfilled(key) || given.has(key)) continue
        const own = gates.filter(({ label }) => label === key)
        const meant = gates.find(({ label }) => isSlip(key, label))
        const isOther = value !== undefined && !isUnfilled(value) && !own.some(gate => gate.value === value)
        if (own.length === 0 ? !meant : !isOther) continue
        const [gate] = own
        yield {
          place: object.placeOf(['spec', 'clusterSelector']),
          message: gate
            ? `${named(object)} selects ${key}=${value}; Fitout sets this gate to ${gate.value}`
            : `${named(object)} waits for the label ${key}, which is no gate of a Fitout`,
          advice: gate ? `select ${key}: ${JSON.stringify(gate.value)}` : `did you mean ${meant?.label}?`,
        }
      }
    }
  },
}

// One typo in the name before the domain. Short names are near to others by chance.
function isSlip(key: string, label: string): boolean {
  const [[first = '', ...rest], [other = '', ...others]] = [key.split('.'), label.split('.')]
  return rest.join('.') === others.join('.') && slip(first, [other]) !== undefined
}

const withoutGate: LintRule = {
  code: 'PACK_WITHOUT_GATE',
  severity: 'warning',
  title: 'A pack of a step with a gate is delivered without waiting for a gate',
  why: 'Its ClusterResourceSet selects clusters by other labels, so Cluster API applies it as soon as the API server of a cluster answers: before the steps that the step waits for.',
  bad: fleet('env: dev'),
  good: fleet('env: dev, calico.fitout.dev/enabled: "true"'),
  *check(repository) {
    const gates = gatesOf(repository)
    if (!gates) return
    const labels = new Set(gates.map(({ label }) => label))
    const packs = new Map(
      validPlans(repository).flatMap(({ fitout }) =>
        fitout.spec.steps.flatMap(({ name, gate, packs: own }) =>
          gate ? (own ?? []).map(pack => [pack, { step: name, label: gate.label }] as const) : [],
        ),
      ),
    )
    for (const object of repository.objects) {
      if (!isResourceSet(object) || repository.isPatched(object)) continue
      const pack = textIn(partOf(partOf(object.content, 'metadata'), 'labels'), 'fitout.dev/pack')
      const waiting = packs.get(pack)
      const selector = readClusterSelector(object)
      if (!waiting || selector?.selects !== 'matching') continue
      // The gate of a Fitout that is elsewhere is one, too.
      if (selector.requirements.some(({ key }) => labels.has(key) || /[./](?:enabled|ready)$/.test(key)))
        continue
      yield {
        place: object.placeOf(['spec', 'clusterSelector']),
        message: `${named(object)} does not wait for ${waiting.label}, the gate of step ${waiting.step}, which names its pack`,
        advice: `add ${waiting.label}: "true" to its clusterSelector`,
      }
    }
  },
}

/** Whether what is delivered waits for its turn. */
export const gateRules: RuleFamily = { title: 'Gates', rules: [notOwned, withoutGate] }
