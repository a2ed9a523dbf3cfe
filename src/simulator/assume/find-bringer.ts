import type { FitoutStep } from '../../domain/api/schema/fitout-schema.ts'
import { needsOfStep } from '../../domain/api/needs-of-step.ts'
import { partOf, textIn } from '../../domain/object/fields.ts'
import { apiGroup } from '../../domain/object/api-group.ts'
import type { PresetName } from '../../domain/proof/presets/presets.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'
import { type Bringer, operators, presetsOfTheCluster } from './assumption.ts'
import type { StepDeliveries } from './step-deliveries.ts'

/** What must be brought, and for which step. */
export interface Wanted {
  readonly step: FitoutStep
  /** The preset that asks for it; undefined for what a Fitout or a manifest names itself. */
  readonly preset: PresetName | undefined
  readonly namespace: string | undefined
}

/** The steps, and what each delivers. */
export interface Deliveries {
  readonly steps: readonly FitoutStep[]
  readonly byStep: StepDeliveries
}

/** Finds what may bring something that no manifest holds; undefined if nothing does. */
export function findBringer(wanted: Wanted, deliveries: Deliveries): Bringer | undefined {
  const { preset, step } = wanted
  if (preset !== undefined && presetsOfTheCluster.has(preset)) return { by: 'cluster' }
  for (const name of nearestFirst(step, deliveries.steps)) {
    const delivered = deliveries.byStep.get(name) ?? []
    const found = operatorIn(delivered, preset) ?? releaseIn(delivered, wanted)
    if (found) return found
  }
  return undefined
}

/** A step, then all that it needs, nearest first. */
function nearestFirst({ name }: FitoutStep, steps: readonly FitoutStep[]): readonly string[] {
  const found = new Set([name])
  for (const one of found) {
    const index = steps.findIndex(step => step.name === one)
    for (const need of index < 0 ? [] : needsOfStep(steps, index)) found.add(need)
  }
  return [...found]
}

function operatorIn(delivered: readonly KubeObject[], preset: PresetName | undefined): Bringer | undefined {
  const operator = delivered.find(
    ({ apiVersion, kind, metadata }) =>
      preset !== undefined &&
      apiGroup(apiVersion) === 'apps' &&
      kind === 'Deployment' &&
      operators[metadata.name] === preset,
  )
  return operator && bringerOf('Deployment', operator)
}

// Of several releases, the one in the namespace of what it brings; otherwise the last, as it is the last to be there.
function releaseIn(delivered: readonly KubeObject[], { preset, namespace }: Wanted): Bringer | undefined {
  // Flux cannot bring itself.
  if (preset === 'flux') return undefined
  const releases = delivered.filter(isRelease)
  const near = releases.filter(release => namespacesOf(release).includes(namespace ?? ''))
  const release = near.at(-1) ?? releases.at(-1)
  return release && bringerOf(release.kind === 'HelmRelease' ? 'HelmRelease' : 'Kustomization', release)
}

function isRelease({ apiVersion, kind }: KubeObject): boolean {
  const group = apiGroup(apiVersion)
  return (
    (group === 'helm.toolkit.fluxcd.io' && kind === 'HelmRelease') ||
    (group === 'kustomize.toolkit.fluxcd.io' && kind === 'Kustomization')
  )
}

function namespacesOf(release: KubeObject): readonly string[] {
  return [release.metadata.namespace ?? '', textIn(partOf(release, 'spec'), 'targetNamespace')]
}

function bringerOf(kind: 'Deployment' | 'HelmRelease' | 'Kustomization', { metadata }: KubeObject): Bringer {
  return { by: 'object', kind, namespace: metadata.namespace ?? '', name: metadata.name }
}
