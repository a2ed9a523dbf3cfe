import { itemsIn, partOf, textIn } from '../../object/fields.ts'
import { adviceSentence } from '../../helm-values/target-path/advice.ts'
import { explainTargetPath } from '../../helm-values/target-path/explain-target-path.ts'
import { validateValuesReference } from '../../helm-values/values-from/validate-values-reference.ts'
import { parseVersion } from '../../versions/parse-version.ts'
import { setField } from '../edits.ts'
import { isUnfilled, type LintObject, named } from '../model/lint-object.ts'
import { type LintRepository, ofKind } from '../model/lint-repository.ts'
import { componentVersions } from '../versions-of.ts'
import type { LintRule, RuleFamily } from '../rule.ts'

const HELM = 'helm.toolkit.fluxcd.io'

const release = (more: string) =>
  `apiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\nmetadata: {name: app, namespace: apps}\nspec:\n  interval: 10m\n  chartRef: {kind: OCIRepository, name: app}\n  valuesFrom:\n  - kind: Secret\n    name: app-values\n${more}`

function* valuesFrom(repository: LintRepository) {
  for (const object of ofKind(repository, HELM, 'HelmRelease')) {
    if (repository.isPatched(object)) continue
    for (const [index, ref] of itemsIn(partOf(object.content, 'spec'), 'valuesFrom').entries())
      yield { object, index, ref }
  }
}

const invalid: LintRule = {
  code: 'VALUES_FROM_INVALID',
  severity: 'error',
  title: 'An entry of valuesFrom is one that the schema of HelmRelease refuses',
  why: 'The API server rejects the HelmRelease.',
  bad: release('    valuesKey: tls/key\n'),
  good: release('    valuesKey: tls.key\n'),
  *check(repository) {
    for (const { object, index, ref } of valuesFrom(repository)) {
      for (const { field, message } of validateValuesReference(ref)) {
        if (isUnfilled(textIn(ref, field))) continue
        yield {
          place: object.placeOf(['spec', 'valuesFrom', index, ...(field === '' ? [] : [field])]),
          message: `${named(object)}: valuesFrom[${index}]${field === '' ? '' : `.${field}`} ${message}`,
        }
      }
    }
  },
}

const splitPath: LintRule = {
  code: 'TARGET_PATH',
  severity: 'error',
  title: 'A targetPath does not lead where it looks like it does',
  why: 'Dots separate keys, unless a backslash precedes them: a key such as eks.amazonaws.com/role-arn is split into three. fitout explain has the rules in docs/reference/helm-values.md.',
  bad: release(
    '    valuesKey: role\n    targetPath: serviceAccount.annotations.eks.amazonaws.com/role-arn\n',
  ),
  good: release(
    '    valuesKey: role\n    targetPath: serviceAccount.annotations.eks\\.amazonaws\\.com/role-arn\n',
  ),
  *check(repository) {
    for (const { object, index, ref } of valuesFrom(repository)) {
      const path = textIn(ref, 'targetPath')
      if (path === '' || isUnfilled(path)) continue
      const { findings, meant } = explainTargetPath(path, undefined)
      const wrong = findings.find(({ level, code }) => level === 'wrong' && code !== 'REFUSED_BY_API')
      if (!wrong) continue
      const at = ['spec', 'valuesFrom', index, 'targetPath']
      yield {
        place: object.placeOf(at),
        message: `${named(object)}: targetPath ${path}: ${wrong.message}`,
        advice: meant === undefined ? wrong.advice.map(adviceSentence)[0] : `write ${meant}`,
        edit: meant === undefined ? undefined : setField(object, at, meant),
      }
    }
  },
}

const changedValue: LintRule = {
  code: 'TARGET_PATH_VALUE',
  severity: 'error',
  title: 'A value changes on its way to a targetPath',
  why: 'Flux reads the value as helm --set does: a comma begins another assignment, braces make a list. literal: true keeps it as it is, from Flux 2.9 on. Judged for ConfigMaps in the repository.',
  bad: withValue('a,b,c', ''),
  good: withValue('a,b,c', '    literal: true\n'),
  *check(repository) {
    for (const { object, index, ref } of valuesFrom(repository)) {
      const path = textIn(ref, 'targetPath')
      const value = valueOf(repository, object, ref)
      if (path === '' || value === undefined || isUnfilled(path) || isUnfilled(value)) continue
      const { findings } = explainTargetPath(path, value, { literal: ref['literal'] === true })
      const known = new Set(explainTargetPath(path, undefined).findings.map(({ code }) => code))
      const wrong = findings.find(
        ({ level, code }) => level === 'wrong' && ![...known].some(one => one === code),
      )
      if (!wrong) continue
      yield {
        place: object.placeOf(['spec', 'valuesFrom', index, 'targetPath']),
        message: `${named(object)}: targetPath ${path}: ${wrong.message}`,
        advice: wrong.advice.map(adviceSentence)[0],
      }
    }
  },
}

function valueOf(
  repository: LintRepository,
  object: LintObject,
  ref: Readonly<Record<string, unknown>>,
): string | undefined {
  if (textIn(ref, 'kind') !== 'ConfigMap') return undefined
  const found = ofKind(repository, '', 'ConfigMap').filter(
    one =>
      one.name === textIn(ref, 'name') &&
      !repository.isPatched(one) &&
      [...repository.namespacesOf(one)].some(home => repository.namespacesOf(object).has(home)),
  )
  const [first] = found
  const value =
    first && found.length === 1
      ? partOf(first.content, 'data')[textIn(ref, 'valuesKey') || 'values.yaml']
      : undefined
  return typeof value === 'string' ? value : undefined
}

function withValue(value: string, more: string): string {
  return `${release(`    valuesKey: zones\n    targetPath: zones\n${more}`).replace('kind: Secret', 'kind: ConfigMap')}---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: app-values, namespace: apps}\ndata:\n  zones: ${value}\n`
}

const literalTooNew: LintRule = {
  code: 'LITERAL_NEEDS_FLUX_2_9',
  severity: 'error',
  title: 'valuesFrom has literal: true, and the Flux of the repository is older than 2.9',
  why: 'The schema of HelmRelease has the field from Flux 2.9 on; before, the API server drops it, and Helm reads the value as with --set. Judged if the repository contains the version of Flux.',
  bad: {
    'app.yaml': release('    valuesKey: role\n    targetPath: role\n    literal: true\n'),
    'fitout.yaml':
      'apiVersion: fitout.dev/v1alpha1\nkind: FleetRepository\ngit: {url: "https://git.example.com/fleet.git"}\nenvironments: {dev: {}}\nversions: {flux: 2.8.3}\n',
  },
  good: {
    'app.yaml': release('    valuesKey: role\n    targetPath: role\n    literal: true\n'),
    'fitout.yaml':
      'apiVersion: fitout.dev/v1alpha1\nkind: FleetRepository\ngit: {url: "https://git.example.com/fleet.git"}\nenvironments: {dev: {}}\nversions: {flux: 2.9.4}\n',
  },
  *check(repository) {
    const flux = componentVersions(repository).get('flux')
    if (flux === undefined || !isBefore(flux, 2, 9)) return
    for (const { object, index, ref } of valuesFrom(repository)) {
      if (ref['literal'] !== true) continue
      yield {
        place: object.placeOf(['spec', 'valuesFrom', index, 'literal'], 'key'),
        message: `${named(object)} has literal: true, which Flux ${flux} does not know`,
      }
    }
  },
}

function isBefore(version: string, major: number, minor: number): boolean {
  const { major: found, minor: line } = parseVersion(version)
  return Number(found) < major || (Number(found) === major && Number(line) < minor)
}

/** Values of Helm charts. */
export const valuesRules: RuleFamily = {
  title: 'Helm values',
  rules: [invalid, splitPath, changedValue, literalTooNew],
}
