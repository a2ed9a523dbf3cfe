import { encodeBase64 } from '../bytes/base64.ts'
import { encodeUtf8 } from '../bytes/utf8.ts'
import { defaultOf } from '../change/compare/field-defaults.ts'
import type { FieldChange } from '../change/compare/field-changes.ts'
import { isSameScalar } from '../change/compare/same-scalar.ts'
import { type Fields, isFields, partOf, textIn } from '../object/fields.ts'

type Path = readonly (string | number)[]

/**
 * The fields that a manifest sets and the live object does not have so. What the manifest leaves out does not count: the
 * server, or somebody else, has filled it in.
 */
export function liveDifferences(wanted: Fields, live: Fields): readonly FieldChange[] {
  const found: FieldChange[] = []
  const kind = textIn(wanted, 'kind')
  for (const [key, value] of Object.entries(asStored(wanted))) {
    if (['apiVersion', 'kind', 'metadata', 'status', 'sops'].includes(key)) continue
    compare({ wanted: value, live: live[key], path: [key], kind, found })
  }
  const [own, theirs] = [partOf(wanted, 'metadata'), partOf(live, 'metadata')]
  for (const key of ['labels', 'annotations'])
    compare({ wanted: own[key], live: theirs[key], path: ['metadata', key], kind, found })
  return found
}

interface Comparison {
  readonly wanted: unknown
  readonly live: unknown
  readonly path: Path
  readonly kind: string
  readonly found: FieldChange[]
}

function compare({ wanted, live, path, kind, found }: Comparison): void {
  if (wanted === undefined || wanted === null || wanted === live) return
  if (isFields(wanted) && isFields(live)) {
    for (const [key, value] of Object.entries(wanted))
      compare({ wanted: value, live: live[key], path: [...path, key], kind, found })
    return
  }
  if (Array.isArray(wanted) && Array.isArray(live)) return compareLists({ wanted, live, path, kind, found })
  if (live === undefined && (isNothing(wanted) || isSameScalar(wanted, defaultOf(kind, path), path))) return
  if (!isSameScalar(wanted, live, path)) found.push({ path, before: live, after: wanted })
}

// A server drops what is empty.
function isNothing(value: unknown): boolean {
  if (value === false || value === 0 || value === '') return true
  if (Array.isArray(value)) return value.length === 0
  return isFields(value) && Object.values(value).every(isNothing)
}

type Lists = Omit<Comparison, 'wanted' | 'live'> & {
  readonly wanted: readonly unknown[]
  readonly live: readonly unknown[]
}

function compareLists({ wanted, live, path, kind, found }: Lists): void {
  const key = listKeys.find(one =>
    [...wanted, ...live].every(item => isFields(item) && item[one] !== undefined),
  )
  if (key === undefined) {
    if (wanted.length !== live.length) found.push({ path, before: live, after: wanted })
    else
      for (const [index, item] of wanted.entries())
        compare({ wanted: item, live: live[index], path: [...path, index], kind, found })
    return
  }
  // Two items may have one key, such as a port with two protocols: the first that has no difference is the one.
  for (const item of wanted.filter(isFields)) {
    const same = live.filter(isFields).filter(one => one[key] === item[key])
    const at = [...path, String(item[key])]
    if (same.length === 0) found.push({ path: at, before: undefined, after: item })
    const trials = same.map(one => {
      const differences: FieldChange[] = []
      compare({ wanted: item, live: one, path: at, kind, found: differences })
      return differences
    })
    const [best] = trials.toSorted((a, b) => a.length - b.length)
    found.push(...(best ?? []))
  }
}

/** The fields that tell items of lists apart, as the API has them. */
const listKeys = ['name', 'mountPath', 'containerPort', 'port', 'topologyKey', 'key', 'ip', 'type']

// A server keeps no `stringData`.
function asStored(object: Fields): Fields {
  const { stringData, ...rest } = object
  if (object['kind'] !== 'Secret' || !isFields(stringData)) return object
  const texts = Object.entries(stringData).map(([key, text]) => [key, encodeBase64(encodeUtf8(String(text)))])
  return { ...rest, data: { ...partOf(object, 'data'), ...Object.fromEntries(texts) } }
}
