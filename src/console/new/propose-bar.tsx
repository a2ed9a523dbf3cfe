import { type ReactNode, useState } from 'react'
import type { ClusterDraft } from '../../scaffold/draft/draft-files.ts'
import type { DraftReport } from '../../scaffold/draft/check-draft.ts'
import { counted } from '../../domain/text/counted.ts'
import { isTokenRefused, RequestError } from '../data/api-client.ts'
import { proposeDraft } from '../data/propose.ts'
import { serverNow } from '../data/server-clock.ts'
import { useAction, useSession } from '../data/session.ts'
import { CopyButton } from '../elements/copy-button.tsx'
import { ForgeToken } from '../elements/forge-token.tsx'
import { GitRefusal } from '../elements/git-refusal.tsx'
import { go } from '../routing/location-store.ts'
import { changePath } from '../routing/routes.ts'
import { forgetDraft } from './kept-draft.ts'
import { tarFile } from './tar-file.ts'
import type { DraftChecks } from './use-checks.ts'

interface ProposeBarProps {
  readonly draft: ClusterDraft
  readonly checks: DraftChecks
  /** The same as a command; absent while the YAML does not read. */
  readonly command: string | undefined
  /** Leads to what holds it. */
  readonly onHeld: () => void
}

/** What one can do with a draft: open a merge request, take the files, copy the command. */
export function ProposeBar({ draft, checks, command, onHeld }: ProposeBarProps): ReactNode {
  const session = useSession()
  const action = useAction('openMergeRequest')
  const [isSending, setSending] = useState(false)
  const [error, setError] = useState<RequestError>()
  const { report, isCurrent } = checks
  const held = action.isAllowed ? heldBy(checks) : (action.reason ?? 'you are not allowed to')
  const isHeld = held !== undefined || isSending || session === undefined
  const propose = async () => {
    if (session === undefined) return
    setSending(true)
    setError(undefined)
    try {
      const title = `Add cluster ${draft.environment}/${report?.name ?? ''}`
      const { change } = await proposeDraft({ kind: 'cluster', draft, title }, session.token)
      forgetDraft()
      go(changePath(change.id))
    } catch (problem) {
      if (!(problem instanceof RequestError)) throw problem
      setError(problem)
      setSending(false)
    }
  }
  return (
    <section className="propose" aria-label="Merge request">
      <ForgeToken isRefused={isTokenRefused(error)} onGiven={() => setError(undefined)} />
      {error === undefined ? null : <GitRefusal what="open the merge request" error={error} />}
      <div className="row">
        <button
          type="button"
          className="button primary"
          aria-disabled={isHeld}
          aria-describedby="propose-held"
          onClick={() => {
            if (!isHeld) void propose()
            else if (held !== undefined) onHeld()
          }}
        >
          Open merge request
        </button>
        <span id="propose-held" className="muted" role="status">
          {isSending ? 'Opening the merge request' : held === undefined ? '' : `Disabled: ${held}`}
        </span>
        <span className="gap" />
        <button
          type="button"
          className="button"
          aria-disabled={report === undefined || report.files.length === 0 || !isCurrent}
          onClick={() => {
            if (report !== undefined && report.files.length > 0 && isCurrent) download(report)
          }}
        >
          Download files{report === undefined || report.files.length === 0 ? '' : ` (${report.files.length})`}
        </button>
        {command === undefined ? null : (
          <span className="row">
            <code className="new-command" title={command}>
              {command}
            </code>
            <CopyButton text={command} what="as fitout cluster new" />
          </span>
        )}
      </div>
    </section>
  )
}

function heldBy({ report, isCurrent, problem }: DraftChecks): string | undefined {
  if (problem !== undefined) return 'the draft cannot be checked'
  if (report === undefined || !isCurrent) return 'checks are running'
  const failed = report.checks.filter(({ verdict }) => verdict === 'failed').length
  if (failed > 0) return `${counted(failed, 'check')} ${failed === 1 ? 'fails' : 'fail'}`
  return report.isReady ? undefined : 'the files are not complete'
}

function download({ files, name }: DraftReport): void {
  const archive = tarFile(
    files.map(({ path, after }) => ({ path, text: after })),
    serverNow(),
  )
  const url = URL.createObjectURL(new Blob([archive], { type: 'application/x-tar' }))
  const link = document.createElement('a')
  link.href = url
  link.download = `${name ?? 'cluster'}.tar`
  link.click()
  URL.revokeObjectURL(url)
}
