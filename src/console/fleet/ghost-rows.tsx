import type { ReactNode } from 'react'
import type { FleetCluster } from '../../domain/fleet/fleet-snapshot.ts'
import type { ChangeListResponse } from '../../server/api/change-response.ts'
import { useSession } from '../data/session.ts'
import { useResource } from '../data/use-resource.ts'
import { Age } from '../elements/time.tsx'
import { PageLink } from '../routing/page-link.tsx'
import { changePath } from '../routing/routes.ts'
import { ghostsOf } from './ghosts.ts'

const REFRESH_MS = 60_000

/** Clusters that only an open change has: so a person follows one from its form to Ready. */
export function GhostRows({ clusters }: { readonly clusters: readonly FleetCluster[] }): ReactNode {
  const { value } = useResource<ChangeListResponse>('changes', REFRESH_MS)
  const session = useSession()
  const ghosts = ghostsOf(value?.changes ?? [], clusters)
  if (ghosts.length === 0) return null
  return (
    <section className="ghosts" aria-label="Clusters in open changes">
      <h2>In open changes</h2>
      <ul>
        {ghosts.map(({ id, change }) => (
          <li key={`${change.id} ${id}`} className="ghost">
            <span className="ghost-name">{id}</span>
            <PageLink to={changePath(change.id)}>
              {change.mark}
              {change.id} {change.title}
            </PageLink>
            <span className="muted">
              not merged yet, opened by {change.author === session?.user?.name ? 'you' : change.author}
              {change.createdAt === undefined ? null : (
                <>
                  {' '}
                  <Age since={Date.parse(change.createdAt)} isShort /> ago
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
