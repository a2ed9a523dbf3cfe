import { type ReactNode, useEffect } from 'react'
import type { ChangeResponse } from '../../server/api/change-response.ts'
import { useResource } from '../data/use-resource.ts'
import { useKeys } from '../frame/use-keys.ts'
import { Notice } from '../elements/notice.tsx'
import { Panel } from '../elements/panel.tsx'
import { RefusalNotice } from '../elements/refusal-notice.tsx'
import { Skeleton } from '../elements/skeleton.tsx'
import { go } from '../routing/location-store.ts'
import { ChangeHead } from './change-head.tsx'
import { ChangePlanPanel } from './change-plan.tsx'
import { ChangeProgress } from './change-progress.tsx'
import { RevertChange } from './revert-change.tsx'

/** While it is open, somebody may merge it at any time; after that the stream brings what happens. */
const REFRESH_MS = 10_000

/** A merge request: what its merge does, to which clusters, and how far they are. */
export function ChangePage({ id }: { readonly id: string }): ReactNode {
  const { value, error } = useResource<ChangeResponse>(`changes/${encodeURIComponent(id)}`, REFRESH_MS)
  const name = value === undefined ? id : `${value.change.mark}${value.change.id}`
  useEffect(() => {
    document.title = `Change ${name} · Fitout`
    return () => {
      document.title = 'Fitout'
    }
  }, [name])
  useKeys({ Escape: () => go('/changes') })
  if (value === undefined && error === undefined)
    return <Skeleton heights={[56, 90, 300]} label={`change ${id}`} isPage />
  if (value === undefined) return <RefusalNotice what={`read change ${id}`} error={error} isPage />
  const { change, plan, unplanned } = value
  return (
    <div className="stack">
      {error === undefined ? null : <RefusalNotice what={`read change ${id}`} error={error} isShort />}
      <ChangeHead change={change} plan={plan} />
      {change.state === 'merged' ? <ChangeProgress change={change} plan={plan} /> : null}
      {plan === undefined ? (
        <Panel title="Plan">
          <Notice tone="unknown">There is no plan: {unplanned ?? 'the server did not make one'}</Notice>
        </Panel>
      ) : (
        <ChangePlanPanel plan={plan} change={change} />
      )}
      {change.state === 'merged' ? <RevertChange change={change} /> : null}
    </div>
  )
}
