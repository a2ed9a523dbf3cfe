import { ref } from '../../kube/kube-object.ts'
import type { Base } from '../base.ts'
import type { Mutation } from './mutation.ts'

/** A user scales the Deployment of a base to zero when it is ready. */
export function scaledToZero(name: string, base: Base): Mutation {
  const object = ref('apps/v1', 'Deployment', `${base.id}/web`)
  return {
    name,
    operator: 'scale',
    mutated: { side: 'workload', object, field: ['spec', 'replicas'] },
    after: async ({ workload }) => {
      await workload.patch(object, { spec: { replicas: 0 } })
    },
  }
}
