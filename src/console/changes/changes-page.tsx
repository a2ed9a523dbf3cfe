import type { ReactNode } from 'react'
import type { ChangeListResponse, ChangeSummary } from '../../server/api/change-response.ts'
import { isTokenRefused } from '../data/api-client.ts'
import { useResource } from '../data/use-resource.ts'
import { ForgeToken } from '../elements/forge-token.tsx'
import { Notice } from '../elements/notice.tsx'
import { RefusalNotice } from '../elements/refusal-notice.tsx'
import { Skeleton } from '../elements/skeleton.tsx'
import { Age } from '../elements/time.tsx'
import { PageLink } from '../routing/page-link.tsx'
import { changePath, clusterPath } from '../routing/routes.ts'

const REFRESH_MS = 30_000

/** Open merge requests that touch the fleet. */
export function ChangesPage(): ReactNode {
  const { value, error, reload } = useResource<ChangeListResponse>('changes', REFRESH_MS)
  if (value === undefined && error === undefined)
    return <Skeleton heights={[40, 160]} label="changes" isPage />
  const token = <ForgeToken isRefused={isTokenRefused(error)} onGiven={reload} />
  if (value === undefined)
    return (
      <div className="stack">
        <RefusalNotice what="list changes" error={error} isPage />
        {token}
      </div>
    )
  return (
    <div className="stack">
      {error === undefined ? null : <RefusalNotice what="list changes" error={error} isShort />}
      <h1>Changes</h1>
      {value.unavailable === undefined ? null : <Notice tone="quiet">{value.unavailable}</Notice>}
      {token}
      {value.changes.length === 0 && value.unavailable === undefined ? (
        <div className="empty">
          <p>No open change touches clusters</p>
        </div>
      ) : null}
      {value.changes.length === 0 ? null : <ChangeTable changes={value.changes} />}
    </div>
  )
}

function ChangeTable({ changes }: { readonly changes: readonly ChangeSummary[] }): ReactNode {
  return (
    <div className="scroll-x">
      <table className="table" aria-label="Changes">
        <thead>
          <tr>
            <th scope="col">Change</th>
            <th scope="col">State</th>
            <th scope="col">Author</th>
            <th scope="col">Clusters</th>
            <th scope="col" className="number">
              Opened
            </th>
            <th scope="col">Git host</th>
          </tr>
        </thead>
        <tbody>
          {changes.map(({ id, mark, url, title, state, author, clusters, createdAt }) => (
            <tr key={id}>
              <td>
                <PageLink to={changePath(id)}>
                  {mark}
                  {id} {title}
                </PageLink>
              </td>
              <td>
                <span className="tag">{state}</span>
              </td>
              <td className="muted">{author}</td>
              <td>
                {clusters.map(cluster => (
                  <PageLink key={cluster} to={clusterPath(cluster)}>
                    {cluster}{' '}
                  </PageLink>
                ))}
              </td>
              <td className="number muted">
                {createdAt === undefined ? null : (
                  <>
                    <Age since={Date.parse(createdAt)} isShort /> ago
                  </>
                )}
              </td>
              <td>
                {url.startsWith('https://') ? (
                  <a href={url} rel="noreferrer" aria-label={`Open ${mark}${id} on the Git host`}>
                    Open
                  </a>
                ) : null}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
