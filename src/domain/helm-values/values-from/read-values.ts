import { readGoYaml } from '../../yaml/read-go-yaml.ts'
import { YamlError } from '../../yaml/yaml-error.ts'
import type { YamlValue } from '../../yaml/yaml-value.ts'
import { copyValues, type DraftValues, type HelmValue } from '../copy-values.ts'
import { decodeYamlBytes } from './decode-yaml-bytes.ts'

/** Values that were read; or why not, in words that do not quote the document, and in `detail`, which may. */
export type ValuesReading =
  | { readonly ok: true; readonly values: DraftValues }
  | { readonly ok: false; readonly cause: string; readonly detail?: string }

/** Reads a values document as Helm does: a map, or nothing at all; every number is floating point. */
export function readValues(document: string | Uint8Array): ValuesReading {
  const text = typeof document === 'string' ? document : decodeYamlBytes(document)
  if (text === undefined) return { ok: false, cause: 'this is not UTF-8' }
  try {
    return asValues(readGoYaml(text))
  } catch (error) {
    if (!(error instanceof YamlError)) throw error
    const where = `line ${error.line}, column ${error.column}`
    return { ok: false, cause: `${where}: this cannot be read`, detail: `${where}: ${error.reason}` }
  }
}

function asValues(document: YamlValue): ValuesReading {
  if (document === null) return { ok: true, values: {} }
  if (!isYamlMap(document)) return { ok: false, cause: 'the document is not a map' }
  return { ok: true, values: copyValues(document, asFloat) }
}

/** Helm reads values as JSON, and JSON numbers as floating point: whole numbers above 2^53 lose digits. */
export function asFloat(value: Exclude<HelmValue, object>): Exclude<HelmValue, object> {
  return typeof value === 'bigint' ? Number(value) : value
}

function isYamlMap(value: YamlValue): value is { readonly [key: string]: YamlValue } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
