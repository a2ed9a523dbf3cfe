import { type Claim, lineOf, lineOfAbsent } from './claim.ts'
import type { CauseRule, CauseSubject } from './guide.ts'
import { guideTo } from './guides.ts'
import { readId, type Inquiry } from './inquiry.ts'
import type { SeenRef } from './seen-object.ts'

const MAX_VISITS = 32
const MAX_LEADS = 4

/** Follows an object down to the deepest cause that is proven; undefined if none is. What is unread leads nowhere. */
export function follow(ref: SeenRef, inquiry: Inquiry): Claim | undefined {
  return followFrom({ ref, via: undefined }, inquiry, new Set())
}

type Way = Pick<CauseSubject, 'ref' | 'via'>

function followFrom({ ref, via }: Way, inquiry: Inquiry, visited: Set<string>): Claim | undefined {
  const key = readId(ref)
  if (visited.has(key) || visited.size >= MAX_VISITS) return undefined
  visited.add(key)
  const seen = inquiry.find(ref)
  if (seen === 'unread') return undefined
  const object = typeof seen === 'string' ? undefined : seen
  const subject: CauseSubject = { ref, via, object, isServed: seen !== 'not-served' }
  const { first, last } = guideTo(ref)
  return (
    firstClaim(first, subject, inquiry) ??
    followLeads(subject, inquiry, visited) ??
    firstClaim(last, subject, inquiry)
  )
}

function followLeads(subject: CauseSubject, inquiry: Inquiry, visited: Set<string>): Claim | undefined {
  for (const lead of guideTo(subject.ref).leads) {
    for (const ref of lead(subject, inquiry).slice(0, MAX_LEADS)) {
      const deeper = followFrom({ ref, via: subject.ref }, inquiry, visited)
      if (deeper) return seenFrom(subject, deeper)
    }
  }
  return undefined
}

function firstClaim(rules: readonly CauseRule[], subject: CauseSubject, inquiry: Inquiry): Claim | undefined {
  for (const rule of rules) {
    const claim = rule(subject, inquiry)
    if (claim) return claim
  }
  return undefined
}

// The cause lies deeper, so this object is what one sees of it.
function seenFrom({ ref, object }: CauseSubject, deeper: Claim): Claim {
  const own = object ? lineOf(object) : lineOfAbsent(ref)
  return { ...deeper, evidence: [own, ...deeper.evidence] }
}
