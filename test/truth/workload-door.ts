import type { Api, Page, Selection } from '../../src/engine/api/api.ts'
import type { Store } from '../../src/simulator/store/store.ts'
import type { Ask } from './seen-facts.ts'

/** How a workload cluster treats who asks it. */
export interface Door {
  /** Hears of every read that reaches the server, before it is answered. */
  readonly onAsk: (ask: Ask) => void
  /** Whether lists never come to an end. */
  readonly isEndless: () => boolean
}

/** Puts a door before a server for one user: it must stand there before that user asks for the API. */
export function setDoor(store: Store, user: string, { onAsk, isEndless }: Door): void {
  const serve = store.api.bind(store)
  const guarded = (api: Api): Api => ({
    ...api,
    get: (ref, call) => {
      onAsk({ kind: ref.resource.kind, namespace: ref.namespace, name: ref.name })
      return api.get(ref, call)
    },
    list: async (selection, call) => {
      onAsk(askOf(selection))
      const page = await api.list(selection, call)
      return isEndless() ? endless(page) : page
    },
    isReady: call => {
      onAsk({ kind: '/readyz' })
      return api.isReady(call)
    },
  })
  store.api = asked => (asked === user ? guarded(serve(asked)) : serve(asked))
}

function askOf({ resource, namespace, fields }: Selection): Ask {
  const [, name] = /^metadata\.name=(.+)$/.exec(fields ?? '') ?? []
  return { kind: resource.kind, namespace, name }
}

// One page after the other, none of which has anything in it.
function endless({ resourceVersion }: Page): Page {
  return { items: [], resourceVersion, continue: 'more' }
}
