/** A draft as this browser keeps it: what a person wrote, and where it is for. */
export interface KeptDraft {
  readonly environment: string
  readonly text: string
  /** Milliseconds since 1970, by the clock of this machine. */
  readonly savedAt: number
}

const KEY = 'fitout.draft'

/** Keeps a draft in this browser; false where the browser keeps nothing. */
export function keepDraft(draft: KeptDraft): boolean {
  try {
    localStorage.setItem(KEY, JSON.stringify(draft))
    return true
  } catch {
    return false
  }
}

/** Removes the kept draft. */
export function forgetDraft(): void {
  try {
    localStorage.removeItem(KEY)
  } catch {
    // There is none in a browser that keeps nothing.
  }
}

/** The draft that this browser has; undefined if there is none. */
export function keptDraft(): KeptDraft | undefined {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null')
    return isKeptDraft(found) ? found : undefined
  } catch {
    return undefined
  }
}

function isKeptDraft(value: unknown): value is KeptDraft {
  return (
    typeof value === 'object' &&
    value !== null &&
    'environment' in value &&
    typeof value.environment === 'string' &&
    'text' in value &&
    typeof value.text === 'string' &&
    'savedAt' in value &&
    typeof value.savedAt === 'number'
  )
}
