import { API_VERSION } from '../api/api-names.ts'
import { isFields } from '../object/fields.ts'
import { stepGlyphs, summaryOrder } from '../words/state-words.ts'
import type { FleetSnapshot } from './fleet-snapshot.ts'

/** A text that is no snapshot of a fleet. */
export class SnapshotError extends Error {
  override readonly name = 'SnapshotError'
  readonly code: 'NOT_JSON' | 'NOT_A_SNAPSHOT'

  constructor(code: SnapshotError['code'], cause: string) {
    super(cause)
    this.code = code
  }
}

/**
 * Reads what `fitout snapshot` wrote, or throws a SnapshotError. Fields of later versions are let pass.
 *
 * Looks without copying: a thousand clusters are megabytes, and a user waits.
 */
export function readSnapshot(text: string): FleetSnapshot {
  const value = parseJson(text)
  assertSnapshot(value)
  return value
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new SnapshotError('NOT_JSON', 'it is not JSON; make it with: fitout snapshot > fleet.json')
  }
}

/** Says what is wrong with a value: its path behind `at`, and why; undefined if nothing is. */
type Check = (value: unknown, at: string) => string | undefined

function assertSnapshot(value: unknown): asserts value is FleetSnapshot {
  const problem = snapshot(value, '')
  if (problem !== undefined) throw new SnapshotError('NOT_A_SNAPSHOT', `it is not a snapshot: ${problem}`)
}

const text: Check = (value, at) => (typeof value === 'string' ? undefined : `${at} must be a string`)
const count: Check = (value, at) => (Number.isSafeInteger(value) ? undefined : `${at} must be an integer`)
const texts: Check = (value, at) =>
  isFields(value) && Object.values(value).every(one => typeof one === 'string')
    ? undefined
    : `${at} must be an object of strings`

function oneOf(choices: readonly string[]): Check {
  const known = new Set<unknown>(choices)
  return (value, at) => (known.has(value) ? undefined : `${at} must be one of ${choices.join(', ')}`)
}

function listOf(check: Check): Check {
  return (value, at) => {
    if (!Array.isArray(value)) return `${at} must be a list`
    for (const [index, item] of value.entries()) {
      const problem = check(item, `${at}[${index}]`)
      if (problem !== undefined) return problem
    }
    return undefined
  }
}

function object(
  required: Readonly<Record<string, Check>>,
  optional: Readonly<Record<string, Check>> = {},
): Check {
  const [must, may] = [Object.entries(required), Object.entries(optional)]
  return (value, at) => {
    if (!isFields(value)) return `${at === '' ? 'it' : at} must be an object`
    for (const [name, check] of must) {
      const problem = check(value[name], at === '' ? name : `${at}.${name}`)
      if (problem !== undefined) return problem
    }
    for (const [name, check] of may) {
      const problem = value[name] === undefined ? undefined : check(value[name], `${at}.${name}`)
      if (problem !== undefined) return problem
    }
    return undefined
  }
}

const named = { namespace: text, name: text }

const step = object(
  { name: text, state: oneOf(Object.keys(stepGlyphs)) },
  { message: text, reason: text, since: text, openedAt: text, readyAt: text, unreadSince: text },
)

const cause = object(
  { reason: text, message: text },
  { step: text, since: text, actor: oneOf(['Nobody', 'Git', 'Cloud', 'Operator']) },
)

const cluster = object(
  { ...named, labels: texts, fitout: text, state: oneOf(summaryOrder), steps: listOf(step) },
  { kubernetesVersion: text, step: text, since: text, startedAt: text, cause },
)

const fleetStep = object(
  { name: text, timeout: text },
  {
    dependsOn: listOf(text),
    gate: object({ label: text, value: text }),
    components: listOf(object({ component: text, version: text })),
  },
)

const plan = object({ ...named, steps: listOf(fleetStep) })

const snapshot = object(
  {
    apiVersion: oneOf([API_VERSION]),
    kind: oneOf(['FleetSnapshot']),
    asOf: text,
    fitouts: listOf(plan),
    clusters: listOf(cluster),
    unselected: count,
  },
  {
    controllerSeenAt: text,
    clusterApiVersion: text,
    shards: listOf(object({ key: text }, { controllerSeenAt: text })),
  },
)
