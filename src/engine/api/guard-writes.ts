import type { Api } from './api.ts'

/** The API with a check directly before every write: what the check throws, the write fails with. It is told the call. */
export function guardWrites(api: Api, check: (call: string) => void): Api {
  return {
    ...api,
    async create(resource, object, call) {
      check(`create ${resource.kind} ${object.metadata.name}`)
      return await api.create(resource, object, call)
    },
    async apply(resource, object, call) {
      check(`apply ${resource.kind} ${object.metadata.name}`)
      return await api.apply(resource, object, call)
    },
    async update(resource, object, call) {
      check(`update ${resource.kind} ${object.metadata.name}`)
      return await api.update(resource, object, call)
    },
    async delete(ref, call) {
      check(`delete ${ref.resource.kind} ${ref.name}`)
      await api.delete(ref, call)
    },
  }
}
