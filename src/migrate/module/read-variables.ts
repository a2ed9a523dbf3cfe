import { HclError } from '../hcl/hcl-error.ts'
import { readHcl } from '../hcl/read-hcl.ts'
import type { SourceFile } from '../hcl/source-file.ts'
import { evaluate } from '../evaluate/evaluate.ts'
import { valueOfJson } from '../evaluate/json-values.ts'
import { isValueMap, isUnknown, type Value } from '../evaluate/value.ts'
import type { Configuration } from './module-instance.ts'

/** Reads a file of variables: `.tfvars`, or JSON. Throws an HclError without a value of the file. */
export function readVariables(file: SourceFile, configuration: Configuration): ReadonlyMap<string, Value> {
  const { holes, budget, files } = configuration
  if (file.path.endsWith('.json')) return readJson(file)
  const { attributes, blocks } = readHcl(file, files.parse)
  const [block] = blocks
  if (block) throw new HclError('a file of variables has no blocks', block)
  const scope = { names: new Map<string, Value>(), module: '', holes, budget, files, resolve: noReference }
  return new Map(attributes.map(({ name, value }) => [name, evaluate(value, scope)]))
}

function readJson(file: SourceFile): ReadonlyMap<string, Value> {
  const value = parse(file)
  if (value === undefined || isUnknown(value) || !isValueMap(value)) {
    throw new HclError('this is no JSON object of variables', { file, start: 0, end: 0 })
  }
  return value
}

function parse(file: SourceFile): Value | undefined {
  try {
    return valueOfJson(JSON.parse(file.text))
  } catch {
    return undefined
  }
}

function noReference() {
  return { kind: 'unknown', reason: 'a file of variables refers to nothing' } as const
}
