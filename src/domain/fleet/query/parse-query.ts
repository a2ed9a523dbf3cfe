import type { Actor } from '../../plan/cluster-facts.ts'
import { parseRange } from '../../versions/parse-range.ts'
import { VersionError } from '../../versions/version-error.ts'
import { summaryOrder } from '../../words/state-words.ts'
import { readSpan } from './read-span.ts'
import { type QueryCondition, type FleetQuery, QUERY_KEYS, type QueryKey, type Term } from './query.ts'
import { type QueryPlace, QueryError } from './query-error.ts'

const MAX_LENGTH = 2_000
const actors: readonly Actor[] = ['Nobody', 'Git', 'Cloud', 'Operator']

/** Reads a query (`is:held env=prod payments`), or throws a QueryError. Nothing is dropped silently. */
export function parseQuery(text: string): FleetQuery {
  if (text.length > MAX_LENGTH) {
    const place = { word: `${text.slice(0, 20)}…`, offset: MAX_LENGTH }
    throw new QueryError('QUERY_TOO_LONG', `it is longer than ${MAX_LENGTH} characters`, place)
  }
  return Array.from(text.matchAll(/\S+/g), ({ 0: word, index }) => parseTerm({ word, offset: index }))
}

function parseTerm(place: QueryPlace): Term {
  const { word } = place
  const isNegated = word.startsWith('-') && word.length > 1
  return { ...parseCondition(isNegated ? word.slice(1) : word, place), isNegated }
}

// A key is in front of the first colon; labels and names have none.
function parseCondition(text: string, place: QueryPlace): QueryCondition {
  const [, key, value = ''] = /^([^:=]*):(.*)$/.exec(text) ?? []
  if (key !== undefined) {
    if (!isKey(key)) throw new QueryError('UNKNOWN_KEY', `unknown key "${key}": choose ${allKeys}`, place)
    if (value === '') throw new QueryError('MISSING_VALUE', `key "${key}" needs a value`, place)
    return readers[key](value, place)
  }
  const [, name = '', wanted = ''] = /^([^=]+)=(.*)$/.exec(text) ?? []
  return name === '' ? { key: 'word', text: text.toLowerCase() } : { key: 'label', name, value: wanted }
}

const allKeys = `${QUERY_KEYS.join(', ')}, or a label as in env=prod`

function isKey(word: string): word is QueryKey {
  return QUERY_KEYS.some(key => key === word)
}

const readers: Readonly<Record<QueryKey, (value: string, place: QueryPlace) => QueryCondition>> = {
  is: (value, place) => ({ key: 'is', state: oneOf(summaryOrder, value, place) }),
  step: name => ({ key: 'step', name }),
  cause: reason => ({ key: 'cause', reason }),
  fitout: name => ({ key: 'fitout', name }),
  k8s: (value, place) => ({ key: 'k8s', range: readRange(value, place) }),
  for: readTime,
  actor: (value, place) => ({ key: 'actor', actor: oneOf(actors, value, place) }),
}

// Whoever types a query need not know which letters are capital.
function oneOf<T extends string>(all: readonly T[], value: string, place: QueryPlace): T {
  const found = all.find(one => plain(one) === plain(value))
  if (found !== undefined) return found
  throw new QueryError('UNKNOWN_VALUE', `choose ${all.join(', ')}`, place)
}

function plain(word: string): string {
  return word.toLowerCase().replaceAll(/[\s-]/g, '')
}

function readRange(value: string, place: QueryPlace): ReturnType<typeof parseRange> {
  try {
    return parseRange(value)
  } catch (error) {
    if (!(error instanceof VersionError)) throw error
    throw new QueryError('UNKNOWN_VALUE', 'it is not a version range such as <1.34 or 1.35', place)
  }
}

function readTime(value: string, place: QueryPlace): QueryCondition {
  const [, sign = '', text = ''] = /^([<>]=?|)(.*)$/.exec(value) ?? []
  const milliseconds = readSpan(text)
  if (milliseconds === undefined) {
    throw new QueryError('UNKNOWN_VALUE', 'it is not a duration such as >10m or <6d4h', place)
  }
  return { key: 'for', sign: sign === '<' || sign === '<=' || sign === '>' ? sign : '>=', milliseconds }
}
