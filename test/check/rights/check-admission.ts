import { type History, type Line, describeCall, isDone, isManagementWrite } from '../history/line.ts'
import { type FollowedResource, type Start, World } from '../history/world.ts'
import { type Violation, breach } from '../violation.ts'
import type { AdmissionPolicy, AdmissionRequest } from '../admission-policy.ts'

export interface AdmissionOptions {
  readonly policy: AdmissionPolicy
  /** Objects that were there before the history begins. */
  readonly start?: Start
}

/** Finds writes by Fitout that a policy of `deploy/` would refuse. Of equal refusals the first is reported. */
export function checkAdmission(history: History, { policy, start }: AdmissionOptions): readonly Violation[] {
  const world = new World(start)
  const told = new Set<string>()
  return history.flatMap(line => {
    const request = isManagementWrite(line) && isDone(line) ? requestOf(line, world) : undefined
    world.see(line)
    const said = request && policy.refusalOf(request)
    if (said === undefined || told.has(said)) return []
    told.add(said)
    return [breach('leastPrivilege', line, `${describeCall(line)} is refused by "${policy.name}": ${said}`)]
  })
}

// What an apply does shows in its answer: without the object before it is a creation.
function requestOf(line: Line, world: World): AdmissionRequest | undefined {
  const { group, resource, subresource, namespace = '', name = '', op, code } = line
  const oldObject = world.find(resource as FollowedResource, namespace, name) ?? null
  const about = { group, resource, subresource, namespace }
  if (op === 'delete')
    return oldObject === null ? undefined : { ...about, operation: 'DELETE', object: null, oldObject }
  const object = line.object ?? line.body ?? null
  const isCreated = op === 'create' || code === 201
  return isCreated
    ? { ...about, operation: 'CREATE', object, oldObject: null }
    : { ...about, operation: 'UPDATE', object, oldObject }
}
