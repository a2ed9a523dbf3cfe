import { findSplitFileName, findSplitLabel, type SplitKey } from './find-split-key.ts'
import type { PathFinding } from './path-finding.ts'
import { joinPath, namePart, type PathPart, splitPath } from './split-path.ts'

/** No targetPath that Kubernetes accepts comes near this; patterns need not be tried on more. */
const MAX_REPAIRED_LENGTH = 1000

/** What is wrong with a path, without the advice, and the path as it was most likely meant. */
export interface Repair {
  readonly path: string
  readonly finding: Unadvised<PathFinding>
}

// Omit as it is would make one type out of the union.
type Unadvised<T> = T extends unknown ? Omit<T, 'advice'> : never

// Each repair continues with what the one before has left: first what is foreign to a path, then what it takes apart.
const repairs: readonly ((path: string) => Repair | undefined)[] = [
  templatePrefix,
  jsonPointer,
  quotedKey,
  doubleBackslash,
  trailingBackslash,
  emptyName,
  splitLabel,
  splitFileName,
  indexAsKey,
]

/** Finds what is wrong with a targetPath: each finding with the path as it is after its repair. */
export function repairPath(path: string): readonly Repair[] {
  if (path.length > MAX_REPAIRED_LENGTH) return []
  const found: Repair[] = []
  for (const repair of repairs) {
    const repaired = repair(found.at(-1)?.path ?? path)
    if (repaired) found.push(repaired)
  }
  return found
}

function templatePrefix(path: string): Repair | undefined {
  const prefix = /^\$?\.?(?:Values\.)?/.exec(path)?.[0] ?? ''
  if (prefix === '' || prefix === '$' || prefix === path) return undefined
  const message = `"${prefix}" belongs to templates; a path begins with the first key`
  return {
    path: path.slice(prefix.length),
    finding: { code: 'TEMPLATE_PREFIX', prefix, level: 'wrong', message },
  }
}

function jsonPointer(path: string): Repair | undefined {
  const [before, ...tokens] = path.split('/')
  if (before !== '' || tokens.length < 2 || tokens.includes('')) return undefined
  const parts = tokens.map((token, at): PathPart => {
    const name = token.replaceAll('~1', '/').replaceAll('~0', '~')
    return at > 0 && isIndex(name) ? { kind: 'index', raw: `[${name}]` } : namePart(name)
  })
  const message = 'slashes do not lead into maps: the whole pointer becomes one key'
  return { path: joinPath(parts), finding: { code: 'JSON_POINTER', level: 'wrong', message } }
}

function quotedKey(path: string): Repair | undefined {
  const repaired = path
    .replace(/\[(["']?)([^[\]"']+)\1\]/g, (all: string, _quote, key: string) =>
      hasLetter(key) ? `.${escapedName(key)}` : all,
    )
    .replace(/(?<=^|\.)(["'])([^"']+)\1(?=$|[.[])/g, (_all, _quote, key: string) => escapedName(key))
  if (repaired === path) return undefined
  const message = 'quotes and brackets do not keep a key together; a backslash before each dot does'
  return { path: repaired.replace(/^\./, ''), finding: { code: 'QUOTED_KEY', level: 'wrong', message } }
}

function doubleBackslash(path: string): Repair | undefined {
  const repaired = path.replace(/(?<!\\)(?:\\\\)+\./g, String.raw`\.`)
  if (repaired === path) return undefined
  const message = 'two backslashes are one backslash in the key, and the dot after them still splits it'
  return { path: repaired, finding: { code: 'DOUBLE_BACKSLASH', level: 'wrong', message } }
}

function trailingBackslash(path: string): Repair | undefined {
  const backslashes = /\\*$/.exec(path)?.[0].length ?? 0
  if (backslashes % 2 === 0) return undefined
  const message = 'a backslash at the end makes the value part of the path'
  return { path: path.slice(0, -1), finding: { code: 'TRAILING_BACKSLASH', level: 'wrong', message } }
}

function emptyName(path: string): Repair | undefined {
  const parts = splitPath(path) ?? []
  const named = parts.filter(
    (part, at) => part.kind === 'index' || part.name !== '' || parts[at + 1]?.kind === 'index',
  )
  if (named.length === parts.length || named.length === 0) return undefined
  const message = 'a dot has no name on one of its sides; Helm sets nothing there'
  return { path: joinPath(named), finding: { code: 'EMPTY_NAME', level: 'wrong', message } }
}

function splitLabel(path: string): Repair | undefined {
  return rejoined(path, findSplitLabel, 'KEY_SPLIT_AT_DOTS')
}

function splitFileName(path: string): Repair | undefined {
  return rejoined(path, findSplitFileName, 'FILE_NAME_SPLIT')
}

function rejoined(
  path: string,
  find: (names: readonly string[]) => SplitKey | undefined,
  code: 'KEY_SPLIT_AT_DOTS' | 'FILE_NAME_SPLIT',
): Repair | undefined {
  const parts = splitPath(path) ?? []
  // A key does not continue behind an index: only the names behind the last one can be parts of the same key.
  const start = parts.findLastIndex(part => part.kind === 'index') + 1
  const names = parts.slice(start).map(part => (part.kind === 'name' ? part.name : ''))
  const split = find(names)
  if (!split) return undefined
  const makes = names.slice(split.from, split.to + 1)
  const key = makes.join('.')
  const repaired = parts.toSpliced(start + split.from, makes.length, namePart(key))
  const level = split.certainty === 'certain' ? 'wrong' : 'risk'
  const message = `the dots of "${key}" make the keys ${makes.join(' → ')}; a backslash before each dot keeps them together`
  return { path: joinPath(repaired), finding: { code, level, message, key, makes } }
}

function indexAsKey(path: string): Repair | undefined {
  const parts = splitPath(path) ?? []
  const at = parts.findIndex((part, at) => at > 0 && part.kind === 'name' && isIndex(part.name))
  const index = parts[at]?.raw
  if (index === undefined) return undefined
  const repaired = joinPath(parts.with(at, { kind: 'index', raw: `[${index}]` }))
  const message = `"${index}" becomes the key of a map; an item of a list is written [${index}]`
  return { path: repaired, finding: { code: 'INDEX_AS_KEY', index, level: 'risk', message } }
}

function isIndex(text: string): boolean {
  return /^[0-9]{1,5}$/.test(text)
}

// Brackets around something else, such as [-1] or [*], were meant as an index.
function hasLetter(text: string): boolean {
  return /\p{L}/u.test(text)
}

function escapedName(key: string): string {
  return namePart(key).raw
}
