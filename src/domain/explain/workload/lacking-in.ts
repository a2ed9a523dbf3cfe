import type { SeenRef } from '../seen-object.ts'

const missing = /(secret|configmap) "([a-z0-9.-]{1,253})" not found$/

/** What a kubelet says that a pod lacks: a Secret, a ConfigMap, or a key of one. */
export function lackingIn(message: string): string | undefined {
  // kubelet: secret "x" not found; couldn't find key k in Secret ns/x
  const [, kind, name] = missing.exec(message) ?? []
  if (name !== undefined) return `${kind === 'secret' ? 'Secret' : 'ConfigMap'} "${name}"`
  const [, key, place, holder] =
    /couldn't find key ([\w.-]{1,253}) in (Secret|ConfigMap) [^/\s]{1,63}\/([a-z0-9.-]{1,253})/.exec(
      message,
    ) ?? []
  return key === undefined ? undefined : `key "${key}" of ${place} "${holder}"`
}

/** The Secret or ConfigMap that a kubelet says a pod lacks as a whole; undefined if it lacks none. */
export function lackingObject(message: string, { on, namespace = '' }: SeenRef): SeenRef | undefined {
  const [, kind, name] = missing.exec(message) ?? []
  if (name === undefined) return undefined
  return { on, apiVersion: 'v1', kind: kind === 'secret' ? 'Secret' : 'ConfigMap', namespace, name }
}
