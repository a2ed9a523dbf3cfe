import { type Fields, isFields } from '../object/fields.ts'

type Edit = (value: unknown) => unknown

/**
 * Changes what is at a path, in every item of lists on the way. Nothing is made that is not there, unless `creates`.
 *
 * What was given stays as it is: others hold it.
 */
export function editAt(value: unknown, path: readonly string[], edit: Edit, creates = false): unknown {
  const [step, ...rest] = path
  if (Array.isArray(value)) return keepIfSame(value, one => editAt(one, path, edit, creates))
  if (step === undefined) return edit(value)
  if (!isFields(value)) return value
  const there = value[step]
  if (there === undefined && !creates) return value
  const given = there ?? (rest.length > 0 ? {} : undefined)
  const now = editAt(given, rest, edit, creates)
  return now === there ? value : { ...value, [step]: now }
}

/** Changes fields of an object. */
export function editFields(fields: Fields, path: readonly string[], edit: Edit, creates = false): Fields {
  const edited = editAt(fields, path, edit, creates)
  return isFields(edited) ? edited : fields
}

/** Adds entries to a mapping, which is made if it is not there. */
export function addEntries(fields: Fields, path: readonly string[], entries: Fields): Fields {
  if (Object.keys(entries).length === 0) return fields
  return editFields(fields, path, value => ({ ...(isFields(value) ? value : {}), ...entries }), true)
}

function keepIfSame(list: readonly unknown[], change: Edit): readonly unknown[] {
  const changed = list.map(change)
  return changed.every((one, index) => one === list[index]) ? list : changed
}
