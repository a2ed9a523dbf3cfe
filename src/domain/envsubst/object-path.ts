/** The way from an object to one of its values: keys, and numbers of list items. */
export type ObjectPath = readonly (string | number)[]

/** Writes a path as people do: `spec.containers[0].image`, with quotes around keys that hold a dot. */
export function formatPath(path: ObjectPath): string {
  return path
    .map(step =>
      typeof step === 'number' ? `[${step}]` : /^[\w$/-]+$/.test(step) ? `.${step}` : `["${step}"]`,
    )
    .join('')
    .replace(/^\./, '')
}
