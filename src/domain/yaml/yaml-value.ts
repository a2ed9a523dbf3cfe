/** What a YAML document means once it is JSON: Kubernetes never sees more. Integers above 2^53 are bigints. */
export type YamlValue =
  | null
  | boolean
  | number
  | bigint
  | string
  | readonly YamlValue[]
  | { readonly [key: string]: YamlValue }
