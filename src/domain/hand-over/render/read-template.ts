import { FieldReader } from '../../resource-set/field-reader.ts'
import { isFields } from '../../object/fields.ts'
import { ResourceSetError } from '../../resource-set/resource-set-error.ts'
import { type SourceValue, readSource } from '../../resource-set/source.ts'
import {
  type ClusterIdentity,
  type FoundSource,
  type SourceLookup,
  resolveName,
} from '../cluster-identity.ts'
import type { HandOverHold } from '../hand-over-hold.ts'

/** A ConfigMap with templates. */
export interface ConfigMapTemplate {
  readonly name: string
  /** In the order of their keys, which is the order of application. */
  readonly values: readonly SourceValue[]
}

type TemplateReading = { readonly template: ConfigMapTemplate } | { readonly hold: HandOverHold }

/** Finds a ConfigMap with templates in the namespace of the Cluster, or says why it cannot be read. */
export function readTemplate(
  template: string,
  cluster: ClusterIdentity,
  lookup: SourceLookup,
): TemplateReading {
  const resolved = resolveName(template, cluster)
  if (!resolved.ok) return malformed(template, `has an invalid name: ${resolved.problem}`)
  const { name } = resolved
  const source = lookup(name)
  if (source === 'missing') return held('RenderSourceMissing', name, 'does not exist')
  if ('refused' in source) return malformed(name, `cannot be read: ${source.refused}`)
  return readFound(source, { name, namespace: cluster.namespace })
}

function readFound(
  { found }: Exclude<FoundSource, string | { refused: string }>,
  { name, namespace }: { readonly name: string; readonly namespace: string },
): TemplateReading {
  try {
    const source = readSource(found)
    const isWanted = source.kind === 'ConfigMap' && source.name === name && source.namespace === namespace
    if (!isWanted) return malformed(name, 'cannot be read: the API server returned another object')
    if (hasBinaryData(found)) return malformed(name, 'has binaryData, which cannot be rendered')
    if (source.values.length === 0) return malformed(name, 'has no data')
    return { template: { name, values: source.values } }
  } catch (error) {
    if (!(error instanceof ResourceSetError)) throw error
    return malformed(name, `cannot be read: ${error.path} is invalid`)
  }
}

// That it was left out would go unnoticed.
function hasBinaryData(found: unknown): boolean {
  const binary = new FieldReader(found, 'SOURCE_SHAPE').value('binaryData')
  return isFields(binary) && Object.keys(binary).length > 0
}

function malformed(name: string, problem: string): { readonly hold: HandOverHold } {
  return held('RenderSourceMalformed', name, problem)
}

function held(
  reason: HandOverHold['reason'],
  name: string,
  problem: string,
): { readonly hold: HandOverHold } {
  return { hold: { reason, message: `ConfigMap "${name}" ${problem}`, source: { kind: 'ConfigMap', name } } }
}
