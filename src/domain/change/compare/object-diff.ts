import { encodeBase64 } from '../../bytes/base64.ts'
import { encodeUtf8 } from '../../bytes/utf8.ts'
import { type Fields, isFields, partOf } from '../../object/fields.ts'
import { withoutFields } from '../../object/without-fields.ts'
import { oncePerObject } from '../../object/once-per-object.ts'
import { type GitObject, keyOfObject } from '../delivery/delivery.ts'
import { type FieldChange, fieldChanges } from './field-changes.ts'

/** An object that is on one side only, or differs. */
export interface ObjectDiff {
  readonly key: string
  readonly before: GitObject | undefined
  readonly after: GitObject | undefined
  readonly fields: readonly FieldChange[]
}

/** The differences between two lists of objects, in the order of the second; the same answer for the same lists. */
export function diffObjects(
  before: readonly GitObject[],
  after: readonly GitObject[],
): readonly ObjectDiff[] {
  if (before === after) return []
  const known = answers.get(before) ?? new WeakMap<object, readonly ObjectDiff[]>()
  answers.set(before, known)
  const found = known.get(after) ?? compared(before, after)
  known.set(after, found)
  return found
}

const answers = new WeakMap<object, WeakMap<object, readonly ObjectDiff[]>>()

function compared(before: readonly GitObject[], after: readonly GitObject[]): readonly ObjectDiff[] {
  const [old, now] = [byKey(before), byKey(after)]
  const changed = [...now].flatMap(([key, object]): readonly ObjectDiff[] => {
    const previous = old.get(key)
    if (!previous) return [{ key, before: undefined, after: object, fields: [] }]
    const fields = fieldChanges(comparable(previous.content), comparable(object.content))
    return fields.length === 0 && previous.doubt === object.doubt
      ? []
      : [{ key, before: previous, after: object, fields }]
  })
  const gone = [...old].filter(([key]) => !now.has(key))
  return [...changed, ...gone.map(([key, object]) => ({ key, before: object, after: undefined, fields: [] }))]
}

// Of two equal ones the last is what stays on the server.
const byKey = oncePerObject(
  (objects: readonly GitObject[]): ReadonlyMap<string, GitObject> =>
    new Map(objects.map(object => [keyOfObject(object), object])),
)

/** The objects of a list by what distinguishes them. */
export function objectsByKey(objects: readonly GitObject[]): ReadonlyMap<string, GitObject> {
  return byKey(objects)
}

// A server keeps no `stringData`: what it says is data.
function comparable(content: Fields): Fields {
  return content['kind'] === 'Secret' && isFields(content['stringData']) ? withBytes(content) : content
}

const withBytes = oncePerObject((content: Fields): Fields => {
  const rest = withoutFields(content, 'stringData')
  const texts = Object.entries(partOf(content, 'stringData')).map(
    ([key, text]) =>
      [
        key,
        typeof text === 'string' && !text.startsWith('ENC[') ? encodeBase64(encodeUtf8(text)) : text,
      ] as const,
  )
  return { ...rest, data: { ...partOf(content, 'data'), ...Object.fromEntries(texts) } }
})
