/** The fields of something but those of these names. */
export function without<Fields extends object>(fields: Fields, ...names: readonly string[]): Fields {
  const kept = Object.entries(fields).filter(([name]) => !names.includes(name))
  return Object.fromEntries(kept) as Fields
}
