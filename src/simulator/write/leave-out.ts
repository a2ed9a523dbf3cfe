import type { KubeObject } from '../../engine/api/kube-object.ts'

/** The fields of something, without those of some names. */
export function leaveOut(fields: object, ...names: readonly string[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)))
}

/** An object with another status, or without one. */
export function withStatus(object: KubeObject, status: unknown): KubeObject {
  if (status !== undefined) return { ...object, status }
  const { apiVersion, kind, metadata } = object
  return { ...leaveOut(object, 'status'), apiVersion, kind, metadata }
}
