import { names } from '../../domain/api/api-names.ts'
import { addresseeHold } from '../../domain/hand-over/wrap/addressees.ts'
import type { WrappedHandOver } from '../../domain/hand-over/wrap/wrap-hand-over.ts'
import { handOverName } from '../../domain/hand-over/wrap/hand-over-name.ts'
import type { ClusterFacts } from '../../domain/plan/cluster-facts.ts'
import { readSource } from '../../domain/resource-set/source.ts'
import { hashSource } from '../../domain/resource-set/hash-source.ts'
import { hasCode } from '../../engine/api/api-error.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'
import { resources } from '../resources.ts'
import { type Acting, saw } from './act.ts'
import { isEqual } from '../../domain/identity/is-equal.ts'
import { addresseesOf } from '../management/management.ts'
import { field } from './read-cluster.ts'
import { withdrawHandOvers } from './release.ts'

const fieldManager = names.fieldManager

/** Writes what is handed over and not written yet, and withdraws what is not handed over any more. */
export async function writeHandOvers(
  acting: Acting,
  { fitout, cluster }: ClusterFacts,
  handOvers: ReadonlyMap<string, WrappedHandOver>,
): Promise<void> {
  const wanted = fitout.spec.steps.map(({ name }) => handOverName(cluster, name))
  await withdrawHandOvers(acting, wanted)
  for (const wrapped of handOvers.values()) await writeHandOver(acting, wrapped)
}

async function writeHandOver(acting: Acting, { resourceSet, secret, hash }: WrappedHandOver): Promise<void> {
  const { world, management, fact, call } = acting
  // Before the Secret is there, it must be sure that nobody else gets it.
  if (addresseeHold(resourceSet, fact, addresseesOf(management, fact))) return
  const set = asObject(resourceSet)
  const key = `${fact.namespace}/${set.metadata.name}`
  // What was just written is there, whether it was heard of or not.
  if (!management.resourceSet.isBehind(key) && !isWritten(management.resourceSet.get(key), set)) {
    const how = { ...call, fieldManager, force: true }
    saw(management.resourceSet, await world.management.apply(resources.resourceSet, set, how))
  }
  if ((await hashOfSecret(acting, set.metadata.name)) === hash) return
  await world.management.apply(resources.secret, asObject(secret), { ...call, fieldManager, force: true })
}

// Whoever changed it might send the values elsewhere. What the server filled in besides is not looked at.
function isWritten(found: KubeObject | undefined, { spec }: KubeObject): boolean {
  const wanted = typeof spec === 'object' && spec !== null ? Object.entries(spec) : []
  return found !== undefined && wanted.every(([key, value]) => isEqual(field(found['spec'], key), value))
}

async function hashOfSecret({ world, fact, call }: Acting, name: string): Promise<string | undefined> {
  try {
    const ref = { resource: resources.secret, namespace: fact.namespace, name }
    return hashSource(readSource(await world.management.get(ref, call)))
  } catch (error) {
    if (hasCode(error, 'NotFound')) return undefined
    throw error
  }
}

function asObject(content: WrappedHandOver['secret']): KubeObject {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- made by wrapHandOver, with its head
  return content as unknown as KubeObject
}
