import type { Resource } from '../../engine/api/api.ts'

interface Named {
  readonly resource: Resource
  readonly namespace?: string | undefined
  readonly name?: string | undefined
}

/** What a call is called in errors: `get Cluster prod/blue`, `list Pod in prod`. */
export function callName(verb: string, { resource, namespace, name }: Named): string {
  if (name === undefined)
    return [verb, resource.kind, ...(namespace === undefined ? [] : ['in', namespace])].join(' ')
  return `${verb} ${resource.kind} ${namespace === undefined ? name : `${namespace}/${name}`}`
}
