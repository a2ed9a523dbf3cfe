import { isFields } from '../../domain/object/fields.ts'
import { readStrictYaml } from '../../domain/yaml/read-go-yaml.ts'
import { YamlError } from '../../domain/yaml/yaml-error.ts'
import type { YamlValue } from '../../domain/yaml/yaml-value.ts'
import type { SampleValues } from '../../simulator/folder/cluster-objects.ts'
import type { FolderText } from '../../simulator/folder/read-objects.ts'
import { Refusal } from '../command/refusal.ts'

/** Reads values for hand-overs: a mapping, or what `terraform output -json` prints. Lists and mappings become JSON, as CAPT writes them. */
export function readValueFlags({ path, text }: FolderText): SampleValues {
  const values = readYaml(path, text)
  if (!isFields(values)) throw refusal(path, 'it must be a mapping of names to values')
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const given = isFields(value) && 'value' in value && 'sensitive' in value ? value['value'] : value
      if (given === null || given === undefined) throw refusal(path, `${JSON.stringify(name)} has no value`)
      return [name, textOf(given)]
    }),
  )
}

function readYaml(path: string, text: string): YamlValue {
  try {
    return readStrictYaml(text)
  } catch (error) {
    if (!(error instanceof YamlError)) throw error
    throw refusal(`${path}:${error.line}:${error.column}`, error.reason)
  }
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  // Of a number that JavaScript cannot hold, the digits are what counts.
  return JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? String(part) : part))
}

function refusal(what: string, cause: string): Refusal {
  return new Refusal(`cannot read ${what}: ${cause}`, { exitCode: 2 })
}
