import { isMergeKey } from './node/entry-key.ts'
import { parseNode } from './node/parse-node.ts'
import { walkNodes } from './node/walk-nodes.ts'
import type { MappingNode, ScalarNode, YamlNode } from './node/yaml-node.ts'
import { type Position, positionsIn } from './position.ts'
import { readsAsTimestamp } from './scalar/read-timestamp.ts'
import { resolveScalar, type ScalarValue } from './scalar/resolve-scalar.ts'

const NULLS = /^(?:~|null|Null|NULL|)$/
const BOOLEANS = /^(?:true|True|TRUE|false|False|FALSE)$/
const DECIMAL_INTEGER = /^[-+]?[0-9]+$/
const PREFIXED_INTEGER = /^0(?:o[0-7]+|x[0-9a-fA-F]+)$/
const FLOAT = /^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$/
const INFINITY = /^[-+]?\.(?:inf|Inf|INF)$/
const NOT_A_NUMBER = /^\.(?:nan|NaN|NAN)$/

// More digits than any use of them; a bigint of millions of them would take seconds.
const MAX_DIGITS = 64

/** What kind of word YAML 1.1 and YAML 1.2 read differently. */
type LeftoverKind = 'boolean' | 'date' | 'merge-key' | 'number' | 'octal' | 'sexagesimal'

/** A scalar without quotes that not every reader of YAML takes for the same. */
export interface Yaml11Leftover {
  readonly kind: LeftoverKind
  readonly text: string
  readonly position: Position
  /** What Kubernetes, Helm, Flux and Cluster API read. */
  readonly here: ScalarValue
  /** What a YAML 1.2 reader reads. */
  readonly elsewhere: ScalarValue
}

const SEXAGESIMAL = /^[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+(?:\.[0-9_]*)?$/

/** Lists the scalars of a document, keys too, that mean one thing in YAML 1.1 and another in YAML 1.2. */
export function findYaml11Leftovers(text: string): Yaml11Leftover[] {
  const root = parseNode(text)
  if (!root) return []
  const position = positionsIn(text)
  const mergeKeys = new Set<YamlNode>()
  const found: Yaml11Leftover[] = []
  for (const node of walkNodes(root)) {
    if (node.kind === 'mapping') addMergeKeys(node, mergeKeys)
    if (node.kind !== 'scalar') continue
    const kind = mergeKeys.has(node) ? 'merge-key' : kindOf(node)
    if (kind === undefined) continue
    const [here, elsewhere] = [resolveScalar(node.value), resolveCoreScalar(node.value)]
    found.push({ kind, text: node.value, position: position(node.start), here, elsewhere })
  }
  return found
}

function addMergeKeys({ entries }: MappingNode, found: Set<YamlNode>): void {
  for (const { key } of entries) if (isMergeKey(key)) found.add(key)
}

// All that any reader takes for more than a string begins with one of these.
const MAY_DIFFER = /^[-+.0-9~yYnNtTfFoO]/

function kindOf(node: ScalarNode): LeftoverKind | undefined {
  if (node.style !== 'plain' || node.tag !== undefined) return undefined
  const { value } = node
  if (!MAY_DIFFER.test(value)) return undefined
  if (SEXAGESIMAL.test(value)) return 'sexagesimal'
  if (readsAsTimestamp(value)) return 'date'
  const here = resolveScalar(value)
  if (isSame(here, resolveCoreScalar(value))) return undefined
  if (typeof here === 'boolean') return 'boolean'
  return /^[-+]?0[0-7_]+$/.test(value) ? 'octal' : 'number'
}

function isSame(a: ScalarValue, b: ScalarValue): boolean {
  // Loosely: 1n and 1 are the same number.
  return Object.is(a, b) || (typeof a !== 'string' && typeof b !== 'string' && a == b)
}

/** Says what a plain scalar means in YAML 1.2 with its core schema, which most readers outside of Kubernetes have. */
function resolveCoreScalar(text: string): ScalarValue {
  if (NULLS.test(text)) return null
  if (BOOLEANS.test(text)) return text.toLowerCase() === 'true'
  if (DECIMAL_INTEGER.test(text)) return integer(text.replace(/^\+/, ''))
  if (PREFIXED_INTEGER.test(text)) return integer(text)
  if (FLOAT.test(text)) return Number(text)
  if (INFINITY.test(text)) return text.startsWith('-') ? -Infinity : Infinity
  return NOT_A_NUMBER.test(text) ? NaN : text
}

function integer(text: string): number | bigint {
  if (text.length > MAX_DIGITS) return Number(text)
  const value = text.startsWith('-') ? -BigInt(text.slice(1)) : BigInt(text)
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : value
}
