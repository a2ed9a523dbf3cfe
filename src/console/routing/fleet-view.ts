/** What the fleet page is set to. All of it is in the address, so a view can be passed on. */
export interface FleetView {
  readonly query: string
  readonly group: 'fitout' | 'namespace' | 'none'
  readonly sort: 'urgent' | 'longest' | 'name'
  /** The cluster, and the step, whose cause is shown beside the list. */
  readonly why: string | undefined
  readonly step: string | undefined
}

/** Clusters that are Ready need nobody: they show when somebody asks for them. */
export const STANDARD_QUERY = '-is:ready'

/** Reads the view of an address. What is not understood is as if it were absent. */
export function readFleetView(search: string): FleetView {
  const given = new URLSearchParams(search)
  const [group, sort] = [given.get('group'), given.get('sort')]
  return {
    query: given.get('q') ?? STANDARD_QUERY,
    group: group === 'namespace' || group === 'none' ? group : 'fitout',
    sort: sort === 'longest' || sort === 'name' ? sort : 'urgent',
    why: given.get('why') ?? undefined,
    step: given.get('step') ?? undefined,
  }
}

/** The address of a view. What is standard is left out. */
export function writeFleetView({ query, group, sort, why, step }: FleetView): string {
  const given = new URLSearchParams()
  if (query !== STANDARD_QUERY) given.set('q', query)
  if (group !== 'fitout') given.set('group', group)
  if (sort !== 'urgent') given.set('sort', sort)
  if (why !== undefined) given.set('why', why)
  if (why !== undefined && step !== undefined) given.set('step', step)
  const text = given.toString()
  return text === '' ? '/' : `/?${text}`
}
