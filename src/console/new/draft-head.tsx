import { type ReactNode, useEffect, useState } from 'react'
import type { DraftClass, DraftRepository } from '../../scaffold/draft/draft-repository.ts'
import { newDraftText } from '../../scaffold/draft/draft-files.ts'
import { environmentNamespace } from '../../scaffold/places.ts'
import type { ClusterSourceResponse } from '../../server/api/class-response.ts'
import { getJson, RequestError } from '../data/api-client.ts'
import { ChoiceField } from '../elements/choice-field.tsx'
import { Notice } from '../elements/notice.tsx'
import { timeOfDay } from '../elements/time.tsx'
import { copiedText, type DraftAction, type DraftState, NEW_NAME, withClass } from './draft-state.ts'
import type { KeptState } from './use-kept-draft.ts'

interface DraftHeadProps {
  readonly base: DraftRepository
  readonly known: DraftClass
  readonly state: DraftState
  readonly kept: KeptState
  /** `dev/blue`, of which the address asks for a copy. */
  readonly copied: string | undefined
  readonly act: (action: DraftAction) => void
}

/** What the cluster is made from, where it goes, and whether the draft is saved. */
export function DraftHead({ base, known, state, kept, copied, act }: DraftHeadProps): ReactNode {
  const { environment } = state
  const environments = Object.keys(base.repository.environments)
  const [source, setSource] = useState('')
  const [problem, setProblem] = useState<string>()
  const copy = async (id: string) => {
    setSource(id)
    if (id === '') return
    const [from = '', name = ''] = id.split('/')
    const asked = new URLSearchParams({ environment: from, name })
    try {
      const { text, name: of } = await getJson<ClusterSourceResponse>(`classes/source?${asked.toString()}`)
      act({ kind: 'move', environment: from })
      act({ kind: 'replace', text: copiedText(text, of) })
      setProblem(undefined)
    } catch (error) {
      if (!(error instanceof RequestError)) throw error
      setProblem(`Cannot copy ${id}: ${error.message}`)
    }
  }
  useEffect(() => {
    if (copied !== undefined) void copy(inRepository(copied, base))
    // The address asks once: later choices are those of the person.
  }, [])
  const clusters = base.clusters.map(cluster => `${cluster.environment}/${cluster.name}`)
  const begin = () => {
    setSource('')
    act({ kind: 'replace', text: newDraftText(known, base, { name: NEW_NAME, environment }) })
  }
  return (
    <header className="new-head">
      <h1>New cluster</h1>
      <div className="row">
        <ChoiceField
          label="Class"
          value={known.found.name}
          options={base.classes.map(({ found }) => ({ value: found.name, label: found.name }))}
          onChange={name => {
            const to = base.classes.find(({ found }) => found.name === name)
            if (to) act({ kind: 'replace', text: withClass(state, to, base) })
          }}
        />
        <ChoiceField
          label="Copy of"
          value={source}
          options={[{ value: '', label: 'none' }, ...clusters.map(id => ({ value: id, label: id }))]}
          onChange={id => void copy(id)}
        />
        <ChoiceField
          label="Environment"
          value={environment}
          options={environments.map(name => ({ value: name, label: name }))}
          onChange={next => act({ kind: 'move', environment: next })}
        />
        <span className="gap" />
        <span className="muted" role="status">
          {keptWords(kept)}
        </span>
        <HistoryButtons state={state} act={act} />
        <button type="button" className="button small" onClick={begin}>
          Begin again
        </button>
      </div>
      {problem === undefined ? null : <Notice tone="failed">{problem}</Notice>}
    </header>
  )
}

// The fleet names a cluster by its namespace, the repository by its environment.
function inRepository(id: string, { clusters, repository }: DraftRepository): string {
  const found = clusters.find(
    ({ environment, name }) => `${environmentNamespace(repository, environment)}/${name}` === id,
  )
  return found === undefined ? id : `${found.environment}/${found.name}`
}

function HistoryButtons({ state, act }: Pick<DraftHeadProps, 'state' | 'act'>): ReactNode {
  const { past, future } = state.history
  return (
    <>
      <button
        type="button"
        className="button small"
        aria-disabled={past.length === 0}
        title="Ctrl+Z"
        onClick={() => act({ kind: 'undo' })}
      >
        Undo
      </button>
      <button
        type="button"
        className="button small"
        aria-disabled={future.length === 0}
        title="Ctrl+Y"
        onClick={() => act({ kind: 'redo' })}
      >
        Redo
      </button>
    </>
  )
}

function keptWords(kept: KeptState): string {
  if (kept === 'not kept') return 'This browser keeps no drafts: do not close the page'
  if (kept.savedAt === undefined) return ''
  return `Draft saved ${timeOfDay(kept.savedAt).slice(0, 5)} in this browser`
}
