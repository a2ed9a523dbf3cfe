import { type ReactNode, useState } from 'react'
import type { Health } from '../../domain/health/health.ts'
import type { ObjectListResponse } from '../../server/api/object-list-response.ts'
import { useResource } from '../data/use-resource.ts'
import { HealthWord } from '../elements/health-word.tsx'
import { ObjectTable } from '../elements/object-table.tsx'
import { Panel } from '../elements/panel.tsx'
import { RefusalNotice } from '../elements/refusal-notice.tsx'
import { Skeleton } from '../elements/skeleton.tsx'

/** The objects of the proofs of a cluster, worst first, a page at a time. */
export function ClusterObjects({ id }: { readonly id: string }): ReactNode {
  const [health, setHealth] = useState<Health>()
  const [cursors, setCursors] = useState<readonly string[]>([])
  const cursor = cursors.at(-1)
  const { value, error } = useResource<ObjectListResponse>(objectsPath(id, health, cursor))
  const counts = Object.entries(value?.counts ?? {})
  return (
    <Panel
      title="Objects"
      aside={
        <span className="row">
          {counts.map(([word, count]) => (
            <button
              key={word}
              type="button"
              className="button small"
              aria-pressed={health === word}
              onClick={() => {
                // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its keys are healths
                setHealth(health === word ? undefined : (word as Health))
                setCursors([])
              }}
            >
              {/* oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above */}
              <HealthWord health={word as Health} /> {count}
            </button>
          ))}
        </span>
      }
    >
      {value === undefined && error === undefined ? (
        <Skeleton heights={[32, 32, 32]} label="objects" />
      ) : null}
      {error === undefined ? null : (
        <RefusalNotice what="list objects" error={error} isShort={value !== undefined} />
      )}
      {value === undefined ? null : value.objects.length === 0 ? (
        <p className="muted">Nothing delivered yet: no object of a proof was read</p>
      ) : (
        <>
          <ObjectTable objects={value.objects} hasSteps />
          {cursors.length === 0 && value.cursor === undefined ? null : (
            <p className="row pager">
              <button
                type="button"
                className="button small"
                aria-disabled={cursors.length === 0}
                onClick={() => setCursors(cursors.slice(0, -1))}
              >
                Previous
              </button>
              <button
                type="button"
                className="button small"
                aria-disabled={value.cursor === undefined}
                onClick={() => value.cursor !== undefined && setCursors([...cursors, value.cursor])}
              >
                Next
              </button>
              <span className="muted">{value.total} objects</span>
            </p>
          )}
        </>
      )}
    </Panel>
  )
}

function objectsPath(id: string, health: Health | undefined, cursor: string | undefined): string {
  const asked = new URLSearchParams()
  if (health !== undefined) asked.set('health', health)
  if (cursor !== undefined) asked.set('cursor', cursor)
  const search = asked.toString()
  return `clusters/${id.split('/').map(encodeURIComponent).join('/')}/objects${search === '' ? '' : `?${search}`}`
}
