import { type ReactNode, useEffect } from 'react'
import type { ClassListResponse } from '../../server/api/class-response.ts'
import { useResource } from '../data/use-resource.ts'
import { isTokenRefused } from '../data/api-client.ts'
import { ForgeToken } from '../elements/forge-token.tsx'
import { CommandBox } from '../elements/command-box.tsx'
import { Notice } from '../elements/notice.tsx'
import { RefusalNotice } from '../elements/refusal-notice.tsx'
import { Skeleton } from '../elements/skeleton.tsx'
import { NewDraft } from './new-draft.tsx'

const REFRESH_MS = 60_000

/** A new cluster: a form, its YAML and its checks, and a merge request. */
export function NewPage(): ReactNode {
  const { value, error, reload } = useResource<ClassListResponse>('classes', REFRESH_MS)
  useEffect(() => {
    document.title = 'New cluster · Fitout'
    return () => {
      document.title = 'Fitout'
    }
  }, [])
  if (value === undefined && error === undefined)
    return <Skeleton heights={[40, 480]} label="classes" isPage />
  const token = <ForgeToken isRefused={isTokenRefused(error)} onGiven={reload} />
  if (value === undefined)
    return (
      <div className="stack">
        <RefusalNotice what="list classes" error={error} isPage />
        {token}
      </div>
    )
  const { base, unavailable } = value
  if (base === undefined)
    return (
      <div className="stack">
        <h1>New cluster</h1>
        <Notice tone="unknown">{unavailable ?? 'The fleet repository cannot be read'}</Notice>
        {token}
      </div>
    )
  if (base.classes.length === 0) return <NoClass />
  return (
    <div className="stack">
      {error === undefined ? null : <RefusalNotice what="list classes" error={error} isShort />}
      {unavailable === undefined ? null : <Notice tone="unknown">{unavailable}</Notice>}
      <NewDraft base={base} took={value.took ?? noTimes} />
    </div>
  )
}

const noTimes = {}

function NoClass(): ReactNode {
  return (
    <div className="empty">
      <h1>No ClusterClass found</h1>
      <p>
        A cluster is made from a ClusterClass. Put one into infrastructure/control-plane-cluster/classes of
        the fleet repository, or make one from a template:
      </p>
      <CommandBox text="clusterctl generate cluster --list-variables" />
    </div>
  )
}
