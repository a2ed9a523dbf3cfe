import { keyOfObject } from '../change/delivery/delivery.ts'
import { type Fields, itemsIn, partOf, textIn } from '../object/fields.ts'
import { groupBy } from '../object/group-by.ts'
import { counted } from '../text/counted.ts'
import { listFirst } from '../text/list-first.ts'
import type { AdoptionEffect, AdoptionRefusal } from './adoption.ts'
import type { RunningCluster, FluxController } from './running-cluster.ts'
import type { ClusterPlan, PlannedObject } from './cluster-plan.ts'
import { titleOfFields } from './object-titles.ts'
import { toolNames } from './adopt-tool.ts'

/** Namespaces in which the plan puts controllers of Flux. */
function plannedNamespaces(plan: ClusterPlan): ReadonlySet<string> {
  const controllers = plan.steps
    .flatMap(({ objects }) => objects)
    .filter(({ object }) => object.kind === 'Deployment' && isFluxPart(object.content))
  const own = controllers.map(({ object }) => object.namespace)
  const released = plan.steps.flatMap(({ releases }) => releases.map(({ object }) => object.namespace))
  return new Set(own.length > 0 ? own : released)
}

/** Whether an object is a part of Flux, by its label. */
export function isFluxPart(object: Fields): boolean {
  return textIn(partOf(partOf(object, 'metadata'), 'labels'), 'app.kubernetes.io/part-of') === 'flux'
}

/** Two installations of Flux would reconcile the same objects, each with its own idea. */
export function fluxTwice(
  plan: ClusterPlan,
  { controllers, flux }: RunningCluster,
): readonly AdoptionRefusal[] {
  const found = groupBy(controllers, ({ namespace }) => namespace)
  const planned = plannedNamespaces(plan)
  const all = new Set([...found.keys(), ...(found.size > 0 ? planned : [])])
  const refusals: AdoptionRefusal[] = []
  if (all.size > 1) {
    const words = [...all].toSorted().map(namespace => installationWords(namespace, found.get(namespace)))
    refusals.push({
      code: 'FLUX_TWICE',
      object: 'Flux',
      message: `there would be ${counted(all.size, 'Flux installation')}: ${words.join('; ')}`,
      fix: 'uninstall one (flux uninstall --keep-namespace leaves what it installed), or set namespaces.flux in fitout.yaml to the namespace of the one that stays',
    })
  }
  const instance = flux.find(one => textIn(one, 'kind') === 'FluxInstance')
  const isPacked = planned.size > 0 && controllersIn(plan).length > 0
  if (instance && isPacked) {
    refusals.push({
      code: 'FLUX_TWICE',
      object: titleOfFields(instance),
      message: 'the Flux Operator installs Flux on this cluster, and the plan does, too',
      fix: 'delete the FluxInstance with its operator first, or use the pattern flux-operator',
    })
  }
  return refusals
}

function controllersIn(plan: ClusterPlan): readonly PlannedObject[] {
  return plan.steps
    .flatMap(({ objects }) => objects)
    .filter(({ object }) => object.kind === 'Deployment' && isFluxPart(object.content))
}

function installationWords(namespace: string, found: readonly FluxController[] | undefined): string {
  const [first] = found ?? []
  if (!first || !found) return `the plan puts one into namespace ${namespace}`
  const version = first.version === '' ? '' : ` ${first.version}`
  return `Flux${version} runs in namespace ${namespace} (${counted(found.length, 'controller')}, ${toolNames[first.by.tool]})`
}

/** What Kustomizations that run already will delete when the plan changes what they apply. */
export function prunedObjects(
  plan: ClusterPlan,
  { flux }: RunningCluster,
): { readonly effects: readonly AdoptionEffect[]; readonly refusals: readonly AdoptionRefusal[] } {
  const planned = plan.steps.flatMap(({ objects }) => objects)
  const all = plan.steps.flatMap(({ objects, releases }) => [...objects, ...releases])
  const found = flux.flatMap(live => {
    const next = planned.find(({ object }) => isSame(live, object.content))
    const inventory = itemsIn(partOf(partOf(live, 'status'), 'inventory'), 'entries')
    // What others deliver, such as a ClusterResourceSet with Flux, is pruned, too: its labels are still those of this one.
    const own = all.filter(({ deliverer }) => isDeliveredBy(deliverer, live))
    const kept = new Set(own.map(({ object }) => keyOfObject(object)))
    if (!next || inventory.length === 0 || partOf(next.object.content, 'spec')['prune'] !== true) return []
    const gone = inventory.map(entryIn).filter(entry => entry && !kept.has(keyOfObject(entry)))
    return gone.length === 0 ? [] : [{ live, gone: gone.filter(entry => entry !== undefined) }]
  })
  return {
    effects: found.flatMap(({ live, gone }) =>
      gone.map(({ kind, namespace, name }): AdoptionEffect => ({
        op: 'delete',
        object: namespace === '' ? `${kind} ${name}` : `${kind} ${namespace}/${name}`,
        detail: `${titleOfFields(live)} applied it, and would prune it`,
      })),
    ),
    refusals: found.map(({ live, gone }): AdoptionRefusal => ({
      code: 'DELETES_OBJECTS',
      object: titleOfFields(live),
      message: `it would read another folder, and delete ${counted(gone.length, 'object')} that it applied before: ${listFirst(gone.map(({ kind, name }) => `${kind} ${name}`))}`,
      fix: 'set prune: false on it until everything that shall stay is in the new folder',
    })),
  }
}

function isDeliveredBy({ kind, namespace, name }: PlannedObject['deliverer'], live: Fields): boolean {
  return titleOfFields(live) === `${kind} ${namespace}/${name}`
}

function isSame(live: Fields, planned: Fields): boolean {
  const [one, other] = [partOf(live, 'metadata'), partOf(planned, 'metadata')]
  return (
    textIn(live, 'kind') === 'Kustomization' &&
    textIn(planned, 'kind') === 'Kustomization' &&
    textIn(planned, 'apiVersion').startsWith('kustomize.toolkit.fluxcd.io/') &&
    textIn(one, 'name') === textIn(other, 'name') &&
    textIn(one, 'namespace') === textIn(other, 'namespace')
  )
}

// namespace_name_group_kind; colons of RBAC names are written as two underscores.
function entryIn(entry: Fields) {
  const parts = textIn(entry, 'id').split('_')
  const [kind = '', group = ''] = parts.toReversed()
  const namespace = parts[0] ?? ''
  const name = parts.slice(1, -2).join('_').replaceAll('__', ':')
  return kind === '' || name === '' ? undefined : { group, kind, namespace, name }
}
