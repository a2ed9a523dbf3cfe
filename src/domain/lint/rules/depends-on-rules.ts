import { itemsIn, partOf, textIn } from '../../object/fields.ts'
import { oncePerObject } from '../../object/once-per-object.ts'
import { listFirst } from '../../text/list-first.ts'
import { isFluxKustomization } from '../model/flux-kustomization.ts'
import { isUnfilled, type LintObject, named } from '../model/lint-object.ts'
import type { LintRepository } from '../model/lint-repository.ts'
import type { LintRule, RuleFamily } from '../rule.ts'
import { exampleFlux as flux, exampleRelease as release, exampleSource as source } from './example-texts.ts'
import { mayChange } from './given-by-patches.ts'
import { homesOf, isAnyNamed, mayBeThere, slip, withName } from './references.ts'

const HELM = 'helm.toolkit.fluxcd.io'
const KUSTOMIZE = 'kustomize.toolkit.fluxcd.io'

interface Dependency {
  readonly object: LintObject
  readonly index: number
  readonly name: string
  readonly namespace: string
}

/** The dependsOn of HelmReleases and Kustomizations as they stand. */
const dependencies = oncePerObject((repository: LintRepository) => [...dependenciesIn(repository)])

function* dependenciesIn(repository: LintRepository): Iterable<Dependency> {
  for (const object of repository.objects) {
    if ((object.kind !== 'HelmRelease' || object.group !== HELM) && !isFluxKustomization(object)) continue
    if (mayChange(repository, object, 'dependsOn')) continue
    for (const [index, item] of itemsIn(partOf(object.content, 'spec'), 'dependsOn').entries()) {
      const [name, namespace] = [textIn(item, 'name'), textIn(item, 'namespace')]
      if (name !== '' && !isUnfilled(name) && !isUnfilled(namespace)) yield { object, index, name, namespace }
    }
  }
}

const dependsOnKind: LintRule = {
  code: 'DEPENDS_ON_KIND',
  severity: 'warning',
  title: 'dependsOn names an object of the other kind',
  why: 'A HelmRelease waits only for HelmReleases and a Kustomization only for Kustomizations. The name is not found, and the object never becomes ready.',
  bad: {
    'app.yaml': release('app', '  dependsOn:\n  - name: crds\n'),
    'source.yaml': source('app'),
    'crds.yaml': flux('crds', './crds'),
  },
  good: {
    'app.yaml': release('app', '  dependsOn:\n  - name: crds\n'),
    'source.yaml': source('app'),
    'crds.yaml': `${release('crds')}---\n${source('crds')}`,
  },
  *check(repository) {
    for (const { object, index, name } of dependencies(repository)) {
      if (withName(repository, object, name).length > 0) continue
      const isRelease = object.kind === 'HelmRelease'
      const [group, kind] = isRelease ? [KUSTOMIZE, 'Kustomization'] : [HELM, 'HelmRelease']
      if (!isAnyNamed(repository, { group, kind }, name)) continue
      yield {
        place: object.placeOf(['spec', 'dependsOn', index, 'name']),
        message: `dependsOn names a ${kind}; a ${object.kind} waits only for ${object.kind}s`,
        advice: isRelease
          ? 'let the Kustomization that applies this HelmRelease wait for it'
          : 'let the HelmRelease wait, or put it into a Kustomization of its own',
      }
    }
  },
}

const dependsOnNamespace: LintRule = {
  code: 'DEPENDS_ON_NAMESPACE',
  severity: 'error',
  title: 'dependsOn names an object that is in another namespace',
  why: 'Without a namespace Flux looks in that of the object itself, and waits for what does not exist.',
  bad: {
    'app.yaml': release('app', '  dependsOn:\n  - name: crds\n'),
    'crds.yaml': release('crds').replace('namespace: apps', 'namespace: crds'),
  },
  good: {
    'app.yaml': release('app', '  dependsOn:\n  - name: crds\n    namespace: crds\n'),
    'crds.yaml': release('crds').replace('namespace: apps', 'namespace: crds'),
  },
  *check(repository) {
    for (const { object, index, name, namespace } of dependencies(repository)) {
      const found = withName(repository, object, name)
      const homes = homesOf(repository, object, namespace)
      if (!isAnyNamed(repository, object, name) || found.some(one => mayBeThere(repository, one, homes)))
        continue
      const there = new Set(found.flatMap(one => [...repository.namespacesOf(one)]))
      yield {
        place: object.placeOf(['spec', 'dependsOn', index, 'name']),
        message: `${named(object)} waits for ${object.kind} ${name}, which is in namespace ${listFirst([...there].toSorted())}`,
        advice: 'say its namespace beside the name',
      }
    }
  },
}

const dependsOnMissing: LintRule = {
  code: 'DEPENDS_ON_MISSPELT',
  severity: 'error',
  title: 'dependsOn names an object that does not exist, and one that is nearly the same is',
  why: 'Flux never reconciles an object whose dependency does not exist. A name that is in no file can still exist on the cluster, so only likely typos are reported.',
  bad: `${release('app', '  dependsOn:\n  - name: cert-manger\n')}---\n${release('cert-manager')}`,
  good: `${release('app', '  dependsOn:\n  - name: cert-manager\n')}---\n${release('cert-manager')}`,
  *check(repository) {
    for (const { object, index, name } of dependencies(repository)) {
      if (withName(repository, object, name).length > 0) continue
      if (
        withName(repository, { group: KUSTOMIZE, kind: 'Kustomization' }, name).length +
          withName(repository, { group: HELM, kind: 'HelmRelease' }, name).length >
        0
      )
        continue
      const others = repository.objects.filter(
        one => one.kind === object.kind && one.group === object.group && one !== object,
      )
      const meant = slip(
        name,
        others.map(one => one.name),
      )
      if (meant === undefined) continue
      yield {
        place: object.placeOf(['spec', 'dependsOn', index, 'name']),
        message: `${named(object)} waits for ${object.kind} ${name}, which is not in this repository`,
        advice: `did you mean ${meant}?`,
      }
    }
  },
}

const dependsOnCycle: LintRule = {
  code: 'DEPENDS_ON_CYCLE',
  severity: 'error',
  title: 'Objects of Flux wait for each other',
  why: 'None of them is ever reconciled.',
  bad: `${flux('a', './a', '  dependsOn: [{name: b}]\n')}---\n${flux('b', './b', '  dependsOn: [{name: a}]\n')}`,
  good: `${flux('a', './a')}---\n${flux('b', './b', '  dependsOn: [{name: a}]\n')}`,
  *check(repository) {
    const next = new Map<string, { readonly to: string; readonly from: Dependency }[]>()
    for (const one of dependencies(repository)) {
      for (const home of repository.namespacesOf(one.object)) {
        const key = `${one.object.kind}/${home}/${one.object.name}`
        const to = `${one.object.kind}/${one.namespace === '' ? home : one.namespace}/${one.name}`
        next.set(key, [...(next.get(key) ?? []), { to, from: one }])
      }
    }
    const told = new Set<string>()
    for (const [start, edges] of next) {
      if (told.has(start)) continue
      const cycle = cycleFrom(start, next)
      const edge = edges.find(({ to }) => cycle.includes(to))
      if (cycle.length === 0 || !edge) continue
      for (const key of cycle) told.add(key)
      const { object, index } = edge.from
      yield {
        place: object.placeOf(['spec', 'dependsOn', index, 'name']),
        message: `${object.kind}s wait for each other: ${[...cycle, cycle[0] ?? ''].map(key => key.split('/')[2]).join(' → ')}`,
      }
    }
  },
}

function cycleFrom(
  start: string,
  next: ReadonlyMap<string, readonly { readonly to: string }[]>,
): readonly string[] {
  const pending: (readonly string[])[] = [[start]]
  const seen = new Set<string>()
  for (let way = pending.pop(); way; way = pending.pop()) {
    for (const { to } of next.get(way.at(-1) ?? '') ?? []) {
      if (to === start) return way
      if (seen.has(to)) continue
      seen.add(to)
      pending.push([...way, to])
    }
  }
  return []
}

/** Who waits for whom. */
export const dependsOnRules: RuleFamily = {
  title: 'dependsOn',
  rules: [dependsOnKind, dependsOnNamespace, dependsOnMissing, dependsOnCycle],
}
