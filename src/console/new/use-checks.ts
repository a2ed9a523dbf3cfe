import { useEffect, useRef, useState } from 'react'
import type { DraftReport } from '../../scaffold/draft/check-draft.ts'
import type { ClusterDraft } from '../../scaffold/draft/draft-files.ts'
import type { DraftRepository } from '../../scaffold/draft/draft-repository.ts'
import { serverNow } from '../data/server-clock.ts'
import type { CheckAnswer, CheckRequest } from './check-message.ts'

/** What the checks say of a draft. */
export interface DraftChecks {
  /** Of the draft, or of an earlier one while the checks run; undefined before the first. */
  readonly report: DraftReport | undefined
  /** Whether the report is of the draft as it is now. */
  readonly isCurrent: boolean
  /** Why there are no checks. */
  readonly problem: string | undefined
}

interface CheckSetting {
  readonly base: DraftRepository
  readonly took: Readonly<Record<string, number>>
}

/** Checks a draft beside the page: the newest one, as soon as the one before is checked. */
export function useChecks(draft: ClusterDraft, { base, took }: CheckSetting): DraftChecks {
  const [answer, setAnswer] = useState<CheckAnswer>()
  const [problem, setProblem] = useState<string>()
  const checker = useRef<Checker>(undefined)
  useEffect(() => {
    const made = makeChecker(setAnswer, setProblem)
    checker.current = made
    return () => made.end()
  }, [])
  useEffect(() => checker.current?.send({ kind: 'base', base, took }), [base, took])
  const { environment, className, text } = draft
  useEffect(
    () => checker.current?.check({ environment, className, text }),
    [environment, className, text, base, took],
  )
  const isCurrent =
    answer !== undefined &&
    answer.draft.text === text &&
    answer.draft.environment === environment &&
    answer.draft.className === className
  return { report: answer?.report, isCurrent, problem }
}

interface Checker {
  readonly send: (request: CheckRequest) => void
  readonly check: (draft: ClusterDraft) => void
  readonly end: () => void
}

function makeChecker(onAnswer: (answer: CheckAnswer) => void, onProblem: (text: string) => void): Checker {
  const worker = new Worker(workerPath(), { type: 'module' })
  let isBusy = false
  let next: ClusterDraft | undefined
  const send = (request: CheckRequest) => worker.postMessage(request, { transfer: [] })
  const start = (draft: ClusterDraft) => {
    isBusy = true
    next = undefined
    send({ kind: 'draft', draft, now: serverNow() })
  }
  worker.addEventListener('message', ({ data }: MessageEvent<CheckAnswer>) => {
    isBusy = false
    onAnswer(data)
    if (next !== undefined) start(next)
  })
  worker.addEventListener('error', event => {
    event.preventDefault()
    isBusy = false
    onProblem(event.message || 'this browser cannot run them')
  })
  return {
    send,
    check: draft => {
      if (isBusy) next = draft
      else start(draft)
    },
    end: () => worker.terminate(),
  }
}

// Its name changes with its content: the page knows it.
function workerPath(): string {
  return document.querySelector<HTMLElement>('#root')?.dataset['checks'] ?? ''
}
