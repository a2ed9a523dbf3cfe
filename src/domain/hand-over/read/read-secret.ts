import type { MessageSource } from '../../api/schema/cluster-fitout-schema.ts'
import { isReservedSecret } from '../../validation/rules/name-rules.ts'
import { FieldReader } from '../../resource-set/field-reader.ts'
import { ResourceSetError } from '../../resource-set/resource-set-error.ts'
import { RESOURCE_SET_SECRET_TYPE } from '../../resource-set/source.ts'
import { decodeBase64 } from '../../bytes/base64.ts'
import {
  type ClusterIdentity,
  type FoundSource,
  type SourceLookup,
  resolveName,
} from '../cluster-identity.ts'
import type { HandOverHold } from '../hand-over-hold.ts'

/** A Secret that values may be taken from. */
export interface ReadableSecret {
  readonly name: string
  /** The text of a key, in base64. Only the keys that are requested are decoded. */
  readonly data: ReadonlyMap<string, string>
}

/** Types of Secrets that Cluster API, Kubernetes and Helm keep for themselves. @internal */
export const RESERVED_SECRET_TYPES = [
  'cluster.x-k8s.io/secret',
  'kubernetes.io/service-account-token',
  'helm.sh/release.v1',
  RESOURCE_SET_SECRET_TYPE,
] as const

/**
 * Finds the Secret that a hand-over reads, or says why it may not or cannot be read.
 *
 * A name that is reserved is refused before it is read: a Fitout must not become a way to read such a Secret.
 */
export function readSecret(
  template: string,
  cluster: ClusterIdentity,
  lookup: SourceLookup,
): { readonly secret: ReadableSecret } | { readonly hold: HandOverHold } {
  const resolved = resolveName(template, cluster)
  if (!resolved.ok) return refused(template, `has an invalid name: ${resolved.problem}`)
  const { name } = resolved
  if (isReservedSecret(name)) return refused(name, 'must not be handed over: its name is reserved')
  return readFound(lookup(name), { name, namespace: cluster.namespace })
}

interface Wanted {
  readonly name: string
  readonly namespace: string
}

function readFound(source: FoundSource, wanted: Wanted): ReturnType<typeof readSecret> {
  const { name } = wanted
  if (source === 'missing') return held('HandOverSecretMissing', name, 'does not exist')
  if ('refused' in source) return refused(name, `cannot be read: ${source.refused}`)
  try {
    return readFields(new FieldReader(source.found, 'SOURCE_SHAPE'), wanted)
  } catch (error) {
    if (!(error instanceof ResourceSetError)) throw error
    return refused(name, 'cannot be read: it is not a valid Secret')
  }
}

function readFields(object: FieldReader, { name, namespace }: Wanted): ReturnType<typeof readSecret> {
  const metadata = object.object('metadata')
  const isWanted =
    object.string('kind') === 'Secret' &&
    metadata.string('name') === name &&
    metadata.string('namespace') === namespace
  if (!isWanted) return refused(name, 'cannot be read: the API server returned another object')
  const type = object.string('type')
  if (RESERVED_SECRET_TYPES.some(reserved => reserved === type))
    return refused(name, `must not be handed over: its type "${type}" is reserved`)
  return { secret: { name, data: object.stringMap('data') } }
}

/** The bytes of a key; undefined when they are not base64, which no API server gives out. */
export function bytesOfKey({ data }: ReadableSecret, key: string): Uint8Array | 'missing' | undefined {
  const text = data.get(key)
  if (text === undefined) return 'missing'
  const { bytes, isValid } = decodeBase64(text)
  return isValid ? bytes : undefined
}

function refused(name: string, problem: string): { readonly hold: HandOverHold } {
  return held('HandOverSecretRefused', name, problem)
}

function held(
  reason: HandOverHold['reason'],
  name: string,
  problem: string,
): { readonly hold: HandOverHold } {
  return { hold: { reason, message: `Secret "${name}" ${problem}`, source: secretSource({ name }) } }
}

/** As much of the path to a value as a status holds. */
const MAX_KEY = 253

/** A Secret, or a key of it, as a hold names it. */
export function secretSource({ name }: Pick<ReadableSecret, 'name'>, key?: string): MessageSource {
  return { kind: 'Secret', name, ...(key === undefined ? {} : { key: key.slice(0, MAX_KEY) }) }
}
