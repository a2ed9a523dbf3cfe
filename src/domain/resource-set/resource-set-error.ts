/** What can be wrong with an object of a ClusterResourceSet, before its content is read. */
export type ResourceSetErrorCode = 'RESOURCE_SET_SHAPE' | 'SOURCE_SHAPE' | 'BINDING_SHAPE'

/** An object that has not the shape of a ClusterResourceSet, of a source or of a binding. */
export class ResourceSetError extends Error {
  override readonly name = 'ResourceSetError'
  readonly code: ResourceSetErrorCode
  /** The field, such as `spec.resources[0].kind`. */
  readonly path: string

  constructor(code: ResourceSetErrorCode, path: string, cause: string) {
    super(`cannot read ${nouns[code]}: ${path === '' ? 'the object' : path} ${cause}`)
    this.code = code
    this.path = path
  }
}

const nouns: Readonly<Record<ResourceSetErrorCode, string>> = {
  RESOURCE_SET_SHAPE: 'ClusterResourceSet',
  SOURCE_SHAPE: 'ConfigMap or Secret',
  BINDING_SHAPE: 'ClusterResourceSetBinding',
}
