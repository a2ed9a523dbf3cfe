import { type RefObject, useEffect, useState } from 'react'
import { rowWindow, type RowWindow } from './row-window.ts'

/** Which rows of a list are drawn as the page is scrolled. */
export function useRowWindow(list: RefObject<HTMLElement | null>, count: number, height: number): RowWindow {
  const [window_, setWindow] = useState<RowWindow>(() =>
    rowWindow({ count, height, seen: innerHeight, hidden: 0 }),
  )
  useEffect(() => {
    let frame = 0
    const measure = () => {
      frame = 0
      const top = list.current?.getBoundingClientRect().top ?? 0
      const next = rowWindow({ count, height, seen: innerHeight, hidden: -top })
      setWindow(before => (isSame(before, next) ? before : next))
    }
    const soon = () => {
      if (frame === 0) frame = requestAnimationFrame(measure)
    }
    measure()
    addEventListener('scroll', soon, { passive: true })
    addEventListener('resize', soon)
    return () => {
      cancelAnimationFrame(frame)
      removeEventListener('scroll', soon)
      removeEventListener('resize', soon)
    }
  }, [list, count, height])
  // Fewer rows than a moment ago: until the next measure nothing may be drawn beyond the end.
  return window_.end > count || window_.first >= count
    ? rowWindow({ count, height, seen: innerHeight, hidden: 0 })
    : window_
}

function isSame(a: RowWindow, b: RowWindow): boolean {
  return a.first === b.first && a.end === b.end && a.below === b.below
}
