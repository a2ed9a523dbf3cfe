type When = 'before' | 'after' | 'both'

/** A field that a user sets to something, on every object of a kind. `<id>` is the id of the base. */
export type Edit = readonly [
  operator: string,
  kind: string,
  path: string,
  value: unknown,
  when?: When,
  words?: readonly string[],
]
