import { absenceOf } from '../absence.ts'
import { partOf, textIn } from '../../object/fields.ts'
import { lineOf, nameOf, sayCondition, sentenceOf } from '../claim.ts'
import type { Lead, CauseRule } from '../guide.ts'
import type { Inquiry } from '../inquiry.ts'
import { conditionOf, conditionsOf, labelsIn, type SeenRef, type SeenObject } from '../seen-object.ts'
import { commit, kubectlDescribe, refresh } from '../show/commands.ts'

/** A NodePool whose class does not exist. Karpenter itself says so: a class of another name or kind was not meant. */
export const nodeClassMissing: CauseRule = ({ object }, inquiry) => {
  const ready = object && conditionOf(object, 'NodeClassReady')
  if (!object || ready?.status !== 'False' || ready.reason !== 'NodeClassNotFound') return undefined
  const wanted = classRef(object)
  const other = wanted && onlyOther(wanted, inquiry)
  return {
    reason: 'NodeClassMissing',
    sentence: sentenceOf(
      `${nameOf(object.ref)} names ${wanted ? `${nameOf(wanted)}, ${absenceOf(wanted, inquiry)}` : 'a node class that was not found'}`,
    ),
    evidence: [lineOf(object, sayCondition(ready))],
    next: [
      commit(
        `Deliver ${wanted ? nameOf(wanted) : 'the node class'} beside the NodePool, or correct spec.template.spec.nodeClassRef`,
      ),
      ...(other
        ? [
            commit(
              `Or set it to ${nameOf(other)}, the only one that exists`,
              `spec:\n  template:\n    spec:\n      nodeClassRef:\n        name: ${JSON.stringify(other.name)}`,
            ),
          ]
        : []),
      refresh(inquiry.facts),
    ],
  }
}

/** The class of a NodePool that is not ready because of it. */
export const nodeClassOf: Lead = ({ object }) => {
  if (!object || conditionOf(object, 'NodeClassReady')?.status === 'True') return []
  const ref = classRef(object)
  return ref ? [ref] : []
}

/** The nodes that a NodePool asked for and did not get. */
export const claimsOfPool: Lead = ({ ref, object }, inquiry) => {
  if (!object || conditionOf(object, 'NodeRegistrationHealthy')?.status !== 'False') return []
  const claims = inquiry.list({ on: ref.on, apiVersion: 'karpenter.sh/v1', kind: 'NodeClaim' })
  if (claims.kind !== 'listed') return []
  const own = claims.objects.filter(({ fields }) => labelsIn(fields)['karpenter.sh/nodepool'] === ref.name)
  return own.map(claim => claim.ref)
}

/** A NodePool that says that it is not ready. */
export const nodePoolNotReady: CauseRule = ({ object }, { facts }) => {
  const wrong =
    object && conditionsOf(object).filter(({ type, status }) => status === 'False' && type !== 'Ready')
  const ready = object && conditionOf(object, 'Ready')
  if (!object || !wrong || ready?.status === 'True') return undefined
  const [first = ready] = wrong
  if (!first) return undefined
  return {
    reason: 'NodePoolNotReady',
    sentence: sentenceOf(`${nameOf(object.ref)} is not ready: ${first.reason || first.type}`),
    evidence: [lineOf(object, sayCondition(first))],
    next: [commit(`Correct ${nameOf(object.ref)}`), kubectlDescribe(object.ref, facts)],
  }
}

function onlyOther(wanted: SeenRef, inquiry: Inquiry): SeenRef | undefined {
  const { on, apiVersion, kind } = wanted
  const classes = inquiry.list({ on, apiVersion, kind })
  return classes.kind === 'listed' && classes.objects.length === 1 ? classes.objects[0]?.ref : undefined
}

function classRef({ ref, fields }: SeenObject): SeenRef | undefined {
  const template = partOf(partOf(partOf(fields, 'spec'), 'template'), 'spec')
  const wanted = partOf(template, 'nodeClassRef')
  const [group, kind, name] = [textIn(wanted, 'group'), textIn(wanted, 'kind'), textIn(wanted, 'name')]
  if (group === '' || kind === '' || name === '') return undefined
  // All providers that have a group of their own are at v1; the one of kwok is not.
  const version = group === 'karpenter.kwok.sh' ? 'v1alpha1' : 'v1'
  return { on: ref.on, apiVersion: `${group}/${version}`, kind, name }
}
