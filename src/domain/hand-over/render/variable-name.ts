/** Makes a name that a variable can have: whatever is no letter, digit or underscore becomes an underscore. */
export function variableName(text: string): string {
  const name = text.replaceAll(/[^A-Za-z0-9_]/g, '_')
  return /^[0-9]/.test(name) || name === '' ? `_${name}` : name
}
