/** Why nobody is logged in: after a login that failed, the query `loginFailed` of the first page. */
export type LoginFault =
  | ClaimFault
  /** The provider cannot be reached, or does not do what OpenID Connect says. */
  | 'ProviderUnavailable'
  /** The person said no, or the provider did. */
  | 'ProviderRefused'
  /** What came back does not belong to this login, or is not signed by the provider for us. */
  | 'AnswerRefused'

/** Why the claims of a login name nobody. */
export type ClaimFault = 'UsernameMissing' | 'UsernameRefused' | 'EmailNotVerified' | 'GroupsRefused'

/** The answer to `POST /api/v1/session:end`: where the browser goes next, to end the session at the provider, too. */
export interface LogoutResponse {
  readonly to: string
}
