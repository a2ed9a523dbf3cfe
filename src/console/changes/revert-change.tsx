import { type ReactNode, useState } from 'react'
import type { ChangeDetails } from '../../server/api/change-response.ts'
import { isTokenRefused, RequestError } from '../data/api-client.ts'
import { proposeDraft } from '../data/propose.ts'
import { useAction, useSession } from '../data/session.ts'
import { ForgeToken } from '../elements/forge-token.tsx'
import { GitRefusal } from '../elements/git-refusal.tsx'
import { Panel } from '../elements/panel.tsx'
import { PageLink } from '../routing/page-link.tsx'
import { go } from '../routing/location-store.ts'
import { changePath } from '../routing/routes.ts'

/** Opens a merge request that takes a merged one back. It changes Git alone, and only once it is merged itself. */
export function RevertChange({ change }: { readonly change: ChangeDetails }): ReactNode {
  const session = useSession()
  const action = useAction('openMergeRequest')
  const [isSending, setSending] = useState(false)
  const [error, setError] = useState<RequestError>()
  const { revertedBy } = change
  if (revertedBy !== undefined)
    return (
      <Panel title="Revert">
        <p>
          {revertedBy.state === 'merged' ? 'Reverted by' : 'A revert is open:'}{' '}
          <PageLink to={changePath(revertedBy.id)}>
            {revertedBy.mark}
            {revertedBy.id} {revertedBy.title}
          </PageLink>
        </p>
      </Panel>
    )
  const isHeld = !action.isAllowed || isSending || session === undefined
  const revert = async () => {
    if (session === undefined) return
    setSending(true)
    setError(undefined)
    try {
      const { change: opened } = await proposeDraft({ kind: 'revert', change: change.id }, session.token)
      go(changePath(opened.id))
    } catch (problem) {
      if (!(problem instanceof RequestError)) throw problem
      setError(problem)
      setSending(false)
    }
  }
  return (
    <Panel title="Revert">
      <div className="stack">
        <ForgeToken isRefused={isTokenRefused(error)} onGiven={() => setError(undefined)} />
        {error === undefined ? null : <GitRefusal what="open the revert" error={error} />}
        <div className="row">
          <button
            type="button"
            className="button"
            aria-disabled={isHeld}
            aria-describedby="revert-held"
            onClick={() => {
              if (!isHeld) void revert()
            }}
          >
            Open a merge request that reverts {change.mark}
            {change.id}
          </button>
          <span id="revert-held" className="muted" role="status">
            {isSending
              ? 'Opening the merge request'
              : action.isAllowed
                ? 'Every file becomes what it was before. Nothing changes until it is merged.'
                : `Disabled: ${action.reason ?? 'you are not allowed to'}`}
          </span>
        </div>
      </div>
    </Panel>
  )
}
