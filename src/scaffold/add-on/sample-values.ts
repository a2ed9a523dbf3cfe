import type { ValueFormat } from '../../domain/api/value-format.ts'
import { parseValuePath } from '../../domain/api/value-path.ts'
import type { AddOn } from '../../domain/repository/add-on-schema.ts'
import type { RepositoryFile } from '../../domain/repository/repository-schema.ts'
import type { YamlValue } from '../../domain/yaml/yaml-value.ts'
import { isSimulated } from '../places.ts'

const samples: Readonly<Record<ValueFormat, string>> = {
  arn: 'arn:aws:iam::123456789012:role/sample',
  boolean: 'true',
  cidr: '10.0.0.0/16',
  hostname: 'sample.example.com',
  integer: '1',
  json: '{}',
  url: 'https://sample.example.com',
}

/** A sample of every value that an add-on must be given, by the key of the Secret that it comes from. */
export function sampleValues(
  { handOver }: AddOn,
  { pattern }: Pick<RepositoryFile, 'pattern'>,
): ReadonlyMap<string, YamlValue> {
  const values = new Map<string, YamlValue>()
  if (!handOver || !isSimulated(pattern)) return values
  for (const [name, rule] of Object.entries(handOver.keys)) {
    if (rule.default !== undefined) continue
    const [key = name, ...fields] = rule.path === undefined ? [name] : parseValuePath(rule.path)
    const sample = rule.format === undefined ? 'sample' : samples[rule.format]
    values.set(key, withField(values.get(key), fields, sample))
  }
  return values
}

// Several paths can lead into one value.
function withField(
  value: YamlValue | undefined,
  [field, ...rest]: readonly string[],
  sample: string,
): YamlValue {
  if (field === undefined) return sample
  const before = isMapping(value) ? value : {}
  return { ...before, [field]: withField(before[field], rest, sample) }
}

function isMapping(value: YamlValue | undefined): value is { readonly [key: string]: YamlValue } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
