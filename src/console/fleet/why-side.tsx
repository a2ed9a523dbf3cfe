import { type ReactNode, useEffect, useRef } from 'react'
import type { WhyResponse } from '../../server/api/cluster-response.ts'
import { useResource } from '../data/use-resource.ts'
import { DemoFix } from '../demo/demo-fix.tsx'
import { RefusalNotice } from '../elements/refusal-notice.tsx'
import { Skeleton } from '../elements/skeleton.tsx'
import { PageLink } from '../routing/page-link.tsx'
import { clusterPath } from '../routing/routes.ts'
import { WhyDetails } from '../why/why-details.tsx'
import { whyPath } from '../why/why-path.ts'

interface WhySideProps {
  readonly id: string
  readonly step: string | undefined
  readonly onClose: () => void
}

/** Why a cluster of the list is not Ready, beside the list. */
export function WhySide({ id, step, onClose }: WhySideProps): ReactNode {
  const { value, error, reload } = useResource<WhyResponse>(whyPath(id, step))
  const side = useRef<HTMLElement>(null)
  useEffect(() => {
    const before = document.activeElement
    return () => {
      // Where the focus was in what goes now, it goes back to the row.
      if (before instanceof HTMLElement && document.activeElement === document.body) before.focus()
    }
  }, [])
  return (
    <aside ref={side} className="why-side" aria-label={`Why: ${id}`}>
      <div className="spread">
        <h2>
          <PageLink to={clusterPath(id)}>{id}</PageLink>
        </h2>
        <button type="button" className="button small" onClick={onClose}>
          Close
        </button>
      </div>
      {value === undefined && error === undefined ? (
        <Skeleton heights={[44, 90, 120]} label={`why ${id}`} />
      ) : null}
      {error === undefined ? null : (
        <RefusalNotice what={`explain ${id}`} error={error} isShort={value !== undefined} />
      )}
      <DemoFix id={id} />
      {value === undefined ? null : <WhyDetails answer={value} onReload={reload} />}
    </aside>
  )
}
