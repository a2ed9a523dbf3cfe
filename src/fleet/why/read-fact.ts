import type { Fact } from '../../domain/explain/explain-facts.ts'
import { ApiError, hasCode } from '../../engine/api/api-error.ts'
import type { Call, Resource } from '../../engine/api/api.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'
import type { Link } from '../link/link.ts'

/** Where facts of the management cluster are read. */
export interface Reading {
  readonly link: Link
  readonly namespace: string
  readonly call: Call
}

/** Reads one object: there, absent, or why it could not be read. */
export async function readFact(
  { link, namespace, call }: Reading,
  resource: Resource,
  name: string,
): Promise<Fact<KubeObject>> {
  try {
    return { kind: 'read', value: await link.management.get({ resource, namespace, name }, call) }
  } catch (error) {
    if (hasCode(error, 'NotFound', 'NotServed')) return { kind: 'absent' }
    if (hasCode(error, 'Forbidden'))
      return { kind: 'unread', reason: `You are not allowed to get ${resource.plural}` }
    if (error instanceof ApiError)
      return { kind: 'unread', reason: `The management cluster responds with ${error.code}` }
    throw error
  }
}

/** Makes another fact of what was read. */
export function factFrom<T>(fact: Fact<KubeObject>, make: (object: KubeObject) => Fact<T>): Fact<T> {
  return fact.kind === 'read' ? make(fact.value) : fact
}
