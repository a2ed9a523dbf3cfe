import type { ReactNode } from 'react'

interface SkeletonProps {
  /** The height of each block, in the order of the page. */
  readonly heights: readonly number[]
  /** What is awaited, for those who do not see the blocks. */
  readonly label: string
}

/** The outline of a page that is loading. It shows after 200 ms, as quick answers need none. */
export function Skeleton({ heights, label }: SkeletonProps): ReactNode {
  return (
    <div className="stack" role="status" aria-label={`Loading ${label}`}>
      {heights.map((height, index) => (
        <div key={index} className="skeleton" style={{ height }} />
      ))}
    </div>
  )
}
