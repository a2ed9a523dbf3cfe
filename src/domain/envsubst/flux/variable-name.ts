/** Whether Flux takes this as the name of a variable: ASCII letters, digits and underscores, no digit at the front. */
export function isVariableName(name: string): boolean {
  return /^[_a-zA-Z][_a-zA-Z0-9]*$/.test(name)
}
