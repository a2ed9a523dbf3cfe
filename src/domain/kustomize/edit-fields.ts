import { type Fields, isFields } from '../object/fields.ts'

type Edit = (value: unknown) => unknown

/** How a field is changed: what it becomes, and whether it is made if it is not there. */
interface FieldEdit {
  readonly edit: Edit
  readonly creates: boolean
}

// What was given stays as it is: others hold it.
function editAt(value: unknown, path: readonly string[], how: FieldEdit): unknown {
  const [step, ...rest] = path
  if (Array.isArray(value)) return keepIfSame(value, one => editAt(one, path, how))
  if (step === undefined) return how.edit(value)
  if (!isFields(value)) return value
  const there = value[step]
  if (there === undefined && !how.creates) return value
  const given = there ?? (rest.length > 0 ? {} : undefined)
  const now = editAt(given, rest, how)
  return now === there ? value : { ...value, [step]: now }
}

/** Changes what is at a path, in every item of lists on the way. What is not there is not made. */
export function editFields(fields: Fields, path: readonly string[], edit: Edit): Fields {
  const edited = editAt(fields, path, { edit, creates: false })
  return isFields(edited) ? edited : fields
}

/** Does the same, and makes what is not there. */
export function makeFields(fields: Fields, path: readonly string[], edit: Edit): Fields {
  const edited = editAt(fields, path, { edit, creates: true })
  return isFields(edited) ? edited : fields
}

/** Adds entries to a mapping, which is made if it is not there. */
export function addEntries(fields: Fields, path: readonly string[], entries: Fields): Fields {
  if (Object.keys(entries).length === 0) return fields
  return makeFields(fields, path, value => ({ ...(isFields(value) ? value : {}), ...entries }))
}

function keepIfSame(list: readonly unknown[], change: Edit): readonly unknown[] {
  const changed = list.map(change)
  return changed.every((one, index) => one === list[index]) ? list : changed
}
