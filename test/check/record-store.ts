import type { History } from '../../src/simulator/faults/history.ts'
import type { Kind } from '../../src/simulator/kinds/kind.ts'
import type { Store } from '../../src/simulator/store/store.ts'
import type { StoreChange } from '../../src/simulator/store/table.ts'
import { type Perform, recordApi } from './record-api.ts'

/** Where the audit log of a simulated server goes. */
export interface StoreRecorder {
  /** `management`, or the name of a workload cluster. */
  readonly server: string
  readonly history: History
  /** Who a user is; unless given, the account of Fitout is `fitout`, and others go by their user. */
  readonly actorOf?: (user: string) => string
}

const FITOUT_USER = 'system:serviceaccount:fitout-system:fitout'

/** Who changes what without a call: models of other controllers, garbage collection, and people in tests. */
const OTHERS = 'others'

/**
 * Turns the audit log of a store on: from now on every call to it, and every change that is made without one.
 *
 * It must come before anybody asks the store for its API.
 */
export function recordStore(store: Store, { server, history, actorOf = nameOf }: StoreRecorder): void {
  const serve = store.api.bind(store)
  let call: { isCreated: boolean } | undefined
  const perform: Perform = act => {
    const current = { isCreated: false }
    call = current
    const answer = act()
    call = undefined
    return { answer, isCreated: current.isCreated }
  }
  store.api = (user?: string) => {
    const actor = actorOf(user ?? 'admin')
    return recordApi(serve(user), { actor, server, history, perform })
  }
  store.attach({
    changed: (kind, change) => {
      // What a call changes is told with the call.
      if (call) call.isCreated ||= change.before === undefined
      else history.add({ actor: OTHERS, server, ...entryOf(kind, change) })
    },
    restored: () => undefined,
  })
}

function nameOf(user: string): string {
  return user === FITOUT_USER ? 'fitout' : user
}

function entryOf({ group, plural, kind }: Kind, { key, before, after }: StoreChange) {
  const op = after === undefined ? 'delete' : before === undefined ? 'create' : 'update'
  return { op, group, resource: plural, key: `${kind} ${key}`, status: 'ok', answer: after } as const
}
