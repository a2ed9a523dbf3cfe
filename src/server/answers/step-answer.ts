import { nameVariables } from '../../domain/hand-over/cluster-identity.ts'
import { resolveProof } from '../../domain/proof/resolve/resolve-proof.ts'
import type { ResolvedObject } from '../../domain/proof/resolve/resolved-proof.ts'
import type { StepResponse, StepGate, StepProofRow } from '../api/step-response.ts'
import type { SeenFleet } from '../fleet/seen-fleet.ts'
import { alikeOf } from './cluster-answer.ts'
import { deliveryStages, handOverKeys } from './delivery-stages.ts'
import { objectRows } from './object-list-answer.ts'
import type { StepFactsNow } from './step-facts.ts'
import { neededBy, timelineStep } from './timeline.ts'

/** What a step promises, and how far it is. */
export function stepAnswer(view: SeenFleet, facts: StepFactsNow): StepResponse {
  const { cluster, plan, status } = facts
  const { name } = status
  const names = cluster.steps.map(step => step.name)
  const gate = gateOf(facts)
  const keys = handOverKeys(facts)
  return {
    ...view.fresh,
    cluster: `${cluster.namespace}/${cluster.name}`,
    fitout: cluster.fitout,
    status,
    position: names.indexOf(name) + 1,
    of: names.length,
    needs: cluster.steps
      .filter(one => neededBy(name, plan).includes(one.name))
      .map(({ name, state }) => ({ name, state })),
    holdsUp: names.filter(other => neededBy(other, plan).includes(name)),
    ...(gate === undefined ? {} : { gate }),
    timeline: timelineStep(status, { cluster, plan, alike: alikeOf(cluster, view) }),
    proofs: proofRows(facts),
    handOver: keys,
    delivery: deliveryStages(facts, keys),
    objects: objectRows(status),
    unread: unreadOf(facts),
  }
}

function gateOf({ step, cluster, status }: StepFactsNow): StepGate | undefined {
  if (!step?.gate) return undefined
  const { label, value } = step.gate
  const { openedAt, openedBy } = status
  return {
    label,
    value,
    isOpen: cluster.labels[label] === value,
    ...(openedAt === undefined ? {} : { openedAt }),
    ...(openedBy === undefined ? {} : { openedBy }),
  }
}

function proofRows(facts: StepFactsNow): readonly StepProofRow[] {
  const { step, cluster, uid } = facts
  if (!step) return []
  const { namespace, name } = cluster
  const variables = nameVariables({ namespace, name, uid })
  const resolution = resolveProof(step.proof, { variables, path: [] })
  return resolution.ok ? resolution.proof.objects.map(object => proofRow(object, facts)) : []
}

function proofRow(asked: ResolvedObject, { status }: StepFactsNow): StepProofRow {
  const { on, kind, namespace, target, current } = asked
  const name = target.by === 'name' ? target.name : target.text
  const place = namespace === undefined || namespace === '' ? '' : `${namespace}/`
  const found = status.evidence?.find(
    ({ cluster, object }) =>
      cluster === on &&
      object.kind === kind &&
      object.name === name &&
      (object.namespace ?? '') === (namespace ?? ''),
  )
  return {
    cluster: on,
    object: `${kind} ${place}${name}`,
    kind,
    ...(place === '' ? {} : { namespace: namespace ?? '' }),
    name,
    expected: expectedOf(target, current?.text),
    ...(found ? { health: found.health } : {}),
    ...(found?.message === undefined ? {} : { message: found.message }),
  }
}

function expectedOf(target: ResolvedObject['target'], expression: string | undefined): string {
  const word = expression ?? 'Current'
  if (target.by === 'name') return word
  return target.isEnough ? `at least ${target.count}: ${word}` : `at least ${target.count}, and all: ${word}`
}

function unreadOf({ resourceSets, secrets }: StepFactsNow): readonly string[] {
  const facts = [...resourceSets.values(), ...secrets.values()]
  return [...new Set(facts.flatMap(fact => (fact.kind === 'unread' ? [fact.reason] : [])))]
}
