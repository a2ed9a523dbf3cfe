/** A name for an output, from the expression that it has, or from words. */
export function outputName(expression: string, words: readonly string[]): string {
  const reference =
    /^(?:data\.[\w-]+\.|(?:var|local|module|each)\.|[\w-]+\.)([\w-]+(?:(?:\[[^\]]*\])?\.[\w-]+)*)$/.exec(
      expression.trim(),
    )
  const text = reference?.[1] ?? words.join('_')
  const name = text
    .replaceAll(/\[[^\]]*\]/g, '')
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replaceAll(/[^A-Za-z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '')
    .toLowerCase()
  return /^[a-z]/.test(name) ? name.slice(0, 200) : `value_${name}`.slice(0, 200)
}
