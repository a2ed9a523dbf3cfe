import type { FieldChange } from '../change/compare/field-changes.ts'
import { changeWords } from '../change/compare/change-words.ts'
import { immutableField, restartsPods } from '../change/compare/object-effects.ts'
import { type GitObject, keyOfObject } from '../change/delivery/delivery.ts'
import { type Fields, textIn } from '../object/fields.ts'
import { counted } from '../text/counted.ts'
import { listFirst } from '../text/list-first.ts'
import type { AdoptedObject, AdoptionEffect, AdoptionRefusal } from './adoption.ts'
import type { RunningCluster, LiveObject } from './running-cluster.ts'
import type { PlannedObject } from './cluster-plan.ts'
import { liveDifferences } from './compare-live.ts'
import { fieldsLostFromKubectl } from './owned-fields.ts'
import { delivererTitle, titleOfObject } from './object-titles.ts'
import { type ToolClaim, toolOfObject } from './adopt-tool.ts'

/** An object of the plan, judged. */
export interface JudgedObject {
  readonly adopted: AdoptedObject
  readonly refusals: readonly AdoptionRefusal[]
}

/** Says what becomes of an object that the plan puts on a cluster. */
export function judgePlannedObject(planned: PlannedObject, facts: RunningCluster): JudgedObject {
  const { object, deliverer } = planned
  const live = facts.live.get(keyOfObject(object)) ?? { kind: 'unread', because: 'it was not read' }
  const base = { object: titleOfObject(object), deliveredBy: delivererTitle(deliverer) }
  if (live.kind !== 'found') return absent(planned, base, live)
  const by = toolOf(planned, live.object, facts)
  if (object.doubt !== '') {
    const notes = ['not compared: the repository does not say all of it']
    return { adopted: { ...base, state: 'not-compared', by, effects: [], notes }, refusals: [] }
  }
  const fields = liveDifferences(object.content, live.object)
  if (isKept(planned)) {
    const differs = fields.length === 0 ? '' : `; ${counted(fields.length, 'field')} of it differ from Git`
    const notes = [`it exists, and a ClusterResourceSet with ApplyOnce leaves it as it is${differs}`]
    const state = fields.length === 0 ? 'same' : 'differs'
    return { adopted: { ...base, state, by, effects: [], notes }, refusals: [] }
  }
  const lost = deliverer.kind === 'Kustomization' ? fieldsLostFromKubectl(object.content, live.object) : []
  const refusals = [...fightRefusal(planned, by), ...immutableRefusal(planned, fields)]
  const effects = [
    ...(fields.length === 0 ? [] : [changeEffect(object, fields)]),
    ...(lost.length === 0 ? [] : [lossEffect(object, lost)]),
  ]
  const state = effects.length === 0 ? 'same' : 'differs'
  return { adopted: { ...base, state, by, effects, notes: [] }, refusals }
}

// An object of a set that was applied, and has no sign of anybody else, is of that set.
function toolOf({ deliverer }: PlannedObject, live: Fields, { appliedSets }: RunningCluster): ToolClaim {
  const by = toolOfObject(live)
  if (by.tool !== 'unknown' || deliverer.kind !== 'ClusterResourceSet' || !appliedSets.has(deliverer.name))
    return by
  return { tool: 'cluster-resource-set', evidence: `ClusterResourceSetBinding names ${deliverer.name}` }
}

function lossEffect(object: GitObject, paths: readonly string[]): AdoptionEffect {
  const isTemplate = paths.some(path => path.startsWith('spec.template.'))
  const isWorkload = object.group === 'apps'
  return {
    op: isWorkload && isTemplate ? 'restart' : 'change',
    object: titleOfObject(object),
    detail: `loses what kubectl set and Git does not have: ${listFirst(paths)}`,
  }
}

function absent(
  { object, deliverer }: PlannedObject,
  base: Pick<AdoptedObject, 'object' | 'deliveredBy'>,
  live: Exclude<LiveObject, { readonly kind: 'found' }>,
): JudgedObject {
  const create: AdoptionEffect = {
    op: 'create',
    object: base.object,
    detail: `by ${delivererTitle(deliverer)}`,
  }
  if (live.kind === 'absent')
    return {
      adopted: { ...base, state: 'absent', by: undefined, effects: [create], notes: [] },
      refusals: [],
    }
  if (live.kind === 'unread') {
    const notes = [`not compared: ${live.because}`]
    return { adopted: { ...base, state: 'not-compared', by: undefined, effects: [], notes }, refusals: [] }
  }
  const version = textIn(object.content, 'apiVersion')
  // A kind that is not served at all comes with its CRD; one that is served in other versions is another matter.
  if (live.served.length === 0)
    return {
      adopted: { ...base, state: 'absent', by: undefined, effects: [create], notes: [] },
      refusals: [],
    }
  const refusal: AdoptionRefusal = {
    code: 'API_VERSION_GONE',
    object: base.object,
    message: `the cluster does not serve ${version}, only ${listFirst(live.served)}`,
    fix: `upgrade what brings ${object.kind} on the cluster, or write the version that it serves`,
  }
  const notes = [`not compared: the cluster does not serve ${version}`]
  return {
    adopted: { ...base, state: 'not-compared', by: undefined, effects: [], notes },
    refusals: [refusal],
  }
}

// What was applied once is not applied again; what was not, and exists, is not touched either.
function isKept({ deliverer }: PlannedObject): boolean {
  return deliverer.kind === 'ClusterResourceSet' && deliverer.strategy === 'ApplyOnce'
}

/** What a change of fields does to an object that runs. */
export function changeEffect(object: GitObject, fields: readonly FieldChange[]): AdoptionEffect {
  const words = fields.map(field => changeWords(field, object.kind))
  const shown = listFirst(words)
  return {
    op: restartsPods(object, fields) ? 'restart' : 'change',
    object: titleOfObject(object),
    detail: words.length > 3 ? `${counted(words.length, 'field')}: ${shown}` : shown,
  }
}

function immutableRefusal(
  { object, deliverer }: PlannedObject,
  fields: readonly FieldChange[],
): readonly AdoptionRefusal[] {
  const field = immutableField(object, fields)
  if (field === undefined || deliverer.isForced) return []
  return [
    {
      code: 'FIELD_IMMUTABLE',
      object: titleOfObject(object),
      message: `${field} is another one on the cluster, and no server changes it`,
      fix: `write ${field} as the cluster has it, or delete the object yourself when its pods may go`,
    },
  ]
}

// It would set the object back to what it was.
function fightRefusal({ object }: PlannedObject, by: ToolClaim): readonly AdoptionRefusal[] {
  if (by.tool !== 'argo-cd') return []
  return [
    {
      code: 'OTHER_TOOL',
      object: titleOfObject(object),
      message: `Argo CD manages it (${by.evidence}), and would set it back`,
      fix: 'take it out of its Application first, without deleting it (no cascade)',
    },
  ]
}
