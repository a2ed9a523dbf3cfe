import {
  type History,
  type Line,
  MANAGEMENT,
  describeCall,
  isDone,
  isFitout,
  kindOf,
} from '../history/line.ts'
import { type Violation, breach } from '../violation.ts'
import type { Grant } from './grants.ts'

/** What calls are held against. */
export interface PrivilegeOptions {
  readonly grants: readonly Grant[]
  /** Whether the history has all that Fitout ever does, so that a right that nobody used there is one too many. */
  readonly isComplete?: boolean
}

/** Finds calls that no role grants, and rights that no call needs. Of equal calls the first is reported. */
export function checkLeastPrivilege(history: History, options: PrivilegeOptions): readonly Violation[] {
  const { grants, isComplete = true } = options
  const calls = history.filter(line => isFitout(line) && line.server === MANAGEMENT && line.op !== 'decide')
  const used = new Set<Grant>()
  const told = new Set<string>()
  const beyond = calls.flatMap(line => {
    const needed = verbsOf(line).map(verb => ({
      verb,
      grant: grants.find(grant => covers(grant, verb, line)),
    }))
    for (const { grant } of needed) if (grant && isAnswered(line)) used.add(grant)
    const missing = needed
      .filter(({ grant }) => grant === undefined)
      .map(({ verb }) => `${verb} ${kindOf(line)}`)
    const news = missing.filter(right => !told.has(right))
    for (const right of news) told.add(right)
    return news.map(right =>
      breach('leastPrivilege', line, `${describeCall(line)} needs "${right}", which no role grants`),
    )
  })
  if (!isComplete) return beyond
  return [...beyond, ...grants.filter(grant => !used.has(grant)).map(unused)]
}

// Apply is a patch to RBAC; where it makes the object, the right to create is asked for, too.
function verbsOf(line: Line): readonly string[] {
  if (line.op !== 'apply') return [line.op]
  return line.code === 201 ? ['patch', 'create'] : ['patch']
}

function covers({ verb, group, resource, names }: Grant, wanted: string, line: Line): boolean {
  const asked = line.subresource === undefined ? line.resource : `${line.resource}/${line.subresource}`
  if (verb !== wanted || group !== line.group || resource !== asked) return false
  return names === 'all' || names.includes(line.name ?? '')
}

// A call that got as far as an answer about the object was let through; whether it then fitted does not matter.
function isAnswered(line: Line): boolean {
  return isDone(line) || [404, 409, 410, 422].includes(line.code)
}

function unused({ verb, group, resource, role }: Grant): Violation {
  const kind = group === '' ? resource : `${resource} of ${group}`
  return {
    rule: 'leastPrivilege',
    sentence: `role "${role}" grants "${verb}" on ${kind}, which no call needed`,
  }
}
