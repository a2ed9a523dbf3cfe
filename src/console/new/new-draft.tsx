import { type ReactNode, useEffect, useMemo, useReducer, useRef, useState } from 'react'
import { clusterForm } from '../../domain/cluster-form/cluster-form.ts'
import type { FormPlace } from '../../domain/cluster-form/form-place.ts'
import { type FormReading, readForm } from '../../domain/cluster-form/read-form.ts'
import type { DraftProblem } from '../../scaffold/draft/draft-check.ts'
import type { DraftClass, DraftRepository } from '../../scaffold/draft/draft-repository.ts'
import { clusterPathOf } from '../../scaffold/places.ts'
import { Notice } from '../elements/notice.tsx'
import { useMedia } from '../elements/use-media.ts'
import { ChecksPane } from './checks-pane.tsx'
import { DraftHead } from './draft-head.tsx'
import { type DraftAction, nextDraft } from './draft-state.ts'
import { firstDraft } from './first-draft.ts'
import { type FormAccess, FormContext } from './form-context.ts'
import { FormPane } from './form-pane.tsx'
import type { PaneName } from './pane-name.ts'
import { newCommand } from './new-command.ts'
import { PaneTabs } from './pane-tabs.tsx'
import { focusPlace, placeKey, placeOf } from './place-key.ts'
import { ProposeBar } from './propose-bar.tsx'
import { useChecks } from './use-checks.ts'
import { useKeptDraft } from './use-kept-draft.ts'
import { goToLine } from './yaml-editor.tsx'
import { YamlPane } from './yaml-pane.tsx'

interface NewDraftProps {
  readonly base: DraftRepository
  readonly took: Readonly<Record<string, number>>
}

type ReadText = Extract<FormReading, { readonly ok: true }>

/** The three panes, which are always in step: the YAML is the truth. */
export function NewDraft({ base, took }: NewDraftProps): ReactNode {
  const [start] = useState(() => firstDraft(base, location.search))
  const [state, act] = useReducer(nextDraft, start.state)
  const { environment, history } = state
  const { text } = history
  const kept = useKeptDraft(state, start.state.history.text, start.savedAt)
  const { reading, last, known } = useReading(text, base)
  const draft = { environment, className: known.found.name, text }
  const checks = useChecks(draft, { base, took })
  const form = useMemo(() => clusterForm(known.found), [known])
  const [focused, setFocused] = useState<string>()
  const [pane, setPane] = useState<PaneName>('form')
  const isNarrow = useMedia('(max-width: 767px)')
  const root = useRef<HTMLDivElement>(null)
  const editor = useRef<HTMLTextAreaElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const path = clusterPathOf({ environment, name: nameIn(last) })
  const problems = checks.report?.checks.flatMap(check => check.problems) ?? []
  const touched = useTouched(focused)
  const access: FormAccess = {
    valueAt: last.valueAt,
    problemAt: place => problemAt(place, { problems, touched, reading: last, refused: state.refused }),
    edit: (edit, isTyping = false) => act({ kind: 'fill', edit, isTyping }),
    isReadOnly: !reading.ok,
  }
  const show = (next: PaneName, then: () => void) => {
    setPane(next)
    // After the pane was drawn: what is hidden takes no focus.
    requestAnimationFrame(then)
  }
  const goTo = ({ place, line }: DraftProblem) =>
    show(place === undefined || !reading.ok ? 'yaml' : 'form', () => {
      if (place === undefined || !reading.ok || !focusPlace(root.current ?? document, place))
        show('yaml', () => goToLine(editor.current, line))
    })
  const shows = (name: PaneName) => !isNarrow || pane === name
  const paneProps = (name: PaneName) =>
    isNarrow ? { id: `pane-${name}`, role: 'tabpanel', 'aria-labelledby': `tab-${name}` } : {}
  return (
    <div ref={root} className="new-page stack" onKeyDown={event => stepBack(event, act)}>
      <DraftHead base={base} known={known} state={state} kept={kept} copied={start.copyOf} act={act} />
      {reading.ok ? null : (
        <Notice tone="failed">
          <p className="row">
            <span>
              The YAML does not read: line {reading.line}: {reading.reason}. The form is read-only until it
              does.
            </span>
            <button
              type="button"
              className="button small"
              onClick={() => show('yaml', () => goToLine(editor.current, reading.line))}
            >
              Go there
            </button>
          </p>
        </Notice>
      )}
      {isNarrow ? <PaneTabs pane={pane} problems={problems.length} onChange={setPane} /> : null}
      <div className="panes">
        {shows('form') ? (
          <div className="pane" {...paneProps('form')}>
            <FormContext value={access}>
              <FormPane form={form} onlyInYaml={last.onlyInYaml} onFocusPlace={setFocused} />
            </FormContext>
          </div>
        ) : null}
        {shows('yaml') ? (
          <div className="pane" {...paneProps('yaml')}>
            <YamlPane
              text={text}
              path={path}
              files={checks.report?.files ?? []}
              problems={problems.filter(problem => problem.path === path || !checks.isCurrent)}
              line={focused === undefined ? undefined : last.lineOf(placeOf(focused))}
              input={editor}
              onChange={next => act({ kind: 'type', text: next })}
            />
          </div>
        ) : null}
        {shows('checks') ? (
          <div className="pane" {...paneProps('checks')}>
            <ChecksPane checks={checks} heading={heading} onGo={goTo} path={path} />
          </div>
        ) : null}
      </div>
      <ProposeBar
        draft={draft}
        checks={checks}
        command={
          reading.ok
            ? newCommand({ reading, found: known.found, environment, repository: base.repository })
            : undefined
        }
        onHeld={() => show('checks', () => heading.current?.focus())}
      />
    </div>
  )
}

interface FoundReading {
  readonly reading: FormReading
  /** The newest text that read: the form shows it while the text does not. */
  readonly last: ReadText
  readonly known: DraftClass
}

function useReading(text: string, base: DraftRepository): FoundReading {
  const last = useRef<{ readonly reading: ReadText; readonly known: DraftClass }>(undefined)
  return useMemo(() => {
    const first = readForm(text, undefined)
    const name = first.ok ? first.className : last.current?.known.found.name
    const known =
      base.classes.find(({ found }) => found.name === name) ?? last.current?.known ?? base.classes[0]
    if (known === undefined) throw new Error('a draft has a class')
    const reading = first.ok ? readForm(text, known.found) : first
    if (reading.ok) last.current = { reading, known }
    return { reading, last: last.current?.reading ?? unread, known }
  }, [text, base])
}

// For a kept draft whose text does not read from the start: there is nothing to show in the form.
const unread: ReadText = {
  ok: true,
  cluster: {},
  className: '',
  valueAt: () => undefined,
  lineOf: () => 1,
  variables: new Map(),
  onlyInYaml: [],
}

// An empty field is not wrong before somebody was in it.
function useTouched(focused: string | undefined): ReadonlySet<string> {
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set())
  useEffect(() => {
    if (focused === undefined) return undefined
    return () => setTouched(before => new Set([...before, focused]))
  }, [focused])
  return touched
}

interface Judged {
  readonly problems: readonly DraftProblem[]
  readonly touched: ReadonlySet<string>
  readonly reading: ReadText
  readonly refused: { readonly place: FormPlace; readonly reason: string } | undefined
}

function problemAt(place: FormPlace, { problems, touched, reading, refused }: Judged): string | undefined {
  const key = placeKey(place)
  if (refused !== undefined && placeKey(refused.place) === key) return refused.reason
  const found = problems.find(problem => problem.place !== undefined && placeKey(problem.place) === key)
  return found !== undefined && (reading.valueAt(place) !== undefined || touched.has(key))
    ? found.message
    : undefined
}

function nameIn({ valueAt }: ReadText): string {
  const name = valueAt({ kind: 'cluster', path: ['metadata', 'name'] })
  return typeof name === 'string' && name !== '' ? name : '…'
}

interface BackKey {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly shiftKey: boolean
  readonly preventDefault: () => void
}

// One history for the form and the text: the browser has one for each field.
function stepBack(event: BackKey, act: (action: DraftAction) => void): void {
  if (!event.ctrlKey && !event.metaKey) return
  const key = event.key.toLowerCase()
  const kind = key === 'y' || (key === 'z' && event.shiftKey) ? 'redo' : key === 'z' ? 'undo' : undefined
  if (kind === undefined) return
  event.preventDefault()
  act({ kind })
}
