import { encodeUtf8 } from '../../domain/bytes/utf8.ts'
import { encodeBase64 } from '../../domain/bytes/base64.ts'
import { isFields, partOf } from '../../domain/object/fields.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'
import type { Kind } from '../kinds/kind.ts'

/** An object with what the server fills in by itself for a few built-in kinds. */
export function filledIn({ group, kind }: Kind, object: KubeObject): KubeObject {
  if (group !== '') return object
  if (kind === 'Secret') return filledSecret(object)
  if (kind === 'Service') return { ...object, status: { loadBalancer: {}, ...partOf(object, 'status') } }
  return kind === 'Namespace' ? filledNamespace(object) : object
}

function filledSecret(object: KubeObject): KubeObject {
  const { stringData, ...rest } = object
  const type = rest['type'] ?? 'Opaque'
  return isFields(stringData) ? { ...rest, type, data: encoded(rest, stringData) } : { ...rest, type }
}

function encoded(
  secret: Readonly<Record<string, unknown>>,
  texts: Readonly<Record<string, unknown>>,
): object {
  const bytes = Object.entries(texts).map(
    ([key, text]) => [key, encodeBase64(encodeUtf8(String(text)))] as const,
  )
  return { ...partOf(secret, 'data'), ...Object.fromEntries(bytes) }
}

function filledNamespace(object: KubeObject): KubeObject {
  const { name, labels } = object.metadata
  return {
    ...object,
    metadata: { ...object.metadata, labels: { ...labels, 'kubernetes.io/metadata.name': name } },
    spec: { finalizers: ['kubernetes'], ...partOf(object, 'spec') },
    status: { phase: 'Active', ...partOf(object, 'status') },
  }
}

/** What a manager applies, in the form that is stored: texts of a Secret are bytes there. */
export function storedForm({ group, kind }: Kind, object: KubeObject): KubeObject {
  const { stringData, ...rest } = object
  if (group !== '' || kind !== 'Secret' || !isFields(stringData)) return object
  return { ...rest, data: encoded(rest, stringData) }
}
