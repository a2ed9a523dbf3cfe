import { resources } from '../../src/controller/world/resources.ts'
import type { ApiErrorCode } from '../../src/engine/api/api-error.ts'
import { leases } from '../../src/engine/election/lease.ts'
import type { HistoryLine } from '../../src/simulator/faults/history.ts'
import { textAt } from './history/fields.ts'
import { type Line, MANAGEMENT, type Op } from './history/line.ts'

/** What an API server would have answered. Calls that never got an answer have no status. */
const codes: Readonly<Record<ApiErrorCode | 'ok', number>> = {
  ok: 200,
  NotFound: 404,
  NotServed: 404,
  AlreadyExists: 409,
  Conflict: 409,
  Invalid: 422,
  // By an admission policy: the right was there.
  Denied: 422,
  Forbidden: 403,
  Unauthorized: 401,
  Gone: 410,
  TooManyRequests: 429,
  ServerError: 500,
  Timeout: 0,
  Unreachable: 0,
  NotTrusted: 0,
  Redirected: 302,
  TooLarge: 0,
  BadAnswer: 0,
  Cancelled: 0,
}

const ops: ReadonlySet<string> = new Set<Op>([
  'get',
  'list',
  'watch',
  'create',
  'apply',
  'update',
  'delete',
  'decide',
])

const byKind = new Map([...Object.values(resources), leases].map(resource => [resource.kind, resource]))

/**
 * Reads the history of a simulation. `recordApi` writes all that checkers look at; what the fault injection writes by
 * itself has no bodies, and tells what a process was told instead of what the server did.
 */
export function fromSimulator(lines: readonly HistoryLine[]): readonly Line[] {
  return lines
    .filter(({ op }) => ops.has(op))
    .map((line, index) => ({
      seq: index + 1,
      t: line.t,
      actor: line.actor,
      server: textAt(line, 'server') ?? MANAGEMENT,
      op: line.op as Op,
      ...subjectOf(line),
      ...callOf(line),
      code: line['isCreated'] === true ? 201 : codes[line.status ?? 'ok'],
    }))
}

// `Cluster prod/blue`, `Namespace kube-system`, or of a selection `Cluster prod/ labels a=b`.
function subjectOf({ key = '', op }: HistoryLine): Pick<Line, 'group' | 'resource' | 'namespace' | 'name'> {
  const [kind = '', place = ''] = key.split(' ')
  const { group, plural } = byKind.get(kind) ?? { group: '', plural: `${kind.toLowerCase()}s` }
  const isNamespaced = place.includes('/')
  const [namespace, name] = isNamespaced ? place.split('/') : [undefined, place]
  const isSelection = op === 'list' || op === 'watch'
  return {
    group,
    resource: plural,
    ...(isNamespaced && namespace ? { namespace } : {}),
    ...(!isSelection && name ? { name } : {}),
  }
}

function callOf(line: HistoryLine): Partial<Line> {
  const { body, answer, force } = line
  const place = line.op === 'delete' ? 'preconditions' : 'metadata'
  const isSelection = line.op === 'list' || line.op === 'watch'
  const facts = {
    group: textAt(line, 'group'),
    resource: textAt(line, 'resource'),
    subresource: textAt(line, 'subresource'),
    fieldManager: textAt(line, 'manager'),
    uid: line.op === 'decide' ? line.uid : textAt(body, place, 'uid'),
    rv: isSelection ? textAt(line, 'asked') : textAt(body, place, 'resourceVersion'),
    force: typeof force === 'boolean' ? force : undefined,
    body: line.op === 'decide' ? { ready: line['ready'] } : body,
    object: answer,
  }
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined))
}
