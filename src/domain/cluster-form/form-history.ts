import { editForm, type FormEdit } from './edit-form.ts'

/** The text of a draft, and the way back and forth: one for edits of fields and of the text alike. */
export interface FormHistory {
  readonly text: string
  readonly past: readonly string[]
  readonly future: readonly string[]
  /** What the last edit was part of: further edits of it are undone with it. */
  readonly group: string | undefined
}

/** More steps back than anybody takes. */
const MOST_STEPS = 200

/** Begins a history. Lines end with LF from here on, as in Git. */
export function beginHistory(text: string): FormHistory {
  return { text: withPlainLines(text), past: [], future: [], group: undefined }
}

/** Takes a text that a person edited. `group` joins the letters of one word to one step. */
export function typeText(history: FormHistory, text: string, group?: string): FormHistory {
  return withText(history, withPlainLines(text), group)
}

/** Takes an edit of a field; the reason comes back if the text cannot be edited so. */
export function fillField(
  history: FormHistory,
  edit: FormEdit,
  group?: string,
): { readonly history: FormHistory; readonly refused: string | undefined } {
  const result = editForm(history.text, edit)
  if (!result.ok) return { history, refused: result.reason }
  return { history: withText(history, result.text, group), refused: undefined }
}

/** One step back. */
export function undo({ text, past, future }: FormHistory): FormHistory {
  const before = past.at(-1)
  if (before === undefined) return { text, past, future, group: undefined }
  return { text: before, past: past.slice(0, -1), future: [text, ...future], group: undefined }
}

/** One step forth again. */
export function redo({ text, past, future }: FormHistory): FormHistory {
  const [next, ...rest] = future
  if (next === undefined) return { text, past, future, group: undefined }
  return { text: next, past: [...past, text], future: rest, group: undefined }
}

function withText(history: FormHistory, text: string, group: string | undefined): FormHistory {
  if (text === history.text) return history
  const isSameStep = group !== undefined && group === history.group && history.past.length > 0
  const past = isSameStep ? history.past : [...history.past, history.text].slice(-MOST_STEPS)
  return { text, past, future: [], group }
}

function withPlainLines(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n')
}
