import { listFirst } from '../../text/list-first.ts'
import { FieldReader } from '../../resource-set/field-reader.ts'
import { ResourceSetError } from '../../resource-set/resource-set-error.ts'
import { decodeBase64 } from '../../bytes/base64.ts'
import type { FoundSource } from '../cluster-identity.ts'
import { type HandOverHold, sortHolds } from '../hand-over-hold.ts'
import { SecretValue } from '../secret-value.ts'
import type { DeliveredObject, WrappedHandOver } from './wrap-hand-over.ts'

/** What was read on the workload cluster. */
export interface WorkloadObjects {
  readonly namespace: (name: string) => FoundSource
  readonly secret: (namespace: string, name: string) => FoundSource
}

/**
 * Lists what has not arrived on the workload cluster; empty when every handed-over Secret holds the values it shall.
 *
 * Rendered objects are not looked at: whether they were applied says the binding, and how they fare says the proof.
 */
export function judgeDelivered(
  { objects }: Pick<WrappedHandOver, 'objects'>,
  workload: WorkloadObjects,
): readonly HandOverHold[] {
  return sortHolds(
    objects.flatMap(object => {
      const hold = object.data && judgeSecret(object, object.data, workload)
      return hold ? [hold] : []
    }),
  )
}

type Values = NonNullable<DeliveredObject['data']>

function judgeSecret(
  { namespace, name }: DeliveredObject,
  values: Values,
  workload: WorkloadObjects,
): HandOverHold | undefined {
  const what = `Secret ${namespace}/${name}`
  const source = workload.secret(namespace, name)
  if (source === 'missing') return missing(what, namespace, workload)
  if ('refused' in source) return notDelivered(`${what} cannot be read: ${source.refused}`)
  const different = differences(source.found, values)
  if (different === undefined) return notDelivered(`${what} cannot be read: it is not a valid Secret`)
  if (different.length === 0) return undefined
  const keys = different.toSorted().map(key => `"${key}"`)
  return notDelivered(`${what} does not have the values of ${listFirst(keys)} yet`)
}

// Nothing can be made in a namespace that is not there, and Fitout never makes one.
function missing(what: string, namespace: string, workload: WorkloadObjects): HandOverHold {
  if (workload.namespace(namespace) !== 'missing') return notDelivered(`${what} does not exist yet`)
  const message = `Namespace "${namespace}" does not exist on the cluster; deliver it in an earlier step`
  return { reason: 'HandOverNamespaceMissing', message }
}

/** The keys whose values are not there as they shall be; undefined for what is no Secret. */
function differences(found: unknown, values: Values): readonly string[] | undefined {
  try {
    const data = new FieldReader(found, 'SOURCE_SHAPE').stringMap('data')
    return [...values].filter(([key, value]) => !holds(data.get(key), value)).map(([key]) => key)
  } catch (error) {
    if (error instanceof ResourceSetError) return undefined
    throw error
  }
}

function holds(text: string | undefined, value: SecretValue): boolean {
  return text !== undefined && new SecretValue(decodeBase64(text).bytes).isSame(value)
}

function notDelivered(message: string): HandOverHold {
  return { reason: 'HandOverNotDelivered', message }
}
