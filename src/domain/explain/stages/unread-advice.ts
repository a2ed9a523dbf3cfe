import type { ReadError } from '../../api/schema/cluster-fitout-schema.ts'
import type { ExplainFacts } from '../explain-facts.ts'
import type { SeenRef } from '../seen-object.ts'
import { commit, kubectl } from '../show/commands.ts'
import type { NextAction } from '../why.ts'

/** What could not be read; undefined if that is not known. */
type Unread =
  | (Pick<SeenRef, 'on' | 'apiVersion' | 'kind'> & { readonly namespace?: string | undefined })
  | undefined

/** What to do about something that cannot be read, by why it cannot. */
export function unreadAdvice(
  readError: ReadError | undefined,
  what: Unread,
  facts: ExplainFacts,
): NextAction {
  const server = kubectl({ on: what?.on ?? 'Workload' }, facts)
  switch (readError) {
    case 'Forbidden':
      return {
        text: `Give ${readerOf(what, facts)} the permission to get, list and watch ${named(what)}`,
      }
    case 'Throttled':
      return {
        text: 'Find out what else loads the API server, and what its FlowSchemas allow; Fitout retries with backoff',
        command: `${server} get flowschemas,prioritylevelconfigurations`,
      }
    case 'TooLarge':
      return commit('Select fewer objects in the proof: by name, in one namespace, or by a narrower selector')
    case 'TimedOut':
    case 'ServerError':
      return {
        text: `Check the API server, and the webhook that converts ${what?.kind ?? 'the kind'}, if there is one`,
        command: `${server} get --raw '/readyz?verbose'`,
      }
    default:
      return { text: `Find out why ${named(what)} cannot be read` }
  }
}

function readerOf(what: Unread, { name }: ExplainFacts): string {
  return what?.on === 'Management'
    ? 'the service account of Fitout'
    : `the user of the kubeconfig of Cluster "${name}"`
}

function named(what: Unread): string {
  if (!what) return 'the objects of the proof'
  const place = what.namespace === undefined ? '' : ` in namespace "${what.namespace}"`
  return `${what.kind} of ${what.apiVersion}${place}`
}
