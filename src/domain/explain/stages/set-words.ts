import { itemsIn, partOf, textIn } from '../../object/fields.ts'
import { withoutBrackets } from '../refusal/without-brackets.ts'
import type { SeenRef, SeenObject } from '../seen-object.ts'

/** Why a ClusterResourceSet is not applied, as it says itself: of one of its clusters, whichever was tried last. */
export interface SetWords {
  /** The reason of the condition: `ApplyFailed`, `RemoteClusterClientFailed` and so on. */
  readonly reason: string
  readonly words: string
}

/** An object that a workload cluster did not take, and what its API server said. */
export interface RefusedObject {
  readonly object: SeenRef
  /** What Cluster API was at. */
  readonly doing: 'creating' | 'patching' | 'reading'
  /** All that was said about it. */
  readonly words: string
  /** The same without what names the object again. */
  readonly complaint: string
}

// Cluster API writes these into its newer conditions instead of what happened.
const wordless: ReadonlySet<string> = new Set([
  'Please check controller logs for errors',
  'Failed to apply ClusterResourceSet resources to Cluster',
])

/** What a ClusterResourceSet says went wrong; undefined if it says nothing. The words are in its older conditions. */
export function setWordsOf({ fields }: SeenObject): SetWords | undefined {
  const status = partOf(fields, 'status')
  const conditions = [
    ...itemsIn(partOf(partOf(status, 'deprecated'), 'v1beta1'), 'conditions'),
    ...itemsIn(status, 'conditions'),
  ]
  const told = conditions
    .filter(one => textIn(one, 'type') === 'ResourcesApplied' && textIn(one, 'status') === 'False')
    .map(one => ({ reason: textIn(one, 'reason'), words: textIn(one, 'message').trim() }))
  return told.find(({ words }) => words !== '' && !wordless.has(words))
}

// Cluster API: creating object apps/v1, Kind=DaemonSet network/agent: <words of the API server>. Several stand in brackets.
const beginning =
  /\b(creating|patching|reading) object ([a-z0-9./-]{1,253}), Kind=([A-Za-z0-9]{1,63}) (?:([a-z0-9-]{1,63})\/)?(\S{1,253}?): /g

/** The first object that the words name as refused; undefined if they name none. */
export function refusedIn(words: string): RefusedObject | undefined {
  const [first, second] = [...words.slice(0, 8000).matchAll(beginning)]
  if (!first) return undefined
  const [all, verb, apiVersion = '', kind = '', namespace, name = ''] = first
  const end = second ? second.index : words.length
  const doing = verb === 'patching' || verb === 'reading' ? verb : 'creating'
  const own = withoutBrackets(words.slice(first.index + all.length, end))
  return {
    object: {
      on: 'Workload',
      // Of the core, the group has no name and the slash is left.
      apiVersion: apiVersion.replace(/^\//, ''),
      kind,
      ...(namespace === undefined ? {} : { namespace }),
      name,
    },
    doing,
    words: own,
    complaint: ownComplaint(own),
  }
}

// The name of the object is said already: DaemonSet.apps "agent" is invalid: spec.selector: Required value.
function ownComplaint(words: string): string {
  return withoutBrackets(
    words
      .replace(/^[\w.-]{1,253} "[^"]{1,253}" is (?:invalid|forbidden): /, '')
      .replace(/^the server rejected our request[^:]{0,60}: /, '')
      .replace(/^[\w.-]{1,253} in version "[^"]{1,63}" cannot be handled as an? \w{1,63}: (?:json: )?/, ''),
  )
}
