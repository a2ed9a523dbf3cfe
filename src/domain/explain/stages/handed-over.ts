import { resolveName } from '../../hand-over/cluster-identity.ts'
import { handOverName } from '../../hand-over/wrap/hand-over-name.ts'
import { partOf, textIn } from '../../object/fields.ts'
import { type Claim, lineAbout, lineOfAbsent } from '../claim.ts'
import { valueOf } from '../explain-facts.ts'
import type { SeenRef } from '../seen-object.ts'
import type { EvidenceLine } from '../why.ts'
import type { PlanHold } from './plan-stage.ts'
import { refusedThere } from './refused-there.ts'
import type { Scene } from './scene.ts'
import { fitoutRef, resourceSetRef } from './step-asked.ts'

/** What is known of the Secrets that a step hands over: the names of their keys, never a value. */
export function handedOver({ facts, asked }: Scene, { reason, source }: PlanHold): readonly EvidenceLine[] {
  const { namespace, name } = facts
  return (asked?.plan?.handOver ?? []).flatMap(({ from, keys }) => {
    const resolved = resolveName(from.secret, { namespace, name, uid: '' })
    const secret = resolved.ok ? resolved.name : from.secret
    // Which values want to be the same variable, the hold does not say.
    const isMeant = source?.kind === 'Secret' ? source.name === secret : reason === 'RenderVariableAmbiguous'
    if (!isMeant) return []
    const fact = facts.secrets.get(secret)
    const ref: SeenRef = { on: 'Management', apiVersion: 'v1', kind: 'Secret', namespace, name: secret }
    if (fact?.kind === 'absent') return [lineOfAbsent(ref)]
    if (fact?.kind !== 'read') return []
    const has = fact.value.keys.length === 0 ? 'has no keys' : `has ${fact.value.keys.toSorted().join(', ')}`
    return [
      lineAbout(ref, has, 'Current'),
      ...demanded(facts, { keys: Object.entries(keys), wanted: source?.key, step: asked?.name ?? '' }),
    ]
  })
}

interface Demand {
  readonly keys: readonly (readonly [
    string,
    { readonly default?: string | undefined; readonly path?: string | undefined },
  ])[]
  /** The key that the hold is about. */
  readonly wanted: string | undefined
  readonly step: string
}

function demanded(facts: Scene['facts'], { keys, wanted, step }: Demand): readonly EvidenceLine[] {
  const plan = fitoutRef(facts)
  const isNamed = keys.some(
    ([key, { default: fallback, path = key }]) =>
      fallback === undefined && wanted !== undefined && (key === wanted || path === wanted),
  )
  return plan && isNamed ? [lineAbout(plan, `step ${step} hands the key over, without default`)] : []
}

/** Why the workload cluster does not take what a step hands over, as the ClusterResourceSet that carries it says. */
export function handOverRefused({ facts, asked, inquiry }: Scene): Claim | undefined {
  const ref = asked && handOverSet(facts, asked.name)
  return ref && refusedThere({ ref, source: `the hand-over of step ${asked.name}`, isOwn: true }, inquiry)
}

/** The ClusterResourceSet that carries the values of a step to a cluster; undefined if the Cluster was not read. */
function handOverSet(facts: Scene['facts'], step: string): SeenRef | undefined {
  const uid = textIn(partOf(valueOf(facts.cluster) ?? {}, 'metadata'), 'uid')
  return uid === '' ? undefined : resourceSetRef(facts, handOverName({ uid }, step))
}
