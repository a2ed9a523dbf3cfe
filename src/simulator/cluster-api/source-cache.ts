import { hashSource } from '../../domain/resource-set/hash-source.ts'
import { type Source, readSource } from '../../domain/resource-set/source.ts'
import { ResourceSetError } from '../../domain/resource-set/resource-set-error.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'

/** A source with its hash. */
export interface HashedSource {
  readonly source: Source
  readonly hash: string
}

const known = new WeakMap<KubeObject, HashedSource | undefined>()

/** Reads a source once for each of its versions; undefined for what cannot be one. Stored objects never change. */
export function hashedSource(object: KubeObject): HashedSource | undefined {
  if (!known.has(object)) known.set(object, readHashed(object))
  return known.get(object)
}

function readHashed(object: KubeObject): HashedSource | undefined {
  try {
    const source = readSource(object)
    return { source, hash: hashSource(source) }
  } catch (error) {
    if (error instanceof ResourceSetError) return undefined
    throw error
  }
}
