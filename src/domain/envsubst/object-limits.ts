/** How deep an object may be: far beyond any manifest, and no danger to the stack. */
export const MAX_OBJECT_DEPTH = 1000

/** How many values an object may have. One of a few lines reaches this if its parts are shared often enough. */
export const MAX_OBJECT_VALUES = 200_000
