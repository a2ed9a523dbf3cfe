import type { FleetSnapshot } from '../../src/domain/fleet/fleet-snapshot.ts'
import { repositorySide, type RepositorySide } from '../../src/domain/change/delivery/fleet-sides.ts'
import type { FleetChange } from '../../src/domain/change/fleet-change.ts'
import { planFleetChange } from '../../src/domain/change/plan-fleet-change.ts'
import { readLintRepository } from '../../src/domain/lint/model/lint-repository.ts'

/** For tests: a repository. */
export type Files = Readonly<Record<string, string>>

function side(files: Files): RepositorySide {
  const texts = new Map(Object.entries(files))
  return repositorySide(
    readLintRepository({ texts, paths: new Set(texts.keys()), isWhole: true }),
    () => undefined,
  )
}

/** For tests: the plan of a change of files. */
export function plan(before: Files, after: Files, snapshot?: FleetSnapshot): FleetChange {
  return planFleetChange({
    from: 'a',
    to: 'b',
    before: side(before),
    after: side(after),
    snapshot,
    newFindings: [],
  })
}

/** For tests: a Kustomization of Flux. */
export const flux = (name: string, path: string, more = '') => `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: {name: ${name}, namespace: flux-system}
spec:
  interval: 10m
  path: ./${path}
  prune: true
  sourceRef: {kind: GitRepository, name: flux-system}
${more}`

/** For tests: a ConfigMap. */
export const config = (name: string, value: string, more = '') =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}, namespace: default${more}}\ndata: {key: ${value}}\n`

/** For tests: what the Flux of cluster blue reads. */
export const root = { 'clusters/blue/flux-system/sync.yaml': flux('flux-system', 'clusters/blue') }

/** For tests: that, with a Kustomization and one object. */
export const apps = {
  ...root,
  'clusters/blue/apps.yaml': flux('apps', 'apps'),
  'apps/a.yaml': config('a', '1'),
}
/** For tests: a repository without some files. */
export const without = (files: Files, ...paths: readonly string[]): Files =>
  Object.fromEntries(Object.entries(files).filter(([path]) => !paths.includes(path)))
