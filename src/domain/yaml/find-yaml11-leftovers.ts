import { isMergeKey } from './node/entry-key.ts'
import { parseNode } from './node/parse-node.ts'
import { walkNodes } from './node/walk-nodes.ts'
import type { YamlNode } from './node/yaml-node.ts'
import { positionsIn } from './position.ts'
import type { Position } from './position.ts'
import { isTimestamp } from './scalar/read-timestamp.ts'
import { resolveCoreScalar } from './scalar/resolve-core-scalar.ts'
import { resolveScalar } from './scalar/resolve-scalar.ts'
import type { ScalarValue } from './scalar/resolve-scalar.ts'

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
  const nodes = walkNodes(root)
  const keys = new Set(
    nodes.flatMap(node => (node.kind === 'mapping' ? node.entries.map(({ key }) => key) : [])),
  )
  const position = positionsIn(text)
  return nodes.flatMap(node => {
    const kind = keys.has(node) && isMergeKey(node) ? 'merge-key' : kindOf(node)
    if (kind === undefined || node.kind !== 'scalar') return []
    const [here, elsewhere] = [resolveScalar(node.value), resolveCoreScalar(node.value)]
    return [{ kind, text: node.value, position: position(node.start), here, elsewhere }]
  })
}

function kindOf(node: YamlNode): LeftoverKind | undefined {
  if (node.kind !== 'scalar' || node.style !== 'plain' || node.tag !== undefined) return undefined
  const { value } = node
  if (SEXAGESIMAL.test(value)) return 'sexagesimal'
  if (isTimestamp(value)) return 'date'
  const here = resolveScalar(value)
  if (isSame(here, resolveCoreScalar(value))) return undefined
  if (typeof here === 'boolean') return 'boolean'
  return /^[-+]?0[0-7_]+$/.test(value) ? 'octal' : 'number'
}

function isSame(a: ScalarValue, b: ScalarValue): boolean {
  // Loosely: 1n and 1 are the same number.
  return Object.is(a, b) || (typeof a !== 'string' && typeof b !== 'string' && a == b)
}
