/** What was asked of a server; `decide` is no request but what a controller had found out when it acted. */
export type Op =
  | 'get'
  | 'list'
  | 'watch'
  | 'create'
  | 'apply'
  | 'patch'
  | 'update'
  | 'delete'
  | 'deletecollection'
  | 'decide'

/** One request as the server saw it, whether the server is real or simulated. Checkers look at nothing else. */
export interface Line {
  /** Its place in the history, from 1. */
  readonly seq: number
  /** When it was answered, milliseconds. */
  readonly t: number
  /** The user, or the name of the simulated process; calls by Fitout have an actor for which `isFitout` holds. */
  readonly actor: string
  /** `management`, or the name of a workload cluster. */
  readonly server: string
  readonly op: Op
  readonly group: string
  readonly resource: string
  readonly subresource?: string
  readonly namespace?: string
  readonly name?: string
  /** The object and the version that the request insists on. */
  readonly uid?: string
  readonly rv?: string
  readonly fieldManager?: string
  readonly force?: boolean
  /** The HTTP status. */
  readonly code: number
  /** What was sent. */
  readonly body?: unknown
  /** The object as the server gave it back. */
  readonly object?: unknown
}

/** What happened, in order. */
export type History = readonly Line[]

/** The name of the server that has the Clusters. */
export const MANAGEMENT = 'management'

const reads: ReadonlySet<Op> = new Set(['get', 'list', 'watch', 'decide'])

/** Whether the line is a call by Fitout's controller: `fitout`, or one of several, such as `fitout-2`. */
export function isFitout({ actor }: Line): boolean {
  return /^fitout(-\d+)?$/.test(actor)
}

/** Whether the line asks for a change. */
export function isWrite({ op }: Line): boolean {
  return !reads.has(op)
}

/** Whether the server did what it was asked for. */
export function isDone({ code }: Line): boolean {
  return code >= 200 && code < 300
}

/** Whether the line asks Fitout's management cluster for a change. */
export function isManagementWrite(line: Line): boolean {
  return isWrite(line) && isFitout(line) && line.server === MANAGEMENT
}

/** Whether a server refused a request before it looked at what was sent, so that nobody knows what it was. */
export function isUnread(line: Line): boolean {
  return line.body === undefined && !isDone(line)
}

/** The kind that a line is about, as RBAC names it: `clusters.cluster.x-k8s.io/status`. */
export function kindOf({
  group,
  resource,
  subresource,
}: Pick<Line, 'group' | 'resource' | 'subresource'>): string {
  const kind = group === '' ? resource : `${resource}.${group}`
  return subresource === undefined ? kind : `${kind}/${subresource}`
}

/** The object that a line is about, without its kind: `prod/blue`. */
export function placeOf({ namespace, name }: Pick<Line, 'namespace' | 'name'>): string {
  return [namespace, name].filter(part => part !== undefined && part !== '').join('/')
}

/** A request in words: `apply clusters.cluster.x-k8s.io prod/blue`. */
export function describeCall(line: Line): string {
  return [line.op, kindOf(line), placeOf(line)].filter(part => part !== '').join(' ')
}
