import { labelKeyProblems, labelValueProblems } from '../../labels/label-key.ts'
import { OWN_DOMAINS, RESERVED_DOMAINS } from '../../api/api-names.ts'
import type { ApiProblem } from '../api-problem.ts'
import type { Fitout } from '../../api/schema/fitout-schema.ts'
import { placedSteps, problemAt, repeated } from './rule.ts'
import { selectedKeys } from './selector-rules.ts'

/** A gate must be a label that the API server takes. */
export function badGate(fitout: Fitout): readonly ApiProblem[] {
  return gates(fitout).flatMap(({ label, value, path }) => [
    ...labelKeyProblems(label).flatMap(problem => problemAt('BAD_GATE', [...path, 'label'], problem)),
    ...labelValueProblems(value).flatMap(problem => problemAt('BAD_GATE', [...path, 'value'], problem)),
  ])
}

/** Fitout must not become a way to set labels that mean something to others. */
export function reservedGate(fitout: Fitout): readonly ApiProblem[] {
  return gates(fitout).flatMap(({ label, path }) => {
    const domain = reservedDomainOf(label)
    const message = `must not be in the reserved domain "${domain}"`
    return problemAt('RESERVED_GATE', [...path, 'label'], domain === undefined ? undefined : message)
  })
}

/** One label cannot say of two steps when they may start. */
export function duplicateGate(fitout: Fitout): readonly ApiProblem[] {
  return repeated(gates(fitout), ({ label }) => label).flatMap(({ item, first }) =>
    problemAt(
      'DUPLICATE_GATE',
      [...item.path, 'label'],
      `"${item.label}" is also the gate of step "${first.name}"`,
    ),
  )
}

/** Opening such a gate would change which Fitout has the cluster. */
export function gateInSelector(fitout: Fitout): readonly ApiProblem[] {
  return gateInSelectorOf(fitout, fitout)
}

/** Lists the gates of a Fitout that are labels by which `other`, a Fitout of the same namespace, selects clusters. */
export function gateInSelectorOf(fitout: Fitout, other: Fitout): readonly ApiProblem[] {
  const selected = new Set(selectedKeys(other.spec.clusterSelector))
  const whose =
    fitout === other ? 'clusterSelector' : `the clusterSelector of Fitout "${other.metadata.name}"`
  return gates(fitout).flatMap(({ label, path }) =>
    problemAt(
      'GATE_IN_SELECTOR',
      [...path, 'label'],
      selected.has(label) ? `must not be a label that ${whose} selects by` : undefined,
    ),
  )
}

function gates(fitout: Fitout) {
  return placedSteps(fitout).flatMap(({ step, path }) =>
    step.gate ? [{ ...step.gate, name: step.name, path: [...path, 'gate'] }] : [],
  )
}

function reservedDomainOf(label: string): string | undefined {
  const slash = label.indexOf('/')
  if (slash < 0) return undefined
  const domain = label.slice(0, slash)
  return (
    RESERVED_DOMAINS.find(reserved => domain === reserved || domain.endsWith(`.${reserved}`)) ??
    OWN_DOMAINS.find(own => domain === own)
  )
}
