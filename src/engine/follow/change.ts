import type { KubeObject } from '../api/kube-object.ts'

/** What became of one object. Another object under the same name is a removal and an addition. */
export type Change =
  | { readonly kind: 'added'; readonly key: string; readonly after: KubeObject }
  | {
      readonly kind: 'changed'
      readonly key: string
      readonly before: KubeObject
      readonly after: KubeObject
    }
  | { readonly kind: 'removed'; readonly key: string; readonly before: KubeObject }

/** Called for each change, in order. What it throws is reported and concerns nobody else. */
export type ChangeHandler = (change: Change) => void

/** What changed under a key, or nothing. */
export function changesBetween(
  key: string,
  before: KubeObject | undefined,
  after: KubeObject | undefined,
): readonly Change[] {
  if (!before) return after ? [{ kind: 'added', key, after }] : []
  if (!after) return [{ kind: 'removed', key, before }]
  if (before.metadata.uid === after.metadata.uid) return [{ kind: 'changed', key, before, after }]
  return [
    { kind: 'removed', key, before },
    { kind: 'added', key, after },
  ]
}
