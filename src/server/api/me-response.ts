import type { Instant } from '../../domain/explain/why.ts'

/** `GET /api/v1/me`: who one is here, and what one may do. */
export interface MeResponse {
  readonly asOf: Instant
  /** The version of Fitout. */
  readonly version: string
  /** `local`: `fitout console` with a kubeconfig. `login`: behind OIDC. `demo`: a simulated fleet. */
  readonly mode: 'local' | 'login' | 'demo'
  /** Absent in the demo. */
  readonly user?: { readonly name: string; readonly groups: readonly string[] }
  /** Where the fleet is: the context of the kubeconfig and the address behind it; absent in the demo. */
  readonly management?: { readonly context: string; readonly address: string }
  readonly actions: readonly AllowedAction[]
  /** Where changes are proposed; absent if no Git host is configured. */
  readonly forge?: ForgeInfo
  /** To be sent as the header `X-Fitout-Token` with every POST. */
  readonly token: string
  /** When the login ends; absent where there is none. */
  readonly expiresAt?: Instant
}

/** The Git host of the fleet repository. */
export interface ForgeInfo {
  readonly kind: 'gitlab' | 'github' | 'gitea'
  /** `platform/fleet on gitlab.example.com`. */
  readonly name: string
  /** Whether there is a token of this user: branches and merge requests are theirs. */
  readonly hasToken: boolean
  /** Whether the user can enter one: `PUT /api/v1/me/forge-token`. */
  readonly takesToken: boolean
}

/** Something that the console can do for this user, or why it cannot. */
export interface AllowedAction {
  readonly action: 'openMergeRequest' | 'checkDraft' | 'fixDemo' | 'logOut'
  readonly isAllowed: boolean
  /** Shown with the disabled button. */
  readonly reason?: string
}
