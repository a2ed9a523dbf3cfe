import type { AnchorHTMLAttributes, MouseEvent, ReactNode } from 'react'
import { go } from './location-store.ts'

interface LinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  readonly to: string
}

/** A link inside of the console. With a modifier key it is what the browser makes of it. */
export function PageLink({ to, children, ...rest }: LinkProps): ReactNode {
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    go(to)
  }
  return (
    <a {...rest} href={to} onClick={follow}>
      {children}
    </a>
  )
}
