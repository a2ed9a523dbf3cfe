import type { ReactNode } from 'react'

interface SkeletonProps {
  /** The height of each block, in the order of the page. */
  readonly heights: readonly number[]
  /** What is awaited, for those who do not see the blocks. */
  readonly label: string
  /** Whether it stands for a whole page. */
  readonly isPage?: boolean
}

/** The outline of a page that is loading. It shows after 200 ms, as quick answers need none. */
export function Skeleton({ heights, label, isPage = false }: SkeletonProps): ReactNode {
  return (
    <div className="stack" role="status">
      {isPage ? (
        <h1 className="visually-hidden">Loading {label}</h1>
      ) : (
        <p className="visually-hidden">Loading {label}</p>
      )}
      {heights.map((height, index) => (
        <div key={index} className="skeleton" style={{ height }} />
      ))}
    </div>
  )
}
