import { encodeUtf8 } from '../bytes/utf8.ts'
import { sha256Hex } from '../bytes/sha256.ts'
import { oncePerObject } from '../object/once-per-object.ts'
import type { ResolvedObject, ResolvedProof } from './resolve/resolved-proof.ts'

/** The hash of what is proven: `sha256:` and hexadecimal digits. The order in which a proof lists its objects does not matter. */
export const proofHash: (proof: ResolvedProof) => string = oncePerObject(proof => hashOf(proofParts(proof)))

function proofParts({ objects, asksReadyz, stableForMs }: ResolvedProof): readonly unknown[] {
  const asked = new Set(objects.map(object => JSON.stringify(objectParts(object))))
  return [[...asked].toSorted(), asksReadyz, stableForMs]
}

// Lists, not objects: they have one order, and nothing gets in that was not meant to.
function objectParts({ target, current, failed, ...object }: ResolvedObject): readonly unknown[] {
  const { on, apiVersion, kind, namespace = null } = object
  const which = target.by === 'name' ? [target.name] : [target.text, target.count, target.isEnough]
  return [on, apiVersion, kind, namespace, which, current?.text ?? null, failed?.text ?? null]
}

function hashOf(parts: readonly unknown[]): string {
  return `sha256:${sha256Hex([encodeUtf8(JSON.stringify(parts))])}`
}
