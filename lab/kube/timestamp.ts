/** The time as objects carry it: in whole seconds. */
export function timestamp(): string {
  return `${new Date().toISOString().slice(0, 19)}Z`
}
