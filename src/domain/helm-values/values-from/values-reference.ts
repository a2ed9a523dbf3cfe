/** An entry of `spec.valuesFrom` of a HelmRelease. */
export interface ValuesReference {
  /** `ConfigMap` or `Secret`; Flux refuses anything else. */
  readonly kind: string
  readonly name: string
  readonly valuesKey?: string | undefined
  readonly targetPath?: string | undefined
  readonly optional?: boolean | undefined
  readonly literal?: boolean | undefined
}

/** The key that Flux looks for: `values.yaml` if the reference names none, or an empty one. */
export function valuesKeyOf(reference: ValuesReference): string {
  return reference.valuesKey || 'values.yaml'
}
