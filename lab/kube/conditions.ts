import type { KubeObject } from './kube-object.ts'

export interface Condition {
  readonly type: string
  readonly status: 'True' | 'False' | 'Unknown'
  readonly reason?: string
  readonly message?: string
}

/** The condition of that type, if the object reports one. */
export function condition(object: KubeObject | undefined, type: string): Condition | undefined {
  const status = object?.['status'] as { readonly conditions?: readonly Condition[] } | undefined
  return status?.conditions?.find(it => it.type === type)
}

export function hasCondition(
  object: KubeObject | undefined,
  type: string,
  status: Condition['status'],
): boolean {
  return condition(object, type)?.status === status
}
