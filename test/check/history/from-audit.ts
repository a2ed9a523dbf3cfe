import { textAt } from './fields.ts'
import { type Line, MANAGEMENT, type Op } from './line.ts'

/** One event of a kube-apiserver's audit log, as far as it is read. */
export interface AuditRecord {
  readonly verb: string
  readonly requestURI: string
  readonly userAgent?: string
  readonly user: { readonly username: string }
  readonly objectRef?: {
    readonly resource?: string
    readonly namespace?: string
    readonly name?: string
    readonly apiGroup?: string
    readonly subresource?: string
  }
  readonly responseStatus?: { readonly code?: number }
  readonly requestObject?: unknown
  /** Only at level RequestResponse. */
  readonly responseObject?: unknown
  readonly requestReceivedTimestamp: string
  /** When it was answered. */
  readonly stageTimestamp?: string
}

/** Whose log it is, and whom its users stand for. */
export interface AuditSource {
  /** `management`, or the name of a workload cluster. */
  readonly server?: string
  /** Who made a call; unless given, what calls itself fitout or is its account is `fitout`, and others go by their user. */
  readonly actorOf?: (record: AuditRecord) => string
}

const FITOUT_USER = 'system:serviceaccount:fitout-system:fitout'

const verbs: ReadonlySet<string> = new Set<Op>([
  'get',
  'list',
  'watch',
  'create',
  'patch',
  'update',
  'delete',
  'deletecollection',
])

/** Reads the audit log of one API server. Requests that are about no resource, such as discovery, are left out. */
export function fromAudit(records: readonly AuditRecord[], source: AuditSource = {}): readonly Line[] {
  return records
    .filter(({ verb, objectRef }) => verbs.has(verb) && (objectRef?.resource ?? '') !== '')
    .map((record, index) => ({ seq: index + 1, ...lineOf(record, source) }))
}

/** Several histories as one, by time; lines are numbered again. */
export function mergeHistories(...histories: readonly (readonly Line[])[]): readonly Line[] {
  const lines = histories.flat().toSorted((a, b) => a.t - b.t)
  return lines.map((line, index) => ({ ...line, seq: index + 1 }))
}

function lineOf(record: AuditRecord, source: AuditSource): Omit<Line, 'seq'> {
  const { objectRef = {}, requestObject: body, responseObject: object } = record
  const query = new URL(record.requestURI, 'https://server').searchParams
  const op = opOf(record, query)
  return {
    t: Date.parse(record.stageTimestamp ?? record.requestReceivedTimestamp),
    actor: (source.actorOf ?? actorOf)(record),
    server: source.server ?? MANAGEMENT,
    op,
    group: objectRef.apiGroup ?? '',
    resource: objectRef.resource ?? '',
    ...known({
      subresource: objectRef.subresource,
      namespace: objectRef.namespace,
      name: objectRef.name ?? textAt(body, 'metadata', 'name'),
      fieldManager: query.get('fieldManager'),
      ...insisted(op, body, query),
    }),
    ...(query.has('force') ? { force: query.get('force') === 'true' } : {}),
    code: record.responseStatus?.code ?? 0,
    ...(body === undefined ? {} : { body }),
    ...(object === undefined ? {} : { object }),
  }
}

function actorOf({ user, userAgent = '' }: AuditRecord): string {
  return user.username === FITOUT_USER || userAgent.startsWith('fitout/') ? 'fitout' : user.username
}

// The log keeps no content type. What is applied has a head, as no other patch has; and only apply can be forced.
function opOf({ verb, requestObject }: AuditRecord, query: URLSearchParams): Op {
  const isApply = verb === 'patch' && (query.has('force') || textAt(requestObject, 'kind') !== undefined)
  return isApply ? 'apply' : (verb as Op)
}

function insisted(op: Op, body: unknown, query: URLSearchParams) {
  if (op === 'list' || op === 'watch') return { rv: query.get('resourceVersion') }
  const place = op === 'delete' ? 'preconditions' : 'metadata'
  return { uid: textAt(body, place, 'uid'), rv: textAt(body, place, 'resourceVersion') }
}

function known(facts: Readonly<Record<string, string | null | undefined>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(facts).flatMap(([name, value]) => (value ? [[name, value] as const] : [])),
  )
}
