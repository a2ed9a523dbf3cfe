/** `namespace/name`, or `name` alone for an object without a namespace. */
export function qualifiedName({ namespace, name }: ObjectName): string {
  return namespace === undefined ? name : `${namespace}/${name}`
}

interface ObjectName {
  readonly namespace?: string | undefined
  readonly name: string
}
