import { type Fields, isFields, itemsIn, partOf, textIn } from '../object/fields.ts'

/**
 * The fields of an object that kubectl set and a manifest does not have: kustomize-controller takes them away when it
 * applies the manifest, because it takes the place of kubectl.
 */
export function fieldsLostFromKubectl(wanted: Fields, live: Fields): readonly string[] {
  const entries = itemsIn(partOf(live, 'metadata'), 'managedFields').filter(
    entry => textIn(entry, 'manager').startsWith('kubectl') && textIn(entry, 'subresource') === '',
  )
  const lost = entries.flatMap(entry => missingIn(partOf(entry, 'fieldsV1'), { wanted, live, path: [] }))
  return [...new Set(lost)].filter(path => !ownOfServer.test(path)).toSorted()
}

const ownOfServer = /^metadata\.annotations(?:\.kubectl\.kubernetes\.io\/last-applied-configuration)?$/

interface Side {
  readonly wanted: unknown
  readonly live: unknown
  readonly path: readonly string[]
}

// `f:name` is a field, `k:{"name":"a"}` the item of a list with this key, `.` the thing itself.
function missingIn(owned: Fields, { wanted, live, path }: Side): readonly string[] {
  return Object.entries(owned).flatMap(([key, inner]) => {
    const step = stepOf(key, { wanted, live, path })
    if (!step || step.live === undefined) return []
    if (step.wanted === undefined) return [step.path.join('.')]
    return isFields(inner) ? missingIn(inner, step) : []
  })
}

function stepOf(key: string, { wanted, live, path }: Side): Side | undefined {
  if (key.startsWith('f:')) {
    const name = key.slice(2)
    return { wanted: fieldOf(wanted, name), live: fieldOf(live, name), path: [...path, name] }
  }
  const keys = key.startsWith('k:') ? parsed(key.slice(2)) : undefined
  if (!keys) return undefined
  const [name = ''] = Object.values(keys).map(String)
  return { wanted: itemOf(wanted, keys), live: itemOf(live, keys), path: [...path, `[${name}]`] }
}

function fieldOf(value: unknown, name: string): unknown {
  return isFields(value) && Object.hasOwn(value, name) ? value[name] : undefined
}

// A manifest may leave out what the server fills into a key, such as the protocol of a port.
function itemOf(value: unknown, keys: Fields): unknown {
  if (!Array.isArray(value)) return undefined
  const all = Object.entries(keys)
  return value.find(
    (item: unknown) =>
      isFields(item) && all.every(([key, part]) => item[key] === undefined || item[key] === part),
  )
}

function parsed(text: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isFields(value) ? value : undefined
  } catch {
    return undefined
  }
}
