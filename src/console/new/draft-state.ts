import type { ClusterClass } from '../../domain/cluster-class/read-class.ts'
import { editForm, type FormEdit } from '../../domain/cluster-form/edit-form.ts'
import {
  beginHistory,
  fillField,
  type FormHistory,
  redo,
  typeText,
  undo,
} from '../../domain/cluster-form/form-history.ts'
import { atCluster, atVariable, type FormPlace } from '../../domain/cluster-form/form-place.ts'
import { readForm } from '../../domain/cluster-form/read-form.ts'
import { newDraftText } from '../../scaffold/draft/draft-files.ts'
import type { DraftClass, DraftRepository } from '../../scaffold/draft/draft-repository.ts'

/** A new cluster that a person writes. */
export interface DraftState {
  readonly environment: string
  readonly history: FormHistory
  /** Why the last edit of a field changed nothing. */
  readonly refused: { readonly place: FormPlace; readonly reason: string } | undefined
}

/** What a person does. */
export type DraftAction =
  | { readonly kind: 'type'; readonly text: string }
  | { readonly kind: 'fill'; readonly edit: FormEdit; readonly isTyping: boolean }
  | { readonly kind: 'replace'; readonly text: string }
  | { readonly kind: 'move'; readonly environment: string }
  | { readonly kind: 'undo' }
  | { readonly kind: 'redo' }

/** Begins with a text. */
export function beginDraft(environment: string, text: string): DraftState {
  return { environment, history: beginHistory(text), refused: undefined }
}

/** The draft after what a person did. */
export function nextDraft(state: DraftState, action: DraftAction): DraftState {
  const { history, environment } = state
  switch (action.kind) {
    case 'type':
      return { environment, history: typeText(history, action.text, 'text'), refused: undefined }
    case 'replace':
      return { environment, history: typeText(history, action.text), refused: undefined }
    case 'fill':
      return filled(state, action)
    case 'move':
      return movedDraft(state, action.environment)
    case 'undo':
      return { environment, history: undo(history), refused: undefined }
    default:
      return { environment, history: redo(history), refused: undefined }
  }
}

function filled(
  { environment, history }: DraftState,
  { edit, isTyping }: Extract<DraftAction, { kind: 'fill' }>,
): DraftState {
  const group = isTyping ? JSON.stringify(edit.place) : undefined
  const { history: next, refused } = fillField(history, edit, group)
  const reason = refused === undefined ? undefined : { place: edit.place, reason: refused }
  return { environment, history: next, refused: reason }
}

// The environment is no part of the text but for its first line, so every step of the history follows.
function movedDraft({ environment, history }: DraftState, to: string): DraftState {
  const moved = (text: string) => withEnvironment(text, environment, to)
  const { text, past, future } = history
  return {
    environment: to,
    history: { text: moved(text), past: past.map(moved), future: future.map(moved), group: undefined },
    refused: undefined,
  }
}

function withEnvironment(text: string, from: string, to: string): string {
  const [line = ''] = text.split('\n', 1)
  if (!line.startsWith('# Cluster ') || !line.endsWith(`, in ${from}.`)) return text
  return `${line.slice(0, -`${from}.`.length)}${to}.${text.slice(line.length)}`
}

/** A new text for another class. The name, the version and variables that both classes have stay as they are. */
export function withClass(
  { environment, history: { text } }: DraftState,
  to: DraftClass,
  base: DraftRepository,
): string {
  const before = readForm(text, undefined)
  const nameAt = atCluster('metadata', 'name')
  const name = before.ok ? before.valueAt(nameAt) : undefined
  const fresh = newDraftText(to, base, { environment, name: typeof name === 'string' ? name : NEW_NAME })
  if (!before.ok) return fresh
  const version = atCluster('spec', 'topology', 'version')
  const kubernetes = before.valueAt(version)
  const edits: readonly FormEdit[] = [
    ...(typeof kubernetes === 'string' ? [{ kind: 'set', place: version, value: kubernetes } as const] : []),
    ...[...before.variables]
      .filter(([variable]) => hasVariable(to.found, variable))
      .map(([variable, value]) => ({ kind: 'set', place: atVariable(variable), value }) as const),
  ]
  return editedText(fresh, edits)
}

/** The text for a copy of a cluster: everything but the name stays. */
export function copiedText(text: string, name: string): string {
  return editedText(text, [{ kind: 'set', place: atCluster('metadata', 'name'), value: `${name}-copy` }])
}

function editedText(text: string, edits: readonly FormEdit[]): string {
  return edits.reduce((edited, edit) => {
    const result = editForm(edited, edit)
    return result.ok ? result.text : edited
  }, text)
}

function hasVariable({ variables }: ClusterClass, name: string): boolean {
  return variables.some(variable => variable.name === name)
}

/** The name that a draft begins with. */
export const NEW_NAME = 'new-cluster'
