import { findDuplicateKeys } from './find-duplicate-keys.ts'
import type { NodeBudget } from './parse/node-budget.ts'
import { scanDocument } from './parse/scan-document.ts'
import { ValueBuilder } from './value/value-builder.ts'
import { YamlError } from './yaml-error.ts'
import type { YamlValue } from './yaml-value.ts'

/**
 * Reads one document as sigs.k8s.io/yaml does: the reader of Kubernetes, Helm, Flux and Cluster API.
 *
 * Of two equal keys the last wins, as there; of several documents the first is read. A `budget` is shared by documents
 * that are read one after the other.
 */
export function readGoYaml(text: string, budget?: NodeBudget): YamlValue {
  return build(text, new ValueBuilder(text), budget)
}

/** Reads one document as readGoYaml does, but refuses a key that a mapping has twice. */
export function readStrictYaml(text: string): YamlValue {
  const builder = new ValueBuilder(text, { watchesKeys: true })
  const value = build(text, builder)
  // The builder cannot tell a second key from one that a merge has brought: only then a closer look is taken.
  const [duplicate] = builder.hasRepeatedKey ? findDuplicateKeys(text) : []
  if (!duplicate) return value
  const { key, first, second } = duplicate
  const reason = `a second key "${key}"; the first is in line ${first.line}, column ${first.column}`
  throw new YamlError('DUPLICATE_KEY', reason, { ...second, first })
}

function build(text: string, builder: ValueBuilder, budget?: NodeBudget): YamlValue {
  scanDocument(text, builder, budget)
  return builder.finish()
}
