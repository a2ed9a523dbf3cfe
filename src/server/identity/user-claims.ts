import type { ClaimFault } from '../api/login-fault.ts'

/** Which claims of a login say who somebody is, and what is put in front. As the flags of kube-apiserver. */
export interface ClaimRules {
  readonly usernameClaim: string
  readonly usernamePrefix: string
  readonly groupsClaim: string
  readonly groupsPrefix: string
}

/** Who a person is for Kubernetes. */
export interface ClaimedUser {
  readonly name: string
  readonly groups: readonly string[]
}

/** The person, or why the claims name none. */
export type ClaimResult =
  | { readonly ok: true; readonly user: ClaimedUser }
  | { readonly ok: false; readonly reason: ClaimFault }

const MOST_LENGTH = 256
/** Each is a header of every call to Kubernetes. */
const MOST_GROUPS = 200

/**
 * Reads who a person is from the claims of a login.
 *
 * An empty, odd or missing name is refused, never read as somebody else: without a name a call would be made as Fitout
 * itself. Names that begin with `system:` belong to Kubernetes; a group such as `system:masters` may do everything.
 */
export function readUserClaims(claims: Readonly<Record<string, unknown>>, rules: ClaimRules): ClaimResult {
  const claimed = Object.hasOwn(claims, rules.usernameClaim) ? claims[rules.usernameClaim] : undefined
  if (claimed === undefined || claimed === '') return { ok: false, reason: 'UsernameMissing' }
  if (rules.usernameClaim === 'email' && claims['email_verified'] === false)
    return { ok: false, reason: 'EmailNotVerified' }
  if (!isPlainName(claimed)) return { ok: false, reason: 'UsernameRefused' }
  const name = `${rules.usernamePrefix}${claimed}`
  if (isReserved(name)) return { ok: false, reason: 'UsernameRefused' }
  const groups = groupsIn(claims, rules)
  return groups ? { ok: true, user: { name, groups } } : { ok: false, reason: 'GroupsRefused' }
}

function groupsIn(
  claims: Readonly<Record<string, unknown>>,
  { groupsClaim, groupsPrefix }: ClaimRules,
): readonly string[] | undefined {
  if (groupsClaim === '' || !Object.hasOwn(claims, groupsClaim)) return []
  const claimed = claims[groupsClaim] ?? []
  // As in Kubernetes: one group may be given as a text.
  const given: readonly unknown[] = Array.isArray(claimed) ? claimed : [claimed]
  if (given.length > MOST_GROUPS || !given.every(one => typeof one === 'string')) return undefined
  // A group only adds rights, so one that is left out is on the safe side.
  const names = given.filter(isPlainName).map(group => `${groupsPrefix}${group}`)
  return [...new Set(names.filter(name => !isReserved(name)))].toSorted()
}

// It becomes a header: blanks at its ends would vanish there, and make it another name.
function isPlainName(value: unknown): value is string {
  return (
    typeof value === 'string' &&
    value !== '' &&
    value.length <= MOST_LENGTH &&
    value === value.trim() &&
    value.isWellFormed() &&
    !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(value)
  )
}

function isReserved(name: string): boolean {
  return name.startsWith('system:')
}
