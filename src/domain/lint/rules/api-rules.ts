import { isFields, partOf, textIn } from '../../object/fields.ts'
import { type RemovedApi, removedApis } from '../../compat/facts/removed-apis.ts'
import { judgeApis } from '../../compat/judge-apis.ts'
import { judgeComponent } from '../../compat/judge-component.ts'
import { matchesSelector } from '../../labels/selector.ts'
import { compileLabelSelector } from '../../labels/label-selector.ts'
import { SelectorError } from '../../labels/selector-error.ts'
import { setField } from '../edits.ts'
import { isUnfilled, type LintObject, named } from '../model/lint-object.ts'
import { type LintRepository, ofKind } from '../model/lint-repository.ts'
import { componentVersions } from '../versions-of.ts'
import type { LintRule, RuleFamily } from '../rule.ts'
import { validPlans } from './selector-rules.ts'

const titles: Readonly<Record<string, string>> = {
  flux: 'Flux',
  karpenter: 'Karpenter',
  'cluster-api': 'Cluster API',
}

const removed: LintRule = {
  code: 'API_REMOVED',
  severity: 'error',
  title: 'An object has an API version that is no longer served',
  why: 'The API server rejects it: "no matches for kind". It is an error if the repository says the version of the component, else a warning.',
  bad: {
    'release.yaml':
      'apiVersion: source.toolkit.fluxcd.io/v1beta2\nkind: HelmRepository\nmetadata: {name: app, namespace: apps}\nspec: {interval: 1h, url: "https://charts.example.com"}\n',
  },
  good: {
    'release.yaml':
      'apiVersion: source.toolkit.fluxcd.io/v1\nkind: HelmRepository\nmetadata: {name: app, namespace: apps}\nspec: {interval: 1h, url: "https://charts.example.com"}\n',
  },
  *check(repository) {
    const versions = componentVersions(repository)
    for (const object of repository.objects) {
      const api = removedApis.find(
        one => one.apiVersion === object.apiVersion && (kindsOf(one)?.includes(object.kind) ?? true),
      )
      if (!api || object.kind === 'CustomResourceDefinition') continue
      const version = versions.get(api.component)
      const [verdict] =
        version === undefined
          ? []
          : judgeApis({ objects: [object.content], components: [{ component: api.component, version }] })
      // A version that still serves it is known to run.
      if (version !== undefined && !verdict) continue
      const title = titles[api.component] ?? api.component
      yield {
        place: object.placeOf(['apiVersion']),
        message: `${named(object)} has ${object.apiVersion}, which ${title} does not serve from ${api.removedIn} on`,
        advice: `write ${api.use}`,
        severity: verdict ? 'error' : 'warning',
        edit: isSafe(object) ? setField(object, ['apiVersion'], api.use) : undefined,
      }
    }
  },
}

function kindsOf(api: RemovedApi): readonly string[] | undefined {
  return api.kinds
}

// Fields that were renamed or dropped between the versions are for people to move.
function isSafe({ group, kind, content }: LintObject): boolean {
  const spec = partOf(content, 'spec')
  if (group === 'source.toolkit.fluxcd.io') return !('accessFrom' in spec) && !('gitImplementation' in spec)
  if (group === 'kustomize.toolkit.fluxcd.io')
    return !['validation', 'patchesStrategicMerge', 'patchesJson6902'].some(field => field in spec)
  if (group === 'helm.toolkit.fluxcd.io')
    return !('valuesFile' in partOf(partOf(spec, 'chart'), 'spec')) && !('postRenderers' in spec)
  return group === 'addons.cluster.x-k8s.io' && kind === 'ClusterResourceSet'
}

const unsupported: LintRule = {
  code: 'VERSION_UNSUPPORTED',
  severity: 'error',
  title: 'A step of a Fitout has a version that does not run on the Kubernetes of a Cluster',
  why: 'The controller holds the step (VersionUnsupported) until one of the two versions changes. docs/reference/compatibility.md has the facts with their sources.',
  bad: clusterWith('v1.31.2'),
  good: clusterWith('v1.35.4'),
  *check(repository) {
    for (const object of ofKind(repository, 'cluster.x-k8s.io', 'Cluster')) {
      const version = textIn(partOf(partOf(object.content, 'spec'), 'topology'), 'version')
      if (version === '' || isUnfilled(version) || repository.isPatched(object)) continue
      for (const { plan, step, component, wanted } of wantedOn(repository, object)) {
        const { verdict, sentence } = judgeComponent({ component, version: wanted }, version)
        if (verdict !== 'unsupported') continue
        yield {
          place: object.placeOf(['spec', 'topology', 'version']),
          message: `${named(object)} has Kubernetes ${version}: step ${step} of Fitout ${plan} would be held: ${sentence}`,
        }
      }
    }
  },
}

/** The versions that the Fitouts of a Cluster bring to it. */
function wantedOn(repository: LintRepository, cluster: LintObject) {
  const plans = validPlans(repository).filter(({ object }) =>
    repository
      .instancesOf(cluster)
      .some(
        ({ namespace, labels }) => repository.namespacesOf(object).has(namespace) && selects(object, labels),
      ),
  )
  return plans.flatMap(({ object, fitout }) =>
    fitout.spec.steps.flatMap(step =>
      Object.entries(step.versions ?? {}).map(([component, wanted]) => ({
        plan: object.name,
        step: step.name,
        component,
        wanted,
      })),
    ),
  )
}

function selects(plan: LintObject, labels: Readonly<Record<string, string>>): boolean {
  const given = partOf(plan.content, 'spec')['clusterSelector']
  try {
    return isFields(given) && matchesSelector(compileLabelSelector(given), labels)
  } catch (error) {
    if (error instanceof SelectorError) return false
    throw error
  }
}

function clusterWith(version: string): string {
  return `apiVersion: cluster.x-k8s.io/v1beta2\nkind: Cluster\nmetadata: {name: blue, namespace: dev, labels: {env: dev}}\nspec: {topology: {classRef: {name: eks}, version: ${version}}}\n---\napiVersion: fitout.dev/v1alpha1\nkind: Fitout\nmetadata: {name: default, namespace: dev}\nspec:\n  clusterSelector: {matchLabels: {env: dev}}\n  steps:\n  - name: flux\n    versions: {flux: 2.9.4}\n    proof: {preset: flux}\n`
}

/** Versions of APIs and of components. */
export const apiRules: RuleFamily = { title: 'Versions', rules: [removed, unsupported] }
