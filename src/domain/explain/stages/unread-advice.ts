import type { ExplainFacts } from '../explain-facts.ts'
import type { SeenRef } from '../object/seen-object.ts'
import { commit, kubectl } from '../show/commands.ts'
import { unreadCauseIn } from '../unread-cause.ts'
import type { NextAction } from '../why.ts'

/** What could not be read; undefined if only the words about it are known. */
type Unread =
  | (Pick<SeenRef, 'on' | 'apiVersion' | 'kind'> & { readonly namespace?: string | undefined })
  | undefined

/** What to do about something that cannot be read, by the words that tell why. */
export function unreadAdvice(message: string, what: Unread, facts: ExplainFacts): NextAction {
  const server = kubectl({ on: what?.on ?? 'Workload' }, facts)
  switch (unreadCauseIn(message)) {
    case 'forbidden':
      return {
        text: `Give ${readerOf(what, facts)} the permission to get, list and watch ${named(what)}`,
      }
    case 'throttled':
      return {
        text: 'Find out what else loads the API server, and what its FlowSchemas allow; Fitout retries with backoff',
        command: `${server} get flowschemas,prioritylevelconfigurations`,
      }
    case 'too-large':
      return commit(
        'Let the proof select fewer objects: by name, in one namespace, or by a narrower selector',
      )
    case 'late':
    case 'server-error':
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
  if (!what) return 'what the proof asks for'
  const place = what.namespace === undefined ? '' : ` in namespace "${what.namespace}"`
  return `${what.kind} of ${what.apiVersion}${place}`
}
