interface Named {
  readonly metadata: { readonly name: string; readonly namespace?: string }
}

/** The key of an object: `namespace/name`, or `name` alone when its kind has no namespaces. */
export function keyOf({ metadata }: Named): string {
  return metadata.namespace === undefined ? metadata.name : `${metadata.namespace}/${metadata.name}`
}

/** The namespace in a key; empty when it has none. */
export function namespaceOf(key: string): string {
  const slash = key.indexOf('/')
  return slash < 0 ? '' : key.slice(0, slash)
}
