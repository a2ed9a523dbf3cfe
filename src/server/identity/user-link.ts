import type { Link } from '../../fleet/link/link.ts'
import { checkedReads, type MayRead } from './checked-reads.ts'
import { readOnlyLink } from './read-only-link.ts'

/** The link of Fitout as a user has it: what that user may read, and nothing that writes. */
export function userLink(link: Link, mayRead: MayRead): Link {
  const management = checkedReads(link.management, mayRead)
  return readOnlyLink({ ...link, management, close: () => undefined })
}
